package dev.millrace.access;

import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** The tables {@code secret} and {@code secret_key_check}: sealed bytes, which only the key's holder can open. */
@Repository
class SecretStore {
    private final JdbcClient jdbc;

    SecretStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    void add(UUID id, String purpose, byte[] sealed) {
        jdbc.sql("insert into millrace_ops.secret (id, purpose, sealed) values (:id, :purpose, :sealed)")
                .param("id", id).param("purpose", purpose).param("sealed", sealed).update();
    }

    Optional<byte[]> find(UUID id) {
        return jdbc.sql("select sealed from millrace_ops.secret where id = :id").param("id", id)
                .query((row, _) -> row.getBytes("sealed")).optional();
    }

    void delete(UUID id) {
        jdbc.sql("delete from millrace_ops.secret where id = :id").param("id", id).update();
    }

    /** The check text of whoever came first: what is given, unless another process was quicker. */
    byte[] keyCheck(byte[] sealed) {
        jdbc.sql("insert into millrace_ops.secret_key_check (sealed) values (:sealed) on conflict do nothing")
                .param("sealed", sealed).update();
        return jdbc.sql("select sealed from millrace_ops.secret_key_check").query((row, _) -> row.getBytes("sealed"))
                .single();
    }
}
