// SPDX-License-Identifier: Apache-2.0
package coopcts.device.remote;

import coopcts.device.DeviceException;
import coopcts.device.Outcome;
import coopcts.device.ProgrammingInterface;
import coopcts.model.VectorMatrix;
import coopcts.numbers.LittleEndian;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The answers of the driver that an agent uses. */
final class RemoteInterface implements ProgrammingInterface {

  /** A member that a driver did not write. */
  private static final int UNWRITTEN = 0xCDCDCDCD;

  /** What stands in a row before its members: sType, and whether there is a pNext. */
  private static final int LABEL = 8;

  private final Agent agent;

  RemoteInterface(Agent agent) {
    this.agent = agent;
  }

  /** What answers in the place of a device; one that is gone ends this process. */
  private interface Reading<T> {
    T read(Reply answer) throws IOException;
  }

  private <T> T ask(int kind, Body body, Reading<T> reading) throws DeviceException {
    Reply answer = agent.ask(kind, body);
    try {
      return reading.read(answer);
    } catch (IOException e) {
      throw agent.lost(e);
    }
  }

  /** For questions that a driver cannot refuse. */
  private <T> T demand(int kind, Body body, Reading<T> reading) {
    try {
      return ask(kind, body, reading);
    } catch (DeviceException e) {
      if (e.outcome() instanceof Outcome.Refused(String text)) {
        throw new IllegalStateException(text);
      }
      throw agent.gone(e.outcome().toString());
    }
  }

  private static int structureType(Rows rows) {
    return switch (rows) {
      case MATRIX -> 1000506001;
      case FLEXIBLE -> 1000593001;
      case QUERIED -> 1000659002;
      case VECTOR -> 1000491002;
    };
  }

  private static int members(Rows rows) {
    return switch (rows) {
      case MATRIX -> 9;
      case FLEXIBLE -> 10;
      case QUERIED -> 7;
      case VECTOR -> 6;
    };
  }

  private static int bytes(Rows rows) {
    return LABEL + Integer.BYTES * members(rows);
  }

  private Answer ask(Rows rows, boolean array, int wanted, int room) {
    Body body = new Body().u32(rows.ordinal()).u32(array ? 1 : 0).u32(wanted).u32(room);
    return demand(
        Kind.ROWS,
        body,
        answer -> {
          int result = answer.u32();
          int count = answer.u32();
          byte[] content = new byte[array ? room * bytes(rows) : 0];
          for (int at = 0; at < content.length; at += Integer.BYTES) {
            LittleEndian.put(content, at, Integer.BYTES, answer.u32());
          }
          return new Answer(result, count, content);
        });
  }

  @Override
  public Answer ask(Rows rows) {
    return ask(rows, false, -1, 0);
  }

  @Override
  public Answer ask(Rows rows, int wanted, int room) {
    return ask(rows, true, wanted, room);
  }

  private static int word(Rows rows, ProgrammingInterface.Answer answer, int index, int offset) {
    return (int) LittleEndian.get(answer.array(), index * bytes(rows) + offset, Integer.BYTES);
  }

  @Override
  public boolean isUnwritten(Rows rows, ProgrammingInterface.Answer answer, int index) {
    for (int member = 0; member < members(rows); member++) {
      if (word(rows, answer, index, LABEL + Integer.BYTES * member) != UNWRITTEN) {
        return false;
      }
    }
    return isLabelled(rows, answer, index);
  }

  @Override
  public boolean isLabelled(Rows rows, ProgrammingInterface.Answer answer, int index) {
    return word(rows, answer, index, 0) == structureType(rows)
        && word(rows, answer, index, Integer.BYTES) == 0;
  }

  @Override
  public Map<String, Feature> features() {
    return demand(
        Kind.FEATURES,
        new Body(),
        answer -> {
          Map<String, Feature> features = new LinkedHashMap<>();
          while (answer.hasMore()) {
            features.put(answer.text(), new Feature(answer.u32(), answer.u32() != 0));
          }
          return features;
        });
  }

  @Override
  public int create(String feature) {
    return demand(Kind.CREATE, new Body().text(feature), Reply::u32);
  }

  @Override
  public int size(VectorMatrix from, VectorMatrix to) throws DeviceException {
    Body body = new Body().matrix(from).matrix(to).u32(from.bytes());
    return ask(Kind.SIZE, body, Reply::u32);
  }

  @Override
  public int written(VectorMatrix from, VectorMatrix to) throws DeviceException {
    Body body = new Body().matrix(from).matrix(to).block(new byte[from.bytes()]);
    return ask(Kind.CONVERT, body, answer -> answer.block().length);
  }

  @Override
  public Optional<String> barrier() {
    try {
      agent.ask(Kind.BARRIER, new Body());
      return Optional.empty();
    } catch (DeviceException e) {
      if (e.outcome() instanceof Outcome.Refused(String text)) {
        return Optional.of(text);
      }
      throw agent.gone(e.outcome().toString());
    }
  }
}
