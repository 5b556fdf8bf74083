package dev.millrace.work;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Line charts below each other, as SVG that is readable on light and on dark pages. */
final class Chart {
    private static final int WIDTH = 860;
    private static final int LEFT = 64;
    private static final int RIGHT = 20;
    private static final int PANEL = 240;
    private static final int TOP = 50;
    private static final int PLOT = 140;
    private static final int TICKS = 4;

    /** @param kind its class in the style sheet */
    record Line(String kind, String label, List<Double> values) {}

    record Panel(String title, String xTitle, double most, List<Line> lines) {}

    private Chart() {}

    static String of(String description, List<Panel> panels) {
        int height = panels.size() * PANEL;
        return """
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img">
                <title>%s</title>
                <style>
                svg { --ink: #1f2328; --faint: #d1d9e0; --paper: #ffffff; --ours: #0969da; --naive: #cf5b00; --ideal: #59636e; }
                @media (prefers-color-scheme: dark) {
                svg { --ink: #e6edf3; --faint: #30363d; --paper: #0d1117; --ours: #58a6ff; --naive: #f0883e; --ideal: #9198a1; }
                }
                .paper { fill: var(--paper); }
                text { font: 12px system-ui, sans-serif; fill: var(--ink); }
                .title { font-weight: 600; font-size: 14px; }
                .grid { stroke: var(--faint); }
                polyline { fill: none; stroke-linejoin: round; }
                .ours { stroke: var(--ours); stroke-width: 2.2; }
                .naive { stroke: var(--naive); stroke-width: 1; opacity: .75; }
                .ideal { stroke: var(--ideal); stroke-width: 1.5; stroke-dasharray: 6 4; }
                </style>
                <rect class="paper" width="%d" height="%d"/>
                %s
                </svg>
                """
                .formatted(WIDTH, height, WIDTH, height, description, WIDTH, height,
                        IntStream.range(0, panels.size()).mapToObj(i -> panel(panels.get(i), i * PANEL))
                                .collect(Collectors.joining("\n")));
    }

    private static String panel(Panel panel, int y) {
        return """
                <g transform="translate(0 %d)">
                <text class="title" x="%d" y="20">%s</text>
                %s
                %s
                %s
                <text x="%d" y="%d" text-anchor="end">%s</text>
                </g>"""
                .formatted(y, LEFT, panel.title, legend(panel.lines), axes(panel), lines(panel), WIDTH - RIGHT,
                        TOP + PLOT + 36, panel.xTitle);
    }

    private static String legend(List<Line> lines) {
        return IntStream.range(0, lines.size()).mapToObj(i -> {
            int x = LEFT + i * 230;
            return "<polyline class=\"%s\" points=\"%d,36 %d,36\"/><text x=\"%d\" y=\"40\">%s</text>"
                    .formatted(lines.get(i).kind, x, x + 24, x + 30, lines.get(i).label);
        }).collect(Collectors.joining("\n"));
    }

    private static String axes(Panel panel) {
        int samples = panel.lines.getFirst().values.size();
        String across = IntStream.rangeClosed(0, TICKS).mapToObj(i -> {
            double y = TOP + PLOT - PLOT * i / (double) TICKS;
            return "<line class=\"grid\" x1=\"%d\" x2=\"%d\" y1=\"%s\" y2=\"%s\"/><text x=\"%d\" y=\"%s\" text-anchor=\"end\">%s</text>"
                    .formatted(LEFT, WIDTH - RIGHT, number(y), number(y), LEFT - 8, number(y + 4),
                            whole(panel.most * i / TICKS));
        }).collect(Collectors.joining("\n"));
        String along = IntStream.rangeClosed(0, TICKS)
                .mapToObj(i -> "<text x=\"%s\" y=\"%d\" text-anchor=\"middle\">%s</text>".formatted(
                        number(LEFT + (WIDTH - LEFT - RIGHT) * i / (double) TICKS), TOP + PLOT + 18,
                        whole((double) samples * i / TICKS)))
                .collect(Collectors.joining("\n"));
        return across + "\n" + along;
    }

    private static String lines(Panel panel) {
        // Ours is drawn last, above the others.
        return panel.lines.reversed().stream().map(line -> "<polyline class=\"%s\" points=\"%s\"/>".formatted(line.kind,
                points(line.values, panel.most))).collect(Collectors.joining("\n"));
    }

    private static String points(List<Double> values, double most) {
        double step = (double) (WIDTH - LEFT - RIGHT) / (values.size() - 1);
        return IntStream.range(0, values.size()).mapToObj(i -> number(LEFT + i * step) + ","
                + number(TOP + PLOT - PLOT * Math.min(1, values.get(i) / most))).collect(Collectors.joining(" "));
    }

    private static String whole(double value) {
        return String.format(Locale.ROOT, "%,.0f", value);
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }
}
