// SPDX-License-Identifier: Apache-2.0
package coopcts.run.deqp;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * dEQP's log of a session: a piece of XML for each case between lines with a hash sign. What a case
 * is that ended the process is seen by its missing end.
 */
final class Qpa implements AutoCloseable {

  /** The version of the format that this is. */
  private static final String VERSION = "0.3.4";

  private final BufferedWriter out;
  private final boolean flushes;

  /**
   * @param flushes whether each case is written when it begins and ends
   */
  Qpa(Path file, String release, String target, boolean flushes) throws IOException {
    this.out = Files.newBufferedWriter(file);
    this.flushes = flushes;
    out.write(
        """
        #sessionInfo releaseName %s
        #sessionInfo releaseId 0x%08x
        #sessionInfo targetName "%s"
        #sessionInfo logFormatVersion "%s"
        #beginSession
        """
            .formatted(release, 0, target.replace('"', '\''), VERSION));
    out.flush();
  }

  void begin(String name) throws IOException {
    out.write("\n#beginTestCaseResult " + name + "\n");
    flush();
  }

  /**
   * @param text what there is to say, or empty
   * @param details the result's own line
   */
  void end(String name, String text, long micros, Status status, String details)
      throws IOException {
    StringWriter xml = new StringWriter();
    try {
      XMLStreamWriter writer = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(xml);
      writer.writeStartDocument("UTF-8", "1.0");
      writer.writeCharacters("\n");
      writer.writeStartElement("TestCaseResult");
      writer.writeAttribute("Version", VERSION);
      writer.writeAttribute("CasePath", name);
      writer.writeAttribute("CaseType", "SelfValidate");
      if (!text.isEmpty()) {
        writer.writeCharacters("\n ");
        writer.writeStartElement("Text");
        writer.writeCharacters(writable(text));
        writer.writeEndElement();
      }
      writer.writeCharacters("\n ");
      writer.writeStartElement("Number");
      writer.writeAttribute("Name", "TestDuration");
      writer.writeAttribute("Description", "Test case duration in microseconds");
      writer.writeAttribute("Tag", "Time");
      writer.writeAttribute("Unit", "us");
      writer.writeCharacters(String.format(Locale.ROOT, "%d", micros));
      writer.writeEndElement();
      writer.writeCharacters("\n ");
      writer.writeStartElement("Result");
      writer.writeAttribute("StatusCode", status.toString());
      writer.writeCharacters(writable(details));
      writer.writeEndElement();
      writer.writeCharacters("\n");
      writer.writeEndElement();
      writer.writeEndDocument();
    } catch (XMLStreamException e) {
      throw new IOException(e);
    }
    out.write(xml + "\n\n#endTestCaseResult\n");
    flush();
  }

  /** XML has no control characters, whatever a driver says. */
  private static String writable(String text) {
    return text.replaceAll("[\\p{Cntrl}\uFFFE\uFFFF\uD800-\uDFFF&&[^\n\t]]", "?");
  }

  private void flush() throws IOException {
    if (flushes) {
      out.flush();
    }
  }

  @Override
  public void close() throws IOException {
    out.write("\n#endSession\n");
    out.close();
  }
}
