package dev.millrace.access;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/me")
@Tag(name = "Me", description = "The caller")
class MeController {
    private final OwnPassword ownPassword;

    MeController(OwnPassword ownPassword) {
        this.ownPassword = ownPassword;
    }

    @GetMapping
    @Operation(summary = "Who the caller is")
    Caller me(@SignedIn Caller caller) {
        return caller;
    }

    record NewPassword(@Nullable String currentPassword, @NotNull String password) {
        @Override
        public String toString() {
            return "NewPassword[hidden]";
        }
    }

    @PutMapping("/password")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Operation(summary = "Set the caller's password", description = "Needs the current one, if there is one. Ends all other sessions of the caller.")
    void setPassword(@SignedIn Caller caller, @Valid @RequestBody NewPassword body, HttpServletRequest request) {
        ownPassword.change(caller, body.currentPassword(), body.password(), SessionCookie.read(request).orElse(null));
    }
}
