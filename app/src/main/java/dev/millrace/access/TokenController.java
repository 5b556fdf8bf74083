package dev.millrace.access;

import dev.millrace.access.ApiTokens.Made;
import dev.millrace.api.Listing;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/tokens")
@Tag(name = "Tokens", description = "API tokens")
class TokenController {
    private final ApiTokens apiTokens;

    TokenController(ApiTokens apiTokens) {
        this.apiTokens = apiTokens;
    }

    record NewToken(@NotBlank @Size(max = 100) String name, @Nullable TokenScope scope,
            @Nullable @Min(1) @Max(3653) Integer expiresInDays) {
        @Nullable
        Duration validFor() {
            return expiresInDays == null ? null : Duration.ofDays(expiresInDays);
        }
    }

    /** @param apiToken the token itself: it cannot be seen again */
    record NewTokenAnswer(long id, String name, TokenScope scope, @Nullable Instant expiresAt, String apiToken) {
        @Override
        public String toString() {
            return "NewTokenAnswer[id=" + id + "]";
        }
    }

    @GetMapping
    @Operation(summary = "List API tokens, newest first", description = "The caller's own; an administrator may name another user.")
    Listing<ApiToken> list(@SignedIn Caller caller, @RequestParam(required = false) @Nullable Long userId,
            @RequestParam(required = false) @Nullable Integer pageSize,
            @RequestParam(required = false) @Nullable String after) {
        long owner = userId == null ? caller.userId() : userId;
        caller.requireOwner(owner);
        return apiTokens.list(owner, after, Listing.requireSize(pageSize));
    }

    @PostMapping
    @ResponseStatus(HttpStatus.CREATED)
    @Operation(summary = "Make an API token", description = "The answer is the only place where its text can be seen.")
    NewTokenAnswer make(@SignedIn Caller caller, @Valid @RequestBody NewToken body) {
        Made made = apiTokens.make(caller.userId(), body.name(), body.scope() == null ? TokenScope.API : body.scope(),
                body.validFor());
        ApiToken apiToken = made.apiToken();
        return new NewTokenAnswer(apiToken.id(), apiToken.name(), apiToken.scope(), apiToken.expiresAt(), made.text());
    }

    @DeleteMapping("/{id}")
    @Operation(summary = "Revoke an API token")
    ApiToken revoke(@SignedIn Caller caller, @PathVariable long id) {
        return apiTokens.revoke(caller, id);
    }
}
