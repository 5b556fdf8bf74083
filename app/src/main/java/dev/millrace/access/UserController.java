package dev.millrace.access;

import dev.millrace.api.Listing;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/users")
@Tag(name = "Users", description = "For administrators")
class UserController {
    private final Users users;
    private final SignInLinks links;

    UserController(Users users, SignInLinks links) {
        this.users = users;
        this.links = links;
    }

    record NewUser(@NotBlank String name, @NotNull UserRole role, @Nullable String password) {
        @Override
        public String toString() {
            return "NewUser[name=" + name + "]";
        }
    }

    record Change(@Nullable UserRole role, @Nullable Boolean disabled, @Nullable String password) {
        @Override
        public String toString() {
            return "Change[role=" + role + ", disabled=" + disabled + "]";
        }
    }

    record Link(URI url) {}

    @GetMapping
    @Operation(summary = "List users by name")
    Listing<User> list(@SignedIn Caller caller, @RequestParam(required = false) @Nullable Integer pageSize,
            @RequestParam(required = false) @Nullable String after) {
        caller.requireAdministrator();
        return users.list(after, Listing.requireSize(pageSize));
    }

    @PostMapping
    @ResponseStatus(HttpStatus.CREATED)
    @Operation(summary = "Add a user", description = "Without a password the user comes in by a one-time link.")
    User add(@SignedIn Caller caller, @Valid @RequestBody NewUser body) {
        caller.requireAdministrator();
        return users.add(body.name(), body.role(), body.password());
    }

    @GetMapping("/{id}")
    @Operation(summary = "One user", description = "Members see themselves only.")
    User show(@SignedIn Caller caller, @PathVariable long id) {
        caller.requireOwner(id);
        return users.require(id);
    }

    @PatchMapping("/{id}")
    @Operation(summary = "Change a user", description = "What is left out stays. A disabled user's sessions and tokens stop working at once.")
    User change(@SignedIn Caller caller, @PathVariable long id, @Valid @RequestBody Change body) {
        caller.requireAdministrator();
        return users.change(id, body.role(), body.disabled(), body.password());
    }

    @PostMapping("/{id}/sign-in-links")
    @ResponseStatus(HttpStatus.CREATED)
    @Operation(summary = "Make a one-time link that signs a user in", description = "Valid for a day. Members make them for themselves only.")
    Link link(@SignedIn Caller caller, @PathVariable long id) {
        caller.requireOwner(id);
        return new Link(links.make(id));
    }
}
