package io.stallmark.report;

import io.stallmark.result.RunDocument;
import io.stallmark.result.RunDocument.LimitSummary;
import io.stallmark.result.RunState;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** Outcomes as JUnit XML, which CI systems show. */
public record JUnitReport(String suite, List<Case> cases) {

  /** Outcome of a test case; the name in lower case is the element in the file. */
  public enum Outcome {
    PASSED,
    SKIPPED,
    FAILURE,
    ERROR
  }

  /**
   * A test case.
   *
   * @param group its class: {@code stallmark.gate}
   * @param message what happened; ignored if it passed
   */
  public record Case(String group, String name, Outcome outcome, String message) {}

  /** Returns the outcome of a run that has ended, and those of its limits. */
  public static JUnitReport of(RunDocument run) {
    List<LimitSummary> limits = Objects.requireNonNullElse(run.outcome().limits(), List.of());
    List<Case> cases = new ArrayList<>();
    cases.add(
        new Case(
            "stallmark.run",
            "run",
            run.state() == RunState.COMPLETED ? Outcome.PASSED : Outcome.ERROR,
            Objects.requireNonNullElse(run.reason(), "")));
    for (LimitSummary limit : limits) {
      cases.add(
          new Case(
              "stallmark.limit",
              limit.limit(),
              limit.met() ? Outcome.PASSED : Outcome.FAILURE,
              limit.description()));
    }
    return new JUnitReport(run.workload() + " on " + run.binding(), cases);
  }

  /** Writes the file. */
  public void write(Path file) throws IOException {
    try (Writer out = Files.newBufferedWriter(file)) {
      XMLStreamWriter xml = XMLOutputFactory.newFactory().createXMLStreamWriter(out);
      xml.writeStartDocument("UTF-8", "1.0");
      xml.writeCharacters("\n");
      xml.writeStartElement("testsuites");
      xml.writeCharacters("\n  ");
      xml.writeStartElement("testsuite");
      xml.writeAttribute("name", suite);
      xml.writeAttribute("tests", Integer.toString(cases.size()));
      xml.writeAttribute("failures", count(Outcome.FAILURE));
      xml.writeAttribute("errors", count(Outcome.ERROR));
      xml.writeAttribute("skipped", count(Outcome.SKIPPED));
      for (Case each : cases) {
        write(xml, each);
      }
      xml.writeCharacters("\n  ");
      xml.writeEndElement();
      xml.writeCharacters("\n");
      xml.writeEndElement();
      xml.writeCharacters("\n");
      xml.writeEndDocument();
      xml.close();
    } catch (XMLStreamException e) {
      throw new IOException(e);
    }
  }

  private String count(Outcome outcome) {
    return Long.toString(cases.stream().filter(each -> each.outcome == outcome).count());
  }

  private static void write(XMLStreamWriter xml, Case each) throws XMLStreamException {
    xml.writeCharacters("\n    ");
    xml.writeStartElement("testcase");
    xml.writeAttribute("classname", each.group);
    xml.writeAttribute("name", each.name);
    if (each.outcome != Outcome.PASSED) {
      xml.writeEmptyElement(each.outcome.name().toLowerCase(Locale.ROOT));
      xml.writeAttribute("message", each.message);
    }
    xml.writeEndElement();
  }
}
