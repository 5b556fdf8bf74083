package dev.millrace.runtime;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.UUID;
import org.springframework.stereotype.Component;

/** Who this process is, once and for all: a new id with each start, so that a successor is never mistaken for it. */
@Component
public class ProcessIdentity {
    private final UUID id = UUID.randomUUID();
    private final String host = hostName();

    public UUID id() {
        return id;
    }

    public String host() {
        return host;
    }

    public long pid() {
        return ProcessHandle.current().pid();
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException _) {
            return "unknown";
        }
    }
}
