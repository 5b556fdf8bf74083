package dev.millrace.work;

/** The delay of every host that this process called lately. Safe for threads. */
public final class ProviderDelays {
    private static final int MOST = 1000;

    private final Recent<String, ProviderDelay> delays = new Recent<>(MOST, _ -> new ProviderDelay());

    public ProviderDelay of(String host) {
        return delays.of(host);
    }
}
