package dev.millrace.testing;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;

/** A proxy on loopback that opens tunnels (CONNECT) for those who know its user and password. */
public final class ConnectProxy implements AutoCloseable {
    private final ServerSocket socket;
    private final String credentials;
    private final List<String> tunnels = new CopyOnWriteArrayList<>();

    private ConnectProxy(ServerSocket socket, String credentials) {
        this.socket = socket;
        this.credentials = credentials;
    }

    public static ConnectProxy start(String userAndPassword) throws IOException {
        ConnectProxy proxy = new ConnectProxy(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()),
                "Basic " + Base64.getEncoder().encodeToString(userAndPassword.getBytes(StandardCharsets.UTF_8)));
        Thread.ofVirtual().start(proxy::accept);
        return proxy;
    }

    public int port() {
        return socket.getLocalPort();
    }

    /** The targets of the tunnels that were opened so far. */
    public List<String> tunnels() {
        return List.copyOf(tunnels);
    }

    private void accept() {
        while (!socket.isClosed()) {
            try {
                Socket client = socket.accept();
                Thread.ofVirtual().start(() -> serve(client));
            } catch (IOException _) {
                return; // closed
            }
        }
    }

    private void serve(Socket client) {
        try (client) {
            BufferedReader in = new BufferedReader(
                    new InputStreamReader(client.getInputStream(), StandardCharsets.ISO_8859_1), 1);
            for (List<String> head = readHead(in); !head.isEmpty(); head = readHead(in)) {
                if (isAllowed(head)) {
                    tunnel(head.getFirst().split(" ", 3)[1], client);
                    return;
                }
                answer(client, "407 Proxy Authentication Required",
                        "Proxy-Authenticate: Basic realm=\"proxy\"\r\nContent-Length: 0\r\n");
            }
        } catch (IOException _) {
            // one of the two sides hung up
        }
    }

    private static List<String> readHead(BufferedReader in) throws IOException {
        List<String> head = new ArrayList<>();
        for (String line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
            head.add(line);
        }
        return head;
    }

    private boolean isAllowed(List<String> head) {
        return head.stream().anyMatch(line -> line.toLowerCase(Locale.ROOT).startsWith("proxy-authorization: ")
                && line.substring("proxy-authorization: ".length()).equals(credentials));
    }

    private void tunnel(String target, Socket client) throws IOException {
        String[] parts = target.split(":", 2);
        try (Socket server = new Socket(parts[0], Integer.parseInt(parts[1]))) {
            tunnels.add(target);
            answer(client, "200 Connection established", "");
            Thread back = Thread.ofVirtual().start(() -> copy(server, client));
            copy(client, server);
            back.join();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private static void answer(Socket client, String status, String headers) throws IOException {
        OutputStream out = client.getOutputStream();
        out.write("HTTP/1.1 %s\r\n%s\r\n".formatted(status, headers).getBytes(StandardCharsets.ISO_8859_1));
        out.flush();
    }

    private static void copy(Socket from, Socket to) {
        try (InputStream in = from.getInputStream(); OutputStream out = to.getOutputStream()) {
            in.transferTo(out);
        } catch (IOException _) {
            // the end of the tunnel
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
