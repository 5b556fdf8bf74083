package dev.millrace;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.modulith.core.ApplicationModules;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

/** The shape of the house. */
class StructureTests {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.millrace");
    private static final Path ROOT = Path.of("..");
    /** In the form [text](target) or src="target", without what follows a #. */
    private static final Pattern LINK = Pattern.compile("(?:\\]\\(|(?:src|href)=\")([^)\"#\\s]+)");
    /** The start, before there is a pool; the doctor; and the command that is all about SQL. */
    private static final Set<String> SPEAK_SQL_TOO = Set.of("BackingServices", "EmbeddedPostgres", "ServiceChecks",
            "SqlCommand", "ResultPrinter");

    @Test
    void roomsTalkOnlyThroughTheirDoors() {
        ApplicationModules.of(Millrace.class).verify();
    }

    @Test
    void onlyStoresSpeakSql() {
        noClasses().that().haveSimpleNameNotEndingWith("Store")
                .and(describe("are no exception", it -> !SPEAK_SQL_TOO.contains(it.getSimpleName())))
                .should().dependOnClassesThat(
                        assignableTo(JdbcClient.class).or(assignableTo(Connection.class))
                                .or(assignableTo(Statement.class)))
                .check(CLASSES);
    }

    @Test
    void whatTheDocumentsLinkToIsThere() throws IOException {
        List<Path> documents = documents();
        assertThat(documents).hasSizeGreaterThan(10);

        for (Path document : documents) {
            assertThat(LINK.matcher(Files.readString(document)).results().map(link -> link.group(1))
                    .filter(target -> !target.matches("[a-z]+:.*")))
                    .as(document.toString())
                    .allSatisfy(target -> assertThat(document.resolveSibling(target)).exists());
        }
    }

    private static List<Path> documents() throws IOException {
        try (Stream<Path> root = Files.list(ROOT); Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
            return Stream.concat(root, docs).filter(file -> file.toString().endsWith(".md")).toList();
        }
    }

    @Test
    void everyPackageIsNullMarkedAndSaysWhatItIsFor() throws IOException {
        assertThat(CLASSES.getPackage("dev.millrace").getSubpackagesInTree()).hasSizeGreaterThan(4)
                .allSatisfy(room -> assertThat(room.isAnnotatedWith(NullMarked.class)).as(room.getName()).isTrue());
        for (JavaPackage room : CLASSES.getPackage("dev.millrace").getSubpackages()) {
            Path info = Path.of("src/main/java", room.getName().replace('.', '/'), "package-info.java");
            assertThat(Files.readString(info)).as(info.toString()).contains("@ApplicationModule(").contains("table");
        }
    }

    @Test
    void standardOutputBelongsToTheCommands() {
        noClasses().that().resideOutsideOfPackage("dev.millrace.cli").should().accessField(System.class, "out")
                .orShould().accessField(System.class, "err").check(CLASSES);
    }

    /** Under the content policy these would be dead: inline styles and scripts, and what htmx evaluates. */
    @Test
    void templatesNeedNoInlineCode() throws IOException {
        try (Stream<Path> templates = Files.walk(Path.of("src/main/resources/templates"))) {
            assertThat(templates.filter(file -> file.toString().endsWith(".html"))).hasSizeGreaterThan(5)
                    .allSatisfy(file -> assertThat(Files.readString(file))
                            .doesNotContainPattern("\\sstyle=").doesNotContainPattern("\\son[a-z]+=")
                            .doesNotContain("hx-on").doesNotContain("js:")
                            .doesNotContainPattern("hx-trigger=\"[^\"]*\\[")
                            .doesNotContainPattern("<script(?![^>]*src)").doesNotContain("<style"));
        }
    }

    @Test
    void theDiagramInTheDocumentsIsTheOneThatTheCodeGives() throws IOException {
        Path file = ROOT.resolve("docs/rooms.md");
        String diagram = RoomDiagram.of(ApplicationModules.of(Millrace.class));
        if (Boolean.getBoolean("update-docs")) {
            Files.writeString(file, diagram);
        }

        assertThat(file).as("run: mvn test -pl app -Dtest=StructureTests -Dupdate-docs=true").hasContent(diagram);
    }
}
