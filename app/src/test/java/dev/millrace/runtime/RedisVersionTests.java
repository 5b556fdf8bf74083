package dev.millrace.runtime;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class RedisVersionTests {
    @ParameterizedTest
    @CsvSource({"6,false", "6.0.16,false", "6.2,true", "6.2.14,true", "7,true", "7.4.1,true", "10.0.0-rc1,true",
            "255.255.255,true", "5.9,false", "next,false"})
    void whateverAServerSaysItIsRead(String said, boolean isNewEnough) {
        RedisVersion version = RedisVersion.in("# Server\r\nredis_version:%s\r\nredis_mode:x\r\n".formatted(said));

        assertThat(version.text()).isEqualTo(said);
        assertThat(version.isNewEnough()).isEqualTo(isNewEnough);
    }
}
