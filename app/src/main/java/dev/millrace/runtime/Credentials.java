package dev.millrace.runtime;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * The passwords of an embedded PostgreSQL, made at random with its first start.
 *
 * @param superuser of the role {@code postgres}, which only sets up the other two
 * @param owner of the role {@code millrace}, which owns everything in the database
 * @param reader of the role {@code millrace_reader}, which people use for SQL
 */
record Credentials(String superuser, String owner, String reader) {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final SecureRandom RANDOM = new SecureRandom();

    Credentials {
        if (Stream.of(superuser, owner, reader).anyMatch(password -> password == null || password.isBlank())) {
            throw new IllegalArgumentException("a password is missing");
        }
    }

    /** Reads what an earlier start made; makes it if there is no database that it would have to fit. */
    static Credentials of(DataFolder folder) {
        Path file = folder.secrets().resolve("credentials.json");
        if (Files.exists(file)) {
            return read(file);
        }
        if (Files.exists(folder.postgres())) {
            throw new CannotStart(
                    "%s is missing, so the database in %s cannot be opened: restore it from a backup of the data folder."
                            .formatted(file, folder.postgres()));
        }
        Credentials made = new Credentials(randomPassword(), randomPassword(), randomPassword());
        DataFolder.writeSecret(file, JSON.writeValueAsString(made));
        return made;
    }

    private static Credentials read(Path file) {
        try {
            return Optional.ofNullable(JSON.readValue(Files.readString(file), Credentials.class))
                    .orElseThrow(() -> new IOException("it is empty"));
        } catch (IOException | JacksonException e) {
            throw new CannotStart("%s is damaged: restore it from a backup of the data folder.".formatted(file), e);
        }
    }

    static String randomPassword() {
        byte[] bytes = new byte[24];
        RANDOM.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    @Override
    public String toString() {
        return "Credentials[hidden]";
    }
}
