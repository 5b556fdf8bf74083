package dev.millrace.cli;

import java.io.PrintWriter;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** Runs statements and prints what they answer, in blocks, so that a large answer needs little memory. */
final class ResultPrinter {
    static final String TABLES = """
            select table_schema as schema, table_name as name, table_type as type
            from information_schema.tables
            where table_schema like 'millrace%'
            order by 1, 2;""";
    private static final int BLOCK = 500;
    private static final int WIDEST = 60;
    private static final JsonMapper JSON = JsonMapper.shared();

    enum Format {
        TABLE,
        CSV,
        JSON
    }

    private final PrintWriter out;
    private final Format format;

    ResultPrinter(PrintWriter out, Format format) {
        this.out = out;
        this.format = format;
    }

    void run(Connection connection, String sql) throws SQLException {
        connection.setAutoCommit(false); // only then does the driver fetch in blocks
        try (Statement statement = connection.createStatement()) {
            statement.setFetchSize(BLOCK);
            boolean isResult = statement.execute(sql);
            while (isResult || statement.getUpdateCount() != -1) {
                if (isResult) {
                    print(statement.getResultSet());
                }
                isResult = statement.getMoreResults();
            }
            connection.commit();
        } catch (SQLException e) {
            connection.rollback();
            throw e;
        } finally {
            out.flush();
        }
    }

    private void print(ResultSet rows) throws SQLException {
        List<Column> columns = columns(rows.getMetaData());
        if (format == Format.CSV) {
            printCsv(names(columns));
        }
        int[] widths = new int[columns.size()];
        List<List<@Nullable String>> block = new ArrayList<>();
        int count = 0;
        while (rows.next()) {
            block.add(row(rows, columns.size()));
            if (block.size() == BLOCK) {
                printBlock(columns, block, widths, count == 0);
                count += block.size();
                block.clear();
            }
        }
        printBlock(columns, block, widths, count == 0);
        count += block.size();
        if (format == Format.TABLE) {
            out.printf("(%d %s)%n", count, count == 1 ? "row" : "rows");
        }
    }

    private void printBlock(List<Column> columns, List<List<@Nullable String>> block, int[] widths, boolean isFirst) {
        if (format == Format.TABLE && isFirst) {
            printHeading(columns, block, widths);
        }
        for (List<@Nullable String> row : block) {
            switch (format) {
                case TABLE -> printLine(row, widths);
                case CSV -> printCsv(row);
                case JSON -> printJson(columns, row);
            }
        }
    }

    private void printHeading(List<Column> columns, List<List<@Nullable String>> block, int[] widths) {
        for (int i = 0; i < widths.length; i++) {
            int column = i;
            int widest = block.stream().mapToInt(row -> shown(row.get(column)).length()).max().orElse(0);
            widths[i] = Math.min(WIDEST, Math.max(columns.get(i).name().length(), widest));
        }
        printLine(names(columns), widths);
        out.println(String.join("-+-", Arrays.stream(widths).mapToObj("-"::repeat).toList()));
    }

    private static List<String> names(List<Column> columns) {
        return columns.stream().map(Column::name).toList();
    }

    private void printLine(List<? extends @Nullable String> cells, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            String cell = shown(cells.get(i));
            line.append(i == 0 ? "" : " | ").append(cell).repeat(" ", Math.max(0, widths[i] - cell.length()));
        }
        out.println(line.toString().stripTrailing());
    }

    private static String shown(@Nullable String cell) {
        return cell == null ? "" : cell.replace("\n", "\\n");
    }

    private void printCsv(List<? extends @Nullable String> cells) {
        out.println(String.join(",", cells.stream().map(ResultPrinter::csv).toList()));
    }

    private static String csv(@Nullable String cell) {
        if (cell == null) {
            return "";
        }
        boolean needsQuotes = cell.isEmpty()
                || cell.chars().anyMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
        return needsQuotes ? "\"" + cell.replace("\"", "\"\"") + "\"" : cell;
    }

    private void printJson(List<Column> columns, List<@Nullable String> row) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        for (int i = 0; i < columns.size(); i++) {
            object.put(columns.get(i).name(), columns.get(i).json(row.get(i)));
        }
        out.println(JSON.writeValueAsString(object));
    }

    /** A column of the answer; numbers, booleans and JSON keep their kind in JSON, all else is text. */
    private record Column(String name, String type) {
        @Nullable
        Object json(@Nullable String text) {
            if (text == null) {
                return null;
            }
            return switch (type) {
                case "bool" -> text.equals("t");
                case "int2", "int4", "int8", "numeric", "float4", "float8" ->
                    text.matches("[-+.0-9eE]+") ? new BigDecimal(text) : text;
                case "json", "jsonb" -> JSON.readTree(text);
                default -> text;
            };
        }
    }

    private static List<Column> columns(ResultSetMetaData meta) throws SQLException {
        List<Column> columns = new ArrayList<>();
        for (int i = 1; i <= meta.getColumnCount(); i++) {
            columns.add(new Column(meta.getColumnLabel(i), meta.getColumnTypeName(i)));
        }
        return columns;
    }

    private static List<@Nullable String> row(ResultSet rows, int columns) throws SQLException {
        List<@Nullable String> row = new ArrayList<>();
        for (int i = 1; i <= columns; i++) {
            row.add(rows.getString(i));
        }
        return row;
    }
}
