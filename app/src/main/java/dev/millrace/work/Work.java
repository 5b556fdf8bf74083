package dev.millrace.work;

/** A row of a ledger, as much as the engine has to know of it. */
public interface Work {
    long id();

    /** The tries that counted so far. */
    Attempts attempts();
}
