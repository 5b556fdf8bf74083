package dev.millrace.work;

/** What a handler made of one row. */
public sealed interface Outcome<R> {
    record Done<R>(R result) implements Outcome<R> {}

    record Failed<R>(Failure failure) implements Outcome<R> {}
}
