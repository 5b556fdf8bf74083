package dev.millrace.runtime;

import java.util.Objects;

/**
 * Which release this is.
 *
 * <p>Schema changes expand first and contract one release later. The migration that contracts raises the floor in
 * {@code release_floor}; a release below the floor refuses to start, and one that runs meanwhile stops.
 */
public final class Release {
    /** Counts releases; raised with each one. */
    public static final int NUMBER = 1;

    private Release() {}

    public static String version() {
        return Objects.requireNonNullElse(Release.class.getPackage().getImplementationVersion(), "development");
    }
}
