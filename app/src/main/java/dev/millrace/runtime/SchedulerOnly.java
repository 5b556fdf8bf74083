package dev.millrace.runtime;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.autoconfigure.condition.ConditionalOnExpression;

/** Marks a part that only a process with the role {@code scheduler} has. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ConditionalOnExpression("'${millrace.roles:api,worker,scheduler}'.toLowerCase().contains('scheduler')")
public @interface SchedulerOnly {
}
