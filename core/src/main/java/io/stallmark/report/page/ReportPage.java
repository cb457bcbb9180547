package io.stallmark.report.page;

import io.stallmark.record.Kind;
import io.stallmark.report.file.ResultFiles;
import io.stallmark.report.file.RunFiles;
import io.stallmark.result.RunDocument;
import io.stallmark.result.StallmarkVersion;
import io.stallmark.text.FileTrouble;
import io.stallmark.text.WholeFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.io.Writer;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes HTML pages of one run, of several runs, or of tables only. A page is one file that loads
 * no other. Java embeds the data as JSON; the page's scripts build its tables and charts from it,
 * and insert every text as a text node. Thread-safe.
 */
public final class ReportPage {

  /**
   * Run on a page of several runs.
   *
   * @param series label that its repetitions share; equals its label if it has none
   */
  public record Entry(String label, Path directory, String series) {

    /** Creates an entry of a run without repetitions. */
    public Entry(String label, Path directory) {
      this(label, directory, label);
    }
  }

  /**
   * Head of a page of several runs.
   *
   * @param about properties that the runs share, in one line; may be empty
   * @param warnings whole sentences
   */
  public record Heading(String title, String about, List<String> warnings) {

    public Heading {
      warnings = List.copyOf(warnings);
    }
  }

  private ReportPage() {}

  /**
   * Writes the page of one run from the files in its directory.
   *
   * @throws io.stallmark.result.NoRunException if it is not a run's directory
   * @throws IOException if a file cannot be read or written, with a line for the user
   */
  public static void write(Path directory, Path file) throws IOException {
    RunFiles files = RunFiles.read(directory, kind -> true);
    Entry entry = new Entry(files.name(), directory);
    EmbeddedRun run = EmbeddedRun.of(entry, files, "", Set.of());
    Map<String, Object> data = new LinkedHashMap<>(ProgressChart.of(directory));
    data.putAll(EmbeddedRun.agents(directory));
    data.put("runs", List.of(run));
    data.put("heat", files.curves().heat().cells());
    EmbeddedOptions options = EmbeddedOptions.of(files.run());
    data.put("options", options);
    data.put("command", RepeatCommand.of(files.run(), options));
    write(data, file);
  }

  /**
   * Returns the page of a run that is still going on, which {@link LivePage} serves. It has the
   * content of {@code run.json}, and asks for everything else.
   *
   * @param run content of {@code run.json} so far; null: it is not written yet
   * @param names names of workload and binding
   * @param live what {@code live.js} needs
   */
  static String live(@Nullable RunDocument run, Map<String, String> names, Map<String, ?> live)
      throws IOException {
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("live", live);
    data.put("runs", List.of(EmbeddedRun.live(run, names)));
    data.put(
        "options", run == null ? new EmbeddedOptions(Map.of(), Map.of()) : EmbeddedOptions.of(run));
    StringWriter page = new StringWriter();
    write(data, page);
    return page.toString();
  }

  /**
   * Writes one page of several runs, each linked to its own page if it has one.
   *
   * @param entries runs in the order of the page; may be empty; labels may be any text, preferably
   *     short
   * @param more content above the runs: {@code tables}, a list of {@link
   *     io.stallmark.report.table.TextTable}; {@code differences}, {@code history}, {@code search}
   *     and {@code sweep}, which across.js draws; {@code duet}, which duet.js draws; {@code
   *     matrix}, which matrix.js shows; {@code command}, which repeats the runs
   * @throws io.stallmark.result.NoRunException if one of them is not a run's directory
   * @throws IOException if a file cannot be read or written, with a line for the user
   */
  public static void write(List<Entry> entries, Heading heading, Map<String, ?> more, Path file)
      throws IOException {
    List<EmbeddedRun> runs = new ArrayList<>();
    for (Entry entry : entries) {
      RunFiles files = RunFiles.read(entry.directory(), Kind.TRANSACTION::equals);
      runs.add(EmbeddedRun.of(entry, files, link(entry.directory(), file), EmbeddedRun.SINGLE));
    }
    Map<String, Object> data = new LinkedHashMap<>(ProgressChart.of(entries));
    data.putAll(more);
    data.put("heading", heading);
    data.put("runs", runs);
    write(data, file);
  }

  /**
   * Returns a relative link to a run's own page; empty: it has none.
   *
   * @param file page that contains the link
   */
  public static String link(Path directory, Path file) {
    return linkTo(directory.resolve(ResultFiles.PAGE), file);
  }

  /**
   * Returns a relative link to a page; empty: it does not exist.
   *
   * @param file page that contains the link
   */
  public static String linkTo(Path target, Path file) {
    Path page = target.toAbsolutePath().normalize();
    Path from = file.toAbsolutePath().normalize();
    Path parent = from.getParent();
    if (!Files.isRegularFile(page) || parent == null || page.equals(from)) {
      return "";
    }
    try {
      String relative = parent.relativize(page).toString().replace('\\', '/');
      return new URI(null, null, "./" + relative, null).toASCIIString();
    } catch (URISyntaxException | IllegalArgumentException e) {
      return ""; // the page is on another drive
    }
  }

  private static void write(Map<String, ?> data, Path file) throws IOException {
    try {
      WholeFile.write(file, out -> write(data, out));
    } catch (IOException e) {
      throw new IOException(file + " cannot be written: " + FileTrouble.reason(e), e);
    }
  }

  private static void write(Map<String, ?> data, Writer out) throws IOException {
    Map<String, String> values = values(data);
    for (String part : resource("page.html").split("(?=\\{\\{)|(?<=}})")) {
      boolean script = part.endsWith(".js}}");
      out.write(script ? resource(part.replaceAll("[{}]", "")) : values.getOrDefault(part, part));
    }
  }

  /** Returns the replacement of each marker in the template, except the names of scripts. */
  private static Map<String, String> values(Map<String, ?> data) throws IOException {
    return Map.of(
        "{{nonce}}", UUID.randomUUID().toString(), // the page allows scripts with it only
        "{{connect}}", data.containsKey("live") ? "connect-src 'self'; " : "",
        "{{version}}", StallmarkVersion.stallmark(),
        "{{style}}", resource("page.css"),
        "{{notice}}", resource("echarts/NOTICE").strip(),
        "{{data}}", embedded(data));
  }

  /** Returns the data as JSON in which no text can end the script element or begin a comment. */
  private static String embedded(Map<String, ?> data) {
    Map<String, Object> whole = new LinkedHashMap<>(data);
    whole.put("metrics", EmbeddedMetrics.ALL);
    return JsonMapper.shared()
        .writeValueAsString(whole)
        .replace("<", "\\u003c")
        .replace("\u2028", "\\u2028")
        .replace("\u2029", "\\u2029");
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
