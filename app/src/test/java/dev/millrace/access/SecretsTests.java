package dev.millrace.access;

import dev.millrace.runtime.CannotStart;
import dev.millrace.runtime.MillraceSettings;
import dev.millrace.runtime.Role;
import dev.millrace.testing.Database;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/** Secrets of others, kept under lock. */
class SecretsTests {
    @RegisterExtension
    static final Database DATABASE = new Database();

    private static final String TEXT = "ghp_a very secret forge token";
    private static final String KEY = Base64.getEncoder()
            .encodeToString("0123456789abcdef0123456789abcdef".getBytes(StandardCharsets.US_ASCII));

    @TempDir
    Path folder = Path.of("");

    private final JdbcClient jdbc = DATABASE.jdbc();

    @BeforeEach
    void forgetTheKey() {
        jdbc.sql("truncate millrace_ops.secret, millrace_ops.secret_key_check").update();
    }

    @Test
    void aSecretComesBackAsItWas() {
        Secrets secrets = secrets(Optional.of(KEY));
        UUID id = secrets.keep("forge token", new SecretText(TEXT + " ✓"));

        assertThat(secrets.find(id, "forge token")).contains(new SecretText(TEXT + " ✓"));
        assertThat(secrets(Optional.of(KEY)).find(id, "forge token")).contains(new SecretText(TEXT + " ✓"));
    }

    @Test
    void aForgottenSecretIsGone() {
        Secrets secrets = secrets(Optional.of(KEY));
        UUID id = secrets.keep("forge token", new SecretText(TEXT));

        secrets.forget(id);

        assertThat(secrets.find(id, "forge token")).isEmpty();
    }

    @Test
    void theDatabaseNeverSeesTheText() {
        Secrets secrets = secrets(Optional.of(KEY));

        byte[] sealed = sealed(secrets.keep("forge token", new SecretText(TEXT)));
        byte[] again = sealed(secrets.keep("forge token", new SecretText(TEXT)));

        assertThat(new String(sealed, StandardCharsets.ISO_8859_1)).doesNotContain("ghp_").doesNotContain("secret");
        assertThat(sealed).isNotEqualTo(again);
    }

    @Test
    void aSecretThatWasMovedToAnotherRowDoesNotOpen() {
        Secrets secrets = secrets(Optional.of(KEY));
        UUID mine = secrets.keep("forge token", new SecretText("mine"));
        UUID yours = secrets.keep("forge token", new SecretText("yours"));

        setSealed(mine, sealed(yours));

        assertThatIllegalStateException().isThrownBy(() -> secrets.find(mine, "forge token"));
    }

    @Test
    void aSecretDoesNotOpenForAnotherPurpose() {
        Secrets secrets = secrets(Optional.of(KEY));
        UUID id = secrets.keep("forge token", new SecretText(TEXT));

        assertThatIllegalStateException().isThrownBy(() -> secrets.find(id, "webhook secret"));
    }

    @Test
    void noByteCanBeChanged() {
        Secrets secrets = secrets(Optional.of(KEY));
        UUID id = secrets.keep("forge token", new SecretText(TEXT));
        byte[] sealed = sealed(id);

        for (int position = 0; position < sealed.length; position++) {
            byte[] tampered = sealed.clone();
            tampered[position] ^= 1;
            setSealed(id, tampered);

            assertThatIllegalStateException().as("byte " + position).isThrownBy(() -> secrets.find(id, "forge token"))
                    .withMessageNotContaining("ghp_");
        }
    }

    @Test
    void aTruncatedSecretDoesNotOpen() {
        Secrets secrets = secrets(Optional.of(KEY));
        UUID id = secrets.keep("forge token", new SecretText(TEXT));
        for (int length : new int[]{0, 1, 13, 20}) {
            setSealed(id, Arrays.copyOf(sealed(id), length));

            assertThatIllegalStateException().isThrownBy(() -> secrets.find(id, "forge token"));
        }
    }

    @Test
    void aProcessWithAnotherKeyRefusesToStart() {
        secrets(Optional.of(KEY));
        String other = KEY.replace('M', 'N');

        assertThatExceptionOfType(CannotStart.class).isThrownBy(() -> secrets(Optional.of(other)))
                .withMessageContaining("cannot read the secrets in the database: set MILLRACE_SECRET_KEY")
                .withMessageNotContaining(other);
    }

    @ParameterizedTest
    @ValueSource(strings = {"short", "c2hvcnQ=", "!!!!",
            "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWYwMTIzNDU2Nzg5YWJjZGVm"})
    void aKeyOfAnotherFormIsRefusedWithoutShowingIt(String key) {
        assertThatExceptionOfType(CannotStart.class).isThrownBy(() -> secrets(Optional.of(key)))
                .withMessage(
                        "MILLRACE_SECRET_KEY is not a key of 32 bytes in base64; make one with 'openssl rand -base64 32'.");
    }

    @Test
    void withoutASettingAKeyFileIsMadeForThisUserOnly() throws IOException {
        UUID id = secrets(Optional.empty()).keep("forge token", new SecretText(TEXT));

        Path file = folder.resolve("private/secret.key");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file))).isEqualTo("rw-------");
        assertThat(secrets(Optional.empty()).find(id, "forge token")).contains(new SecretText(TEXT));
    }

    @Test
    void aBrokenKeyFileIsNamedAndNotReplaced() throws IOException {
        settings().dataFolder().prepare();
        Path file = folder.resolve("private/secret.key");
        Files.writeString(file, "broken");

        assertThatExceptionOfType(CannotStart.class).isThrownBy(() -> secrets(Optional.empty()))
                .withMessageContaining(file.toString());
        assertThat(file).hasContent("broken");
    }

    @Test
    void aSecretTextShowsItselfNowhere() {
        SecretText secret = new SecretText(TEXT);
        record Holder(String name, SecretText secret) {}

        assertThat(secret.toString()).isEqualTo("••••");
        assertThat(new Holder("forge", secret).toString()).doesNotContain("ghp_");
        assertThat(JsonMapper.shared().writeValueAsString(new Holder("forge", secret))).contains("••••")
                .doesNotContain("ghp_");
        assertThat("%s".formatted(secret)).doesNotContain("ghp_");
        assertThat(secret.reveal()).isEqualTo(TEXT);
    }

    @Test
    void settingsDoNotShowTheirSecrets() {
        assertThat(
                new AccessSettings(Optional.of("a-fixed-token-of-enough-length"), Optional.of(KEY), false).toString())
                .doesNotContain(KEY).doesNotContain("a-fixed-token");
    }

    private Secrets secrets(Optional<String> key) {
        settings().dataFolder().prepare();
        return new Secrets(new SecretStore(jdbc), new AccessSettings(Optional.empty(), key, false), settings());
    }

    private MillraceSettings settings() {
        return new MillraceSettings(folder, Optional.empty(), Optional.empty(), Optional.empty(), Set.of(Role.API),
                "127.0.0.1", 0, Optional.empty(), Optional.empty(), "text", Duration.ofSeconds(1));
    }

    private byte[] sealed(UUID id) {
        return jdbc.sql("select sealed from millrace_ops.secret where id = :id").param("id", id)
                .query((row, _) -> row.getBytes(1)).single();
    }

    private void setSealed(UUID id, byte[] sealed) {
        jdbc.sql("update millrace_ops.secret set sealed = :sealed where id = :id").param("sealed", sealed)
                .param("id", id).update();
    }
}
