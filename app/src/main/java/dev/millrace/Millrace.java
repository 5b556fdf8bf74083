package dev.millrace;

import dev.millrace.cli.CommandLineInterface;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.modulith.Modulithic;

/** The front door of the whole program: every command, {@code serve} among them, comes in here. */
@SpringBootApplication
@ConfigurationPropertiesScan
@Modulithic(systemName = "Millrace", sharedModules = {"runtime", "api"})
public class Millrace {
    public static void main(String[] arguments) {
        System.exit(CommandLineInterface.run(Millrace.class, arguments));
    }
}
