package dev.millrace.runtime;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class DatabaseAddressTests {
    @ParameterizedTest
    @ValueSource(strings = {"postgresql://ann:s3cret@db.example:5433/facts",
            "postgres://ann:s3cret@db.example:5433/facts",
            "jdbc:postgresql://db.example:5433/facts?user=ann&password=s3cret"})
    void theFormsOfPsqlAndOfJdbcMeanTheSame(String url) {
        assertThat(parse(url)).isEqualTo(
                new DatabaseAddress("jdbc:postgresql://db.example:5433/facts", "ann", "s3cret", Optional.empty()));
    }

    @ParameterizedTest
    @CsvSource({"postgresql://u:p@host/db,jdbc:postgresql://host:5432/db",
            "postgresql://u:p@[::1]:6000/db,jdbc:postgresql://[::1]:6000/db",
            "postgresql://u:p@db_1:6000/db,jdbc:postgresql://db_1:6000/db",
            "'postgresql://u:p@one,two:6000/db','jdbc:postgresql://one:5432,two:6000/db'",
            "postgresql://u:p@host/db?sslmode=require&user=x&connectTimeout=3,jdbc:postgresql://host:5432/db?sslmode=require&connectTimeout=3",
            "postgresql://host/db?user=u&password=p&sslmode=require,jdbc:postgresql://host:5432/db?sslmode=require"})
    void whatIsNotSaidIsUsualAndWhatIsSaidIsKept(String url, String jdbcUrl) {
        assertThat(parse(url).jdbcUrl()).isEqualTo(jdbcUrl);
    }

    @ParameterizedTest
    @CsvSource({"p%40ss%3A%2F%25,p@ss:/%", "a+b,a+b", "a%20b,a b", "a:b,a:b", "%C3%A4,ä"})
    void specialCharactersOfThePasswordAreDecodedOnce(String written, String meant) {
        assertThat(parse("postgresql://ann:%s@host/db".formatted(written)).password()).isEqualTo(meant);
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "a b+c", "p@ss:/?#%", "ä€"})
    void whatIsPrintedForOtherProgramsCanBeReadBack(String password) {
        DatabaseAddress address = parse("postgresql://ann:x@host:5433/db?sslmode=require");

        DatabaseAddress again = parse(address.asUri("millrace_reader", password));

        assertThat(again.user()).isEqualTo("millrace_reader");
        assertThat(again.password()).isEqualTo(password);
        assertThat(again.jdbcUrl()).isEqualTo(address.jdbcUrl());
    }

    @Test
    void aPasswordIsNotNeeded() {
        assertThat(parse("postgresql://ann@host/db").password()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"mysql://ann:s3cret@host/db,does not start with postgresql://",
            "ann:s3cret@host/db,does not start with postgresql://",
            "postgresql://ann:s3cret@host,host or database is missing",
            "postgresql://ann:s3cret@host/,host or database is missing",
            "postgresql://ann:s3cret@/db,host or database is missing",
            "postgresql:///db?user=ann&password=s3cret,host or database is missing",
            "postgresql://host/db?password=s3cret,the user is missing",
            "postgresql://ann:s3cret@host:port/db,a host or its port is not one",
            "postgresql://ann:s3cret pass@host/db,%XX", "postgresql://ann:s3cret%@host/db,%XX",
            "postgresql://ann:s3cret%zz@host/db,%XX", "postgresql://ann:s3cret@x@host/db,%XX",
            "postgresql://ann:s3cret/x@host/db,%XX", "postgresql://ann:s3cret?x@host/db,host or database is missing"})
    void whatIsWrongIsSaidWithoutThePassword(String url, String sentence) {
        assertThatExceptionOfType(CannotStart.class).isThrownBy(() -> parse(url))
                .withMessageContainingAll("MILLRACE_DATABASE_URL", sentence)
                .satisfies(refused -> assertThat(refused).hasStackTraceContaining("CannotStart")
                        .extracting(DatabaseAddressTests::trace).asString().doesNotContain("s3cret"));
    }

    @Test
    void anAddressCanBeLoggedWithoutItsPasswords() {
        DatabaseAddress address = DatabaseAddress.parse("postgresql://ann:s3cret@host/db", Optional.of("re4der"));

        assertThat(address).asString().contains("host").doesNotContain("s3cret", "re4der");
    }

    private static DatabaseAddress parse(String url) {
        return DatabaseAddress.parse(url, Optional.empty());
    }

    private static String trace(Throwable failure) {
        var text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text));
        return text.toString();
    }
}
