package dev.millrace.cli;

import dev.millrace.cli.ResultPrinter.Format;
import dev.millrace.testing.Database;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class ResultPrinterTests {
    @RegisterExtension
    static final Database DATABASE = new Database();

    @Test
    void aTableIsAlignedAndCounted() throws SQLException {
        assertThat(print(Format.TABLE, "select * from (values (1, 'one'), (20, null)) as t (number, name) order by 1"))
                .isEqualTo("""
                        number | name
                        -------+-----
                        1      | one
                        20     |
                        (2 rows)
                        """);
        assertThat(print(Format.TABLE, "select 1 as one")).endsWith("(1 row)\n");
        assertThat(print(Format.TABLE, "select 1 as one where false")).isEqualTo("one\n---\n(0 rows)\n");
        assertThat(print(Format.TABLE, "select E'two\\nlines' as text")).contains("two\\nlines\n");
    }

    @Test
    void csvQuotesWhatNeedsItAndTellsAnEmptyTextFromNothing() throws SQLException {
        assertThat(print(Format.CSV,
                "select 'plain' as a, 'a,b' as \"b,c\", 'say \"hi\"' as d, E'two\\nlines' as e, '' as f, null as g, 1.50 as h"))
                .isEqualTo("""
                        a,"b,c",d,e,f,g,h
                        plain,"a,b","say ""hi""\","two
                        lines","",,1.50
                        """);
    }

    @Test
    void jsonIsOneObjectALine() throws SQLException {
        assertThat(print(Format.JSON, "select 'ä\"' as a, null as b union all select 'x', 'y'")).isEqualTo("""
                {"a":"ä\\"","b":null}
                {"a":"x","b":"y"}
                """);
    }

    @ParameterizedTest
    @EnumSource
    void moreRowsThanABlockAreAllPrinted(Format format) throws SQLException {
        int extra = switch (format) {
            case TABLE -> 3; // heading, line, count
            case CSV -> 1;
            case JSON -> 0;
        };

        assertThat(print(format, "select n from generate_series(1, 1501) as n").lines()).hasSize(1501 + extra);
    }

    @Test
    void severalStatementsAnswerOneAfterTheOther() throws SQLException {
        assertThat(print(Format.CSV,
                "select 1 as a; create temporary table t (x int); insert into t values (7); select x from t;"))
                .isEqualTo("a\n1\nx\n7\n");
    }

    @Test
    void aStatementThatFailsTakesTheOnesBeforeItBack() throws SQLException {
        try (Connection connection = DATABASE.dataSource().getConnection()) {
            ResultPrinter printer = new ResultPrinter(new PrintWriter(new StringWriter()), Format.CSV);
            assertThatExceptionOfType(SQLException.class)
                    .isThrownBy(() -> printer.run(connection, "create table millrace.half (x int); select 1/0"));

            printer.run(connection, "select 1");
        }
        assertThat(print(Format.CSV, "select to_regclass('millrace.half') is null as gone")).isEqualTo("gone\nt\n");
    }

    private static String print(Format format, String sql) throws SQLException {
        StringWriter out = new StringWriter();
        try (Connection connection = DATABASE.dataSource().getConnection()) {
            new ResultPrinter(new PrintWriter(out), format).run(connection, sql);
        }
        return out.toString();
    }
}
