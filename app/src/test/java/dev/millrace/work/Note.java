package dev.millrace.work;

/** A row of the small ledger that tests use. */
record Note(long id, String text, Attempts attempts) implements Work {}
