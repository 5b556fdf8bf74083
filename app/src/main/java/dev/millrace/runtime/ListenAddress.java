package dev.millrace.runtime;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;

/** Where the web server is to listen, and why it may not be able to. */
record ListenAddress(String host, int port) {
    /** @throws CannotStart if there is no such address */
    static ListenAddress of(MillraceSettings settings) {
        ListenAddress address = new ListenAddress(settings.bind(), settings.port());
        try {
            InetAddress.getByName(address.host());
            return address;
        } catch (UnknownHostException e) {
            throw address.cannot("there is no such address", e);
        }
    }

    /** The web server keeps its reason to itself, so this asks the system again. */
    CannotStart refused(RuntimeException failure) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(host, port));
            return cannot("the web server did not start", failure);
        } catch (IOException e) {
            return cannot(String.valueOf(e.getMessage()), failure);
        }
    }

    private CannotStart cannot(String why, Throwable failure) {
        return new CannotStart(
                "It cannot listen on %s port %d (%s): check MILLRACE_BIND and MILLRACE_PORT; ports below 1024 need root."
                        .formatted(host, port, why),
                failure);
    }
}
