package dev.millrace.runtime;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/** Ports on 127.0.0.1. */
public final class Loopback {
    public static final String ADDRESS = "127.0.0.1";

    private Loopback() {}

    static InetSocketAddress socketAddress(int port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    /** The preferred port if it is free, so that people's bookmarks keep working; else any free one. */
    public static int freePort(int preferred) {
        return preferred > 0 && isFree(preferred) ? preferred : anyFreePort();
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(socketAddress(port));
            return true;
        } catch (IOException _) {
            return false;
        }
    }

    private static int anyFreePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
