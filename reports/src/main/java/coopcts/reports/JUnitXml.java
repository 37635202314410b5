// SPDX-License-Identifier: Apache-2.0
package coopcts.reports;

import coopcts.reports.explain.Buckets;
import coopcts.reports.page.Comment;
import coopcts.reports.read.FileTexts;
import coopcts.reports.read.KeptFile;
import coopcts.reports.read.RecordedVerdict;
import coopcts.reports.read.Recording;
import coopcts.reports.read.Row;
import java.io.IOException;
import java.io.Writer;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.IntStream;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * {@code junit.xml}: one suite for each family, one test case for each case, as Jenkins' schema has
 * it; what the baseline expects is not a failure. A failure has what was found and how to reproduce
 * it in its body, a suite what the run was in its properties.
 */
public final class JUnitXml {

  /** Which cases are written. */
  public enum Scope {
    /** All cases. */
    ALL,
    /** Those that are a failure or an error; the counts stay those of all. */
    FAILURES
  }

  /** Longer bodies are cut. */
  private static final int LONGEST_BODY = 6000;

  /**
   * Characters of all bodies together: GitLab refuses files of more than 30 MB. Failures behind
   * that have none, and less of their messages.
   */
  private static final int ALL_BODIES = 10_000_000;

  private static final int LONGEST_MESSAGE = 1000;
  private static final int SHORT_MESSAGE = 200;

  private final XMLStreamWriter xml;
  private final Recording run;
  private final Buckets buckets;
  private final Scope scope;
  private int left = ALL_BODIES;

  private JUnitXml(XMLStreamWriter xml, Recording run, Buckets buckets, Scope scope) {
    this.xml = xml;
    this.run = run;
    this.buckets = buckets;
    this.scope = scope;
  }

  /**
   * @param buckets of the run's rows: a failure says the title of its cause
   */
  static void write(Path file, Recording run, Buckets buckets, Scope scope) throws IOException {
    try (Writer out = Files.newBufferedWriter(file)) {
      XMLStreamWriter xml = XMLOutputFactory.newInstance().createXMLStreamWriter(out);
      new JUnitXml(xml, run, buckets, scope).write();
      xml.close();
    } catch (XMLStreamException e) {
      throw new IOException(e);
    }
  }

  private void write() throws XMLStreamException {
    xml.writeStartDocument("UTF-8", "1.0");
    newLine();
    xml.writeStartElement("testsuites");
    attribute("name", "CoopCTS on " + run.run().deviceName());
    counts(IntStream.range(0, run.size()).toArray());
    for (Map.Entry<Recording.Family, int[]> family : run.families().entrySet()) {
      suite(family.getKey(), family.getValue());
    }
    newLine();
    xml.writeEndElement();
    xml.writeEndDocument();
  }

  private void counts(int[] rows) throws XMLStreamException {
    attribute("tests", Integer.toString(rows.length));
    attribute("failures", count(rows, JUnitKind.FAILURE));
    attribute("errors", count(rows, JUnitKind.ERROR));
    attribute("time", seconds(Arrays.stream(rows).mapToLong(run::millis).sum()));
  }

  private void suite(Recording.Family family, int[] rows) throws XMLStreamException {
    newLine();
    xml.writeStartElement("testsuite");
    attribute("name", family.name());
    counts(rows);
    attribute("skipped", count(rows, JUnitKind.SKIPPED));
    long started = family.started() > 0 ? family.started() : run.run().started();
    attribute(
        "timestamp",
        DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(
            Instant.ofEpochMilli(started)
                .truncatedTo(ChronoUnit.SECONDS)
                .atOffset(ZoneOffset.UTC)));
    String host = run.run().text("host");
    if (!host.isEmpty()) {
      attribute("hostname", host);
    }
    xml.writeStartElement("properties");
    for (Map.Entry<String, String> fact : run.facts().entrySet()) {
      xml.writeEmptyElement("property");
      attribute("name", fact.getKey());
      attribute("value", fact.getValue());
    }
    xml.writeEndElement();
    for (int row : rows) {
      JUnitKind kind = JUnitKind.of(run, row);
      if (scope == Scope.ALL || kind == JUnitKind.FAILURE || kind == JUnitKind.ERROR) {
        testCase(run.row(row), kind);
      }
    }
    newLine();
    xml.writeEndElement();
  }

  private void testCase(Row row, JUnitKind kind) throws XMLStreamException {
    newLine();
    xml.writeStartElement("testcase");
    attribute("classname", row.part(0) + "." + row.part(1) + "." + row.part(2));
    attribute("name", row.name());
    attribute("time", seconds(row.millis()));
    if (kind != JUnitKind.PASSED) {
      xml.writeStartElement(kind.element);
      attribute(
          "message",
          Comment.shortened(
              row.outcome() + ": " + row.message(), left > 0 ? LONGEST_MESSAGE : SHORT_MESSAGE));
      if (kind != JUnitKind.SKIPPED) {
        attribute("type", row.outcome().toString());
        if (left > 0) {
          String body = Comment.shortened(body(row), LONGEST_BODY);
          left -= body.length();
          xml.writeCharacters(FileTexts.printable(body));
        }
      }
      xml.writeEndElement();
    } else if (row.outcome() == RecordedVerdict.WARN || row.tries() > 1) {
      xml.writeStartElement("system-out");
      xml.writeCharacters(
          FileTexts.printable(
              Comment.shortened(
                  "%s%s: %s"
                      .formatted(
                          row.outcome(),
                          row.tries() > 1 ? " after " + row.tries() + " tries" : "",
                          row.message()),
                  LONGEST_MESSAGE)));
      xml.writeEndElement();
    }
    xml.writeEndElement();
  }

  private String body(Row row) {
    StringBuilder text = new StringBuilder(row.message()).append('\n');
    buckets.of(row).ifPresent(bucket -> text.append("cause: ").append(bucket.title()).append('\n'));
    text.append("assertions: ").append(String.join(" ", row.concerned())).append('\n');
    if (!row.failedSubcases().isEmpty()) {
      text.append("subcases: ").append(String.join(", ", row.failedSubcases())).append('\n');
    }
    boolean reproduced = false;
    for (KeptFile evidence : KeptFile.of(run.run().folder(), row)) {
      if (evidence.name().equals("mismatches.txt") || evidence.name().equals("repro.txt")) {
        try {
          text.append('\n').append(evidence.text().strip()).append('\n');
          reproduced |= evidence.name().equals("repro.txt");
        } catch (IOException e) {
          text.append(evidence.name()).append(" cannot be read\n");
        }
      }
    }
    if (!reproduced) {
      text.append("\n./run-cts.sh repro --out repro ").append(row.name()).append('\n');
    }
    return text.toString();
  }

  private static String seconds(long millis) {
    return BigDecimal.valueOf(millis, 3).toPlainString();
  }

  private void attribute(String name, String value) throws XMLStreamException {
    xml.writeAttribute(name, FileTexts.printable(value));
  }

  private void newLine() throws XMLStreamException {
    xml.writeCharacters("\n");
  }

  private String count(int[] rows, JUnitKind kind) {
    return Long.toString(Arrays.stream(rows).filter(row -> JUnitKind.of(run, row) == kind).count());
  }

  private enum JUnitKind {
    PASSED(""),
    SKIPPED("skipped"),
    FAILURE("failure"),
    ERROR("error");

    private final String element;

    JUnitKind(String element) {
      this.element = element;
    }

    static JUnitKind of(Recording run, int row) {
      RecordedVerdict outcome = run.outcome(row);
      if (!run.isExpected(row)) {
        return switch (outcome) {
          case CRASH, TIMEOUT, DEVICE_LOST, INVALID, MISSING, UNKNOWN -> ERROR;
          default -> FAILURE;
        };
      }
      return outcome.group() == RecordedVerdict.Group.PASSED ? PASSED : SKIPPED;
    }
  }
}
