package dev.millrace.work;

import dev.millrace.testing.Database;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.RegisterExtension;

class NoteLedgerTests extends LedgerContract<Note, String> {
    @RegisterExtension
    static final Database DATABASE = new Database();
    private static final AtomicLong LOTS = new AtomicLong();

    @BeforeAll
    static void createTable() {
        NoteLedger.createTable(DATABASE.jdbc());
    }

    @Override
    Database database() {
        return DATABASE;
    }

    @Override
    Ledger<Note, String> ledger() {
        return new NoteLedger(DATABASE.jdbc());
    }

    @Override
    Lot lotWith(int rows) {
        long lot = LOTS.incrementAndGet();
        DATABASE.jdbc().sql("insert into note (lot, text) select :lot, 'note ' || n from generate_series(1, :rows) n")
                .param("lot", lot).param("rows", rows).update();
        return NoteLedger.lot(lot);
    }

    @Override
    String someResult() {
        return "NOTED";
    }

    @Override
    List<String> statuses(Lot lot) {
        return DATABASE.jdbc().sql("select status from note where lot = :lot order by id").param("lot", lot.id())
                .query((row, _) -> row.getString(1)).list();
    }
}
