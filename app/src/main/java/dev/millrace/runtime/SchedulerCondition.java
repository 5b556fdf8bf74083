package dev.millrace.runtime;

import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Whether this process has the role {@code scheduler}, in whichever form the setting was written. */
class SchedulerCondition implements Condition {
    @Override
    public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
        return MillraceSettings.in(context.getEnvironment()).has(Role.SCHEDULER);
    }
}
