package dev.millrace.api;

import java.io.IOException;

/** The body goes on beyond what is read into memory. */
final class BodyTooLarge extends IOException {
    BodyTooLarge(long most) {
        super("a body of more than " + most + " bytes");
    }
}
