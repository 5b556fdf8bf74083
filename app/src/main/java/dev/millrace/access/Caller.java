package dev.millrace.access;

import dev.millrace.api.ApiProblem;
import dev.millrace.api.Problem;
import dev.millrace.api.Problems;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;

/** Who makes this request, and what the way they came by lets them do. */
public record Caller(long userId, String name, UserRole role, TokenScope scope) {
    private static final String ATTRIBUTE = "dev.millrace.caller";

    /** Who made the request, also while its failure is being answered. */
    public static Optional<Caller> of(HttpServletRequest request) {
        return request.getAttribute(ATTRIBUTE) instanceof Caller caller ? Optional.of(caller) : Optional.empty();
    }

    void attachTo(HttpServletRequest request) {
        request.setAttribute(ATTRIBUTE, this);
    }

    public boolean isAdministrator() {
        return role == UserRole.ADMINISTRATOR;
    }

    /** Whether something of that owner exists for this caller. */
    public boolean sees(long ownerId) {
        return ownerId == userId || isAdministrator();
    }

    /**
     * Lets the owner and administrators pass.
     *
     * @throws ApiProblem not found, for everybody else: what is not yours does not exist
     */
    public void requireOwner(long ownerId) {
        if (!sees(ownerId)) {
            throw Problems.ofStatus(404);
        }
    }

    public void requireAdministrator() {
        if (!isAdministrator()) {
            throw ApiProblem.of(Problem.NOT_ALLOWED, "Only an administrator may do this; ask one.");
        }
    }
}
