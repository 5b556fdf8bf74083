package dev.millrace.runtime;

import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** The role {@code millrace_reader}, as whom people query. */
@Repository
class ReaderStore {
    private final JdbcClient jdbc;

    /** Made from the data source itself: Spring's own client is only there after the migrations, which use this store. */
    ReaderStore(DataSource dataSource) {
        this.jdbc = JdbcClient.create(dataSource);
    }

    /** Lets the role read the facts, and the owner of the database act as the role; without the role nothing happens. */
    void grant() {
        jdbc.sql("select millrace_ops.grant_to_reader()").query((_, _) -> true).single();
    }

    /** Only for an external PostgreSQL: the embedded one has set the role up at its start. */
    void letSignIn(String password) {
        jdbc.sql("select millrace_ops.let_reader_sign_in(:password)").param("password", password)
                .query((_, _) -> true).single();
    }
}
