package io.stallmark.report.page;

import com.samskivert.mustache.Mustache;
import com.samskivert.mustache.MustacheException;
import com.samskivert.mustache.Template;
import io.stallmark.report.Version;
import io.stallmark.report.file.ResultFiles;
import io.stallmark.report.read.Curves;
import io.stallmark.report.read.RunFiles;
import io.stallmark.spec.FileTrouble;
import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import tools.jackson.databind.JsonNode;

/**
 * Writes {@code report.html}: one file that loads nothing, of one run or of several compared. Texts
 * of the runs are escaped by the template and in the data; a policy in the page forbids every
 * script but its own, and the network. Thread-safe.
 */
public final class ReportPage {

  /**
   * A run among others.
   *
   * @param series what it is a repetition of; its own label when of nothing
   */
  public record Entry(String label, Path directory, String series) {

    /** A run that repeats no other. */
    public Entry(String label, Path directory) {
      this(label, directory, label);
    }
  }

  /**
   * What a page of several runs says of them as a whole.
   *
   * @param about what they have in common, in a line; may be empty
   * @param warnings whole sentences; what is not there, above all
   */
  public record Heading(String title, String about, List<String> warnings) {

    public Heading {
      warnings = List.copyOf(warnings);
    }
  }

  private static final List<String> SCRIPTS =
      List.of("echarts/echarts.common.min.js", "thinning.js", "across.js", "figures.js", "page.js");

  private ReportPage() {}

  /**
   * The page of one run, made of the files in its directory.
   *
   * @throws RunFiles.NoRunException when it is no run's directory
   * @throws IOException with a line for the user
   */
  public static void write(Path directory, Path file) throws IOException {
    RunFiles files = RunFiles.read(directory, kind -> true);
    ChartData data = new ChartData(false);
    data.add(new Entry(files.name(), directory), files);
    write(file, RunView.of(files), data);
  }

  /**
   * One page of several runs, each of which is linked when it has a page of its own. Where several
   * are of one series the page has their median and their least and most, too.
   *
   * @param entries one or more, in the order of the page; labels of any text, better short
   * @throws RunFiles.NoRunException when one of them is no run's directory
   * @throws IOException with a line for the user
   */
  public static void write(List<Entry> entries, Heading heading, Path file) throws IOException {
    write(entries, heading, List.of(), Map.of(), file);
  }

  /**
   * The same, with something above it.
   *
   * @param first tables and charts of the caller's
   * @param drawn what the scripts draw these charts of, by name
   */
  public static void write(
      List<Entry> entries,
      Heading heading,
      List<Page.Block> first,
      Map<String, JsonNode> drawn,
      Path file)
      throws IOException {
    ChartData data = new ChartData(true);
    drawn.forEach(data::put);
    ComparisonView view = new ComparisonView(file);
    for (Entry entry : entries) {
      RunFiles files = RunFiles.read(entry.directory(), Curves.TRANSACTION::equals);
      data.add(entry, files);
      view.add(entry, files);
    }
    write(file, view.page(heading, first), data);
  }

  /** A page that has no run of its own: tables and charts of the caller's alone. */
  public static void write(
      Heading heading, List<Page.Block> blocks, Map<String, JsonNode> drawn, Path file)
      throws IOException {
    ChartData data = new ChartData(true);
    drawn.forEach(data::put);
    write(file, Page.of(heading, blocks), data);
  }

  /** The same, with a title alone. */
  public static void write(List<Entry> entries, String title, Path file) throws IOException {
    write(entries, new Heading(title, "", List.of()), file);
  }

  /**
   * To a run's own page, from where another one will be. Empty: it has none.
   *
   * @param file the other one
   */
  public static String link(Path directory, Path file) {
    Path page = directory.toAbsolutePath().normalize().resolve(ResultFiles.PAGE);
    Path from = file.toAbsolutePath().normalize();
    Path parent = from.getParent();
    if (!Files.isRegularFile(page) || parent == null || page.equals(from)) {
      return "";
    }
    try {
      String relative = parent.relativize(page).toString().replace('\\', '/');
      return new URI(null, null, "./" + relative, null).toASCIIString();
    } catch (URISyntaxException | IllegalArgumentException e) {
      return ""; // on another drive
    }
  }

  private static void write(Path file, Page page, ChartData data) throws IOException {
    Path draft = file.resolveSibling(file.getFileName() + ".tmp");
    try {
      List<String> scripts = new ArrayList<>();
      for (String script : SCRIPTS) {
        scripts.add(resource(script));
      }
      Map<String, Object> rest =
          Map.of(
              "version", Version.stallmark(),
              "notice", resource("echarts/NOTICE").strip(),
              "style", resource("page.css"),
              "scripts", scripts,
              "nonce", UUID.randomUUID(), // what the page's policy knows its own scripts by
              "data", data.print());
      try (Writer out = Files.newBufferedWriter(draft)) {
        template().execute(page, rest, out);
      }
      Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      Files.deleteIfExists(draft);
      throw new IOException(file + " cannot be written: " + FileTrouble.reason(e), e);
    } catch (MustacheException e) { // which hides that of the writer, a full disk's for one
      Files.deleteIfExists(draft);
      String reason =
          e.getCause() instanceof IOException io ? FileTrouble.reason(io) : e.getMessage();
      throw new IOException(file + " cannot be written: " + reason, e);
    }
  }

  private static Template template() throws IOException {
    String table = resource("table.html");
    return Mustache.compiler()
        .emptyStringIsFalse(true)
        .zeroIsFalse(true)
        .withLoader(name -> new java.io.StringReader(table))
        .compile(resource("page.html"));
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = ReportPage.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("Not in the jar: " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
