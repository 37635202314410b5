// SPDX-License-Identifier: Apache-2.0
package coopcts.device.remote;

import coopcts.device.DeviceException;
import coopcts.device.Outcome;
import coopcts.device.ProgrammingInterface;
import coopcts.model.VectorMatrix;
import coopcts.numbers.LittleEndian;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The answers of the driver that an agent uses. */
final class RemoteInterface implements ProgrammingInterface {

  /** A member that a driver did not write. */
  private static final int UNWRITTEN = 0xCDCDCDCD;

  /** What stands in a row before its members: sType, and whether there is a pNext. */
  private static final int LABEL = 8;

  /** Bytes of all features with their names, at most. */
  private static final int FEATURES = 1 << 20;

  private final Agent agent;

  RemoteInterface(Agent agent) {
    this.agent = agent;
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

  private Answer ask(Rows rows, boolean array, int wanted, int room) throws DeviceException {
    RequestBody body =
        new RequestBody().u32(rows.ordinal()).u32(array ? 1 : 0).u32(wanted).u32(room);
    return agent.ask(
        MessageKind.ROWS,
        body,
        2L * Integer.BYTES + (array ? (long) room * bytes(rows) : 0),
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
  public Answer ask(Rows rows) throws DeviceException {
    return ask(rows, false, -1, 0);
  }

  @Override
  public Answer ask(Rows rows, int wanted, int room) throws DeviceException {
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
  public Map<String, Feature> features() throws DeviceException {
    return agent.ask(
        MessageKind.FEATURES,
        new RequestBody(),
        FEATURES,
        answer -> {
          Map<String, Feature> features = new LinkedHashMap<>();
          while (answer.hasMore()) {
            features.put(answer.text(), new Feature(answer.u32(), answer.u32() != 0));
          }
          return features;
        });
  }

  @Override
  public int create(String feature) throws DeviceException {
    return agent.ask(
        MessageKind.CREATE, new RequestBody().text(feature), Integer.BYTES, Reply::u32);
  }

  @Override
  public int size(VectorMatrix from, VectorMatrix to) throws DeviceException {
    RequestBody body = new RequestBody().matrix(from).matrix(to).u32(from.bytes());
    return agent.ask(MessageKind.SIZE, body, Integer.BYTES, Reply::u32);
  }

  @Override
  public int written(VectorMatrix from, VectorMatrix to) throws DeviceException {
    RequestBody body = new RequestBody().matrix(from).matrix(to).block(new byte[from.bytes()]);
    return agent.ask(
        MessageKind.CONVERT, body, RemoteDevice.most(to), answer -> answer.block().length);
  }

  @Override
  public Optional<String> barrier() throws DeviceException {
    try {
      agent.ask(MessageKind.BARRIER, new RequestBody(), 0, Agent.NOTHING);
      return Optional.empty();
    } catch (DeviceException e) {
      if (e.outcome() instanceof Outcome.Refused(String text)) {
        return Optional.of(text);
      }
      throw e;
    }
  }
}
