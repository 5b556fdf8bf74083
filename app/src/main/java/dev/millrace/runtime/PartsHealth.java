package dev.millrace.runtime;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The parts as the health endpoint shows them. A degraded part leaves the whole UP (see the status order in the settings). */
@Configuration(proxyBeanMethods = false)
class PartsHealth {
    @Bean
    HealthIndicator postgresHealthIndicator(Parts parts) {
        return () -> health(parts.postgres());
    }

    @Bean
    HealthIndicator redisHealthIndicator(Parts parts) {
        return () -> health(parts.redis());
    }

    @Bean
    HealthIndicator diskHealthIndicator(Parts parts) {
        return () -> health(parts.disk());
    }

    private static Health health(Part part) {
        return Health.status(part.state().name()).withDetail("detail", part.detail())
                .withDetail("advice", part.advice()).build();
    }
}
