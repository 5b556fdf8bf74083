package dev.millrace.runtime;

import java.util.function.Consumer;
import org.springframework.stereotype.Component;

/** Lets a part that cannot go on end the whole process, with a sentence that says why. */
@Component
public class ProcessExit {
    private volatile Consumer<String> handler = _ -> {};

    /** The command that runs this process decides what an end looks like. */
    public void onRequest(Consumer<String> newHandler) {
        handler = newHandler;
    }

    public void because(String sentence) {
        handler.accept(sentence);
    }
}
