// SPDX-License-Identifier: Apache-2.0
package coopcts.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;

/** Standard output that remembers what could not be written, which a {@link PrintStream} hides. */
final class Output extends FilterOutputStream {

  /** A reader that went away, such as {@code head}, has what it wanted. */
  private static final String READER_GONE = "Broken pipe";

  private IOException failure;

  private Output(OutputStream out) {
    super(out);
  }

  /** Puts one in the place of {@link System#out}. */
  static Output install() {
    Output output = new Output(new FileOutputStream(FileDescriptor.out));
    System.setOut(new PrintStream(output, true, System.out.charset()));
    return output;
  }

  @Override
  public void write(int one) throws IOException {
    write(new byte[] {(byte) one}, 0, 1);
  }

  @Override
  public synchronized void write(byte[] bytes, int from, int length) throws IOException {
    try {
      out.write(bytes, from, length);
    } catch (IOException e) {
      failure = failure == null ? e : failure;
      throw e;
    }
  }

  /** 3, said in one line, where something is lost that was to be read; else 0. */
  int code() {
    System.out.flush();
    String why = failure == null ? READER_GONE : failure.getMessage();
    if (READER_GONE.equals(why)) {
      return 0;
    }
    System.err.println("coopcts: standard output cannot be written: " + why);
    return Main.NO_DEVICE;
  }
}
