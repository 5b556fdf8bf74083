package dev.millrace;

import java.util.stream.Collectors;
import org.springframework.modulith.core.ApplicationModule;
import org.springframework.modulith.core.ApplicationModules;
import org.springframework.modulith.core.DependencyDepth;

/** The rooms and who uses whom, in a form that code hosts draw. */
final class RoomDiagram {
    private RoomDiagram() {}

    static String of(ApplicationModules rooms) {
        return """
                # The rooms and who uses whom

                Generated from the code by `StructureTests`. Every room uses `runtime`; of the arrows to it only the one from `api` is
                drawn, since the others would hide the rest.

                ```mermaid
                graph TD
                %s
                ```
                """
                .formatted(rooms.stream().map(room -> lines(room, rooms)).sorted().collect(Collectors.joining("\n")));
    }

    private static String lines(ApplicationModule room, ApplicationModules rooms) {
        String name = room.getIdentifier().toString();
        return room.getDependencies(rooms, DependencyDepth.IMMEDIATE).uniqueModules()
                .map(used -> used.getIdentifier().toString())
                .filter(used -> !used.equals("runtime") || name.equals("api")).sorted()
                .map(used -> "    %s --> %s".formatted(name, used))
                .collect(Collectors.collectingAndThen(Collectors.joining("\n"),
                        arrows -> arrows.isEmpty() ? "    " + name : arrows));
    }
}
