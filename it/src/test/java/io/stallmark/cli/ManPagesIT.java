package io.stallmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.ResourceBundle;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.asciidoctor.Asciidoctor;
import org.asciidoctor.Attributes;
import org.asciidoctor.Options;
import org.asciidoctor.SafeMode;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.codegen.docgen.manpage.ManPageGenerator;

/**
 * The manual pages of the repository are those of the program. After a change of options: {@code
 * mvn verify -Dstallmark.golden=write}.
 */
final class ManPagesIT {

  private static final Path DIRECTORY = Path.of("../docs/man");

  @Test
  void pagesInTheRepository_areThoseOfTheProgram() throws Exception {
    Map<String, String> pages = pages();
    if ("write".equals(System.getProperty("stallmark.golden"))) {
      Files.createDirectories(DIRECTORY);
      for (Map.Entry<String, String> page : pages.entrySet()) {
        Files.writeString(DIRECTORY.resolve(page.getKey()), page.getValue());
      }
    }
    assertThat(there()).isEqualTo(pages);
    assertThat(pages).containsKeys("stallmark.1", "stallmark-run.1", "stallmark-compare.1");
  }

  @Test
  void everyOption_hasADescriptionOfItsOwn() {
    assertDescribed(new Calls(Path.of("")).commandLine());
  }

  private static void assertDescribed(CommandLine command) {
    assertThat(command.getCommandSpec().options().stream().map(each -> each.description()[0]))
        .as(command.getCommandName())
        .doesNotHaveDuplicates()
        .doesNotContain("");
    command.getSubcommands().values().forEach(ManPagesIT::assertDescribed);
  }

  /** The library formats texts, and prints a warning for a percent sign that is not doubled. */
  @Test
  void percentSignsOfTexts_areDoubled() {
    ResourceBundle texts = ResourceBundle.getBundle("io.stallmark.cli.texts", Locale.ROOT);
    assertThat(texts.keySet())
        .allSatisfy(
            key ->
                assertThat(texts.getString(key).replace("%%", "").replace("%n", ""))
                    .as(key)
                    .doesNotContain("%"));
  }

  @Test
  void everyHelp_has80Columns_andNoBrokenFileNames() {
    assertReadable(new Calls(Path.of("")).commandLine());
  }

  private static void assertReadable(CommandLine command) {
    String help = command.getUsageMessage();
    assertThat(help.lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
    assertThat(help).doesNotContainPattern("[./]\\n +(csv|hlog|html|json|md|sql|yaml)\\b");
    command.getSubcommands().values().forEach(ManPagesIT::assertReadable);
  }

  private static Map<String, String> there() throws Exception {
    try (Stream<Path> files = Files.list(DIRECTORY)) {
      Map<String, String> pages = new TreeMap<>();
      for (Path file : files.toList()) {
        pages.put(file.getFileName().toString(), Files.readString(file));
      }
      return pages;
    }
  }

  /** By file name. */
  private static Map<String, String> pages() {
    CommandLine stallmark = new Calls(Path.of("")).commandLine();
    Map<String, String> pages = new TreeMap<>();
    try (Asciidoctor asciidoctor = Asciidoctor.Factory.create()) {
      put(asciidoctor, stallmark, pages);
    }
    return pages;
  }

  private static void put(Asciidoctor asciidoctor, CommandLine command, Map<String, String> pages) {
    String name = command.getCommandSpec().qualifiedName("-");
    pages.put(name + ".1", page(asciidoctor, command));
    command.getSubcommands().values().forEach(each -> put(asciidoctor, each, pages));
  }

  private static String page(Asciidoctor asciidoctor, CommandLine command) {
    // Without a heading picocli leaves the examples out.
    command.getCommandSpec().usageMessage().footerHeading("Examples and environment%n");
    StringWriter text = new StringWriter();
    ManPageGenerator.writeSingleManPage(new PrintWriter(text), command.getCommandSpec());
    // Without a date: a page changes when what it says does.
    Attributes attributes = Attributes.builder().attribute("docdate", "").build();
    Options options =
        Options.builder()
            .backend("manpage")
            .standalone(true)
            .safe(SafeMode.SAFE)
            .attributes(attributes)
            .build();
    return asciidoctor.convert(text.toString(), options);
  }
}
