package io.stallmark.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * Prints at the end of {@code mvn verify} which tests any module has skipped, and why, by the XML
 * reports of Surefire and Failsafe.
 */
public final class LeftOut {

  private final Map<String, List<String>> testsByReason = new TreeMap<>();
  private int reports;

  /**
   * Reads the reports.
   *
   * @param root directory of the modules
   * @param begin start of the build: older reports are of an earlier one
   */
  LeftOut(Path root, Instant begin) throws IOException {
    try (Stream<Path> files = Files.find(root, 4, (file, about) -> isReport(file, begin))) {
      for (Path file : files.sorted().toList()) {
        read(file);
      }
    }
  }

  private static boolean isReport(Path file, Instant begin) {
    try {
      return file.getFileName().toString().matches("TEST-.*\\.xml")
          && file.getParent().getFileName().toString().endsWith("-reports")
          && Files.getLastModifiedTime(file).compareTo(FileTime.from(begin)) >= 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void read(Path file) throws IOException {
    reports++;
    NodeList skips;
    try {
      skips =
          DocumentBuilderFactory.newInstance()
              .newDocumentBuilder()
              .parse(file.toFile())
              .getElementsByTagName("skipped");
    } catch (SAXException | ParserConfigurationException e) {
      throw new IOException(file + " is no report", e);
    }
    for (int i = 0; i < skips.getLength(); i++) {
      Element skip = (Element) skips.item(i);
      Element test = (Element) skip.getParentNode();
      String type = test.getAttribute("classname").replaceFirst(".*\\.", "");
      String name = test.getAttribute("name"); // empty: the whole class
      testsByReason
          .computeIfAbsent(reason(skip), reason -> new ArrayList<>())
          .add(name.isEmpty() ? type : type + "." + name);
    }
  }

  /** Returns the message; an assumption that does not hold has it in its stack trace alone. */
  private static String reason(Element skip) {
    return skip.hasAttribute("message")
        ? skip.getAttribute("message").strip()
        : skip.getTextContent()
            .strip()
            .replaceFirst("^[\\w.]+:\\s+(Assumption failed: )?", "")
            .split("\\R")[0];
  }

  /** Returns a title, and for each reason a line with it and one with the tests it skipped. */
  List<String> lines() {
    if (reports == 0) {
      return List.of("No test ran.");
    }
    if (testsByReason.isEmpty()) {
      return List.of("No test was skipped.");
    }
    List<String> lines = new ArrayList<>();
    lines.add("Skipped, neither passed nor failed:");
    testsByReason.forEach(
        (reason, tests) -> {
          lines.add(String.format(Locale.ROOT, "  %d: %s", tests.size(), reason));
          lines.add("      " + String.join(", ", tests));
        });
    return lines;
  }

  /**
   * Prints the lines.
   *
   * @param arguments directory of the modules, start of the build, and the tag of tests that this
   *     build leaves out
   */
  public static void main(String[] arguments) throws IOException {
    System.out.println();
    new LeftOut(Path.of(arguments[0]), Instant.parse(arguments[1]))
        .lines()
        .forEach(System.out::println);
    if (arguments[2].equals("thorough")) {
      System.out.println("Left out by choice: what only mvn verify -Pthorough tests.");
    }
    System.out.println();
  }
}
