package dev.millrace.cli;

/**
 * What the doctor found about one thing.
 *
 * @param advice what to do; empty when all is well
 */
record Check(String name, State state, String detail, String advice) {
    enum State {
        OK,
        WARNING,
        FAILED
    }

    static Check ok(String name, String detail) {
        return new Check(name, State.OK, detail, "");
    }

    static Check warning(String name, String detail, String advice) {
        return new Check(name, State.WARNING, detail, advice);
    }

    static Check failed(String name, String detail, String advice) {
        return new Check(name, State.FAILED, detail, advice);
    }
}
