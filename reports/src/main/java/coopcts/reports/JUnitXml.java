package coopcts.reports;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * {@code junit.xml}: one suite for each family, one test case for each case; what the baseline
 * expects is not a failure.
 */
public final class JUnitXml {

  private JUnitXml() {}

  public static void write(Path file, List<Result> results) throws IOException {
    Map<String, List<Result>> families =
        results.stream()
            .collect(
                Collectors.groupingBy(
                    result -> result.part(0) + "." + result.part(1),
                    LinkedHashMap::new,
                    Collectors.toList()));
    try (Writer out = Files.newBufferedWriter(file)) {
      XMLStreamWriter xml = XMLOutputFactory.newInstance().createXMLStreamWriter(out);
      xml.writeStartDocument("UTF-8", "1.0");
      xml.writeStartElement("testsuites");
      for (Map.Entry<String, List<Result>> family : families.entrySet()) {
        suite(xml, family.getKey(), family.getValue());
      }
      xml.writeEndElement();
      xml.writeEndDocument();
      xml.close();
    } catch (XMLStreamException e) {
      throw new IOException(e);
    }
  }

  private static void suite(XMLStreamWriter xml, String name, List<Result> results)
      throws XMLStreamException {
    xml.writeStartElement("testsuite");
    xml.writeAttribute("name", name);
    xml.writeAttribute("tests", Integer.toString(results.size()));
    xml.writeAttribute("failures", Long.toString(count(results, Kind.FAILURE)));
    xml.writeAttribute("errors", Long.toString(count(results, Kind.ERROR)));
    xml.writeAttribute("skipped", Long.toString(count(results, Kind.SKIPPED)));
    for (Result result : results) {
      xml.writeStartElement("testcase");
      xml.writeAttribute("classname", result.group());
      xml.writeAttribute("name", result.name());
      xml.writeAttribute("time", Double.toString(result.millis() / 1000.0));
      Kind kind = Kind.of(result);
      if (kind != Kind.PASSED) {
        xml.writeStartElement(kind.element);
        xml.writeAttribute("message", printable(result.verdict() + ": " + result.message()));
        xml.writeEndElement();
      }
      xml.writeEndElement();
    }
    xml.writeEndElement();
  }

  private static long count(List<Result> results, Kind kind) {
    return results.stream().filter(result -> Kind.of(result) == kind).count();
  }

  /** XML 1.0 has no way to write most control characters. */
  private static String printable(String text) {
    return text.replaceAll("[\\x00-\\x08\\x0B\\x0C\\x0E-\\x1F]", "?");
  }

  private enum Kind {
    PASSED(""),
    SKIPPED("skipped"),
    FAILURE("failure"),
    ERROR("error");

    private final String element;

    Kind(String element) {
      this.element = element;
    }

    static Kind of(Result result) {
      if (!result.expected()) {
        return switch (result.verdict()) {
          case PASS, WARN, FAIL, FLAKE, NOT_SUPPORTED, COMPILE_ERROR, SKIP -> FAILURE;
          case CRASH, TIMEOUT, DEVICE_LOST, INVALID, MISSING -> ERROR;
        };
      }
      return switch (result.verdict()) {
        case PASS, WARN -> PASSED;
        default -> SKIPPED;
      };
    }
  }
}
