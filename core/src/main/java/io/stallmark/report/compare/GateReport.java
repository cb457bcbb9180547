package io.stallmark.report.compare;

import io.stallmark.analysis.compare.RegressionGate;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** Writes the outcome of a gate as JUnit XML, which CI systems show: a test case for each row. */
public final class GateReport {

  private static final String CLASS = "stallmark.gate";

  private GateReport() {}

  /**
   * Writes the file.
   *
   * @param decided whether an undecided row is a failure; otherwise it is a skipped test case
   */
  public static void write(ComparedGroups compared, boolean decided, Path file) throws IOException {
    try (Writer out = Files.newBufferedWriter(file)) {
      XMLStreamWriter xml = XMLOutputFactory.newFactory().createXMLStreamWriter(out);
      xml.writeStartDocument("UTF-8", "1.0");
      xml.writeCharacters("\n");
      xml.writeStartElement("testsuites");
      suite(xml, compared, decided);
      xml.writeEndElement();
      xml.writeCharacters("\n");
      xml.writeEndDocument();
      xml.close();
    } catch (XMLStreamException e) {
      throw new IOException(e);
    }
  }

  private static void suite(XMLStreamWriter xml, ComparedGroups compared, boolean decided)
      throws XMLStreamException {
    List<RegressionGate.Finding> findings = compared.findings();
    long undecided = findings.stream().filter(GateReport::isUndecided).count();
    long failed = findings.stream().filter(RegressionGate.Finding::fails).count();
    xml.writeCharacters("\n  ");
    xml.writeStartElement("testsuite");
    xml.writeAttribute("name", compared.a().name() + " → " + compared.b().name());
    xml.writeAttribute("tests", Integer.toString(findings.size() + 1));
    xml.writeAttribute("failures", Long.toString(decided ? failed + undecided : failed));
    xml.writeAttribute("errors", compared.unfit().isEmpty() ? "0" : "1");
    xml.writeAttribute("skipped", decided ? "0" : Long.toString(undecided));
    begin(xml, "runs are fit");
    if (!compared.unfit().isEmpty()) {
      outcome(xml, "error", String.join("\n", compared.unfit()));
    }
    xml.writeEndElement();
    for (RegressionGate.Finding finding : findings) {
      begin(xml, finding.row().id());
      if (finding.fails() || (decided && isUndecided(finding))) {
        outcome(xml, "failure", ComparisonText.finding(finding));
      } else if (isUndecided(finding)) {
        outcome(xml, "skipped", ComparisonText.finding(finding));
      }
      xml.writeEndElement();
    }
    xml.writeCharacters("\n  ");
    xml.writeEndElement();
    xml.writeCharacters("\n");
  }

  private static boolean isUndecided(RegressionGate.Finding finding) {
    return finding.outcome() == RegressionGate.Outcome.UNDECIDED;
  }

  private static void begin(XMLStreamWriter xml, String name) throws XMLStreamException {
    xml.writeCharacters("\n    ");
    xml.writeStartElement("testcase");
    xml.writeAttribute("classname", CLASS);
    xml.writeAttribute("name", name);
  }

  private static void outcome(XMLStreamWriter xml, String element, String message)
      throws XMLStreamException {
    xml.writeEmptyElement(element);
    xml.writeAttribute("message", message);
  }
}
