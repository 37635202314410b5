// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import coopcts.model.MatrixType;
import coopcts.model.MemoryLayout;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.LittleEndian;
import coopcts.numbers.NumberFormat;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;

/**
 * What memory may hold after a dispatch. The {@link Judge} compares buffers with it.
 *
 * @param buffers what each buffer may hold, in order of binding
 * @param totals conditions on sums of 32-bit elements of one buffer
 * @param properties what must hold of all buffers together, where no single element is determined
 */
public record Expectation(List<Buffer> buffers, List<Total> totals, List<Property> properties) {

  /**
   * An expectation without properties of all buffers together.
   *
   * @param buffers what each buffer may hold, in order of binding
   * @param totals conditions on sums of 32-bit elements of one buffer; may be empty
   */
  public Expectation(List<Buffer> buffers, List<Total> totals) {
    this(buffers, totals, List.of());
  }

  /**
   * A copy in which every rule names further assertions, so that a mismatch names them too.
   *
   * @param more IDs of assertions; those that a rule has already are not repeated
   * @return a copy whose rules bind no more strongly than each of the new assertions may ({@link
   *     Binding#most})
   */
  public Expectation and(List<String> more) {
    Map<Rule, Rule> extended = new HashMap<>();
    UnaryOperator<Rule> and = rule -> extended.computeIfAbsent(rule, own -> own.and(more));
    return new Expectation(
        buffers.stream().map(buffer -> buffer.with(and)).toList(),
        totals.stream()
            .map(
                total ->
                    new Total(
                        total.buffer,
                        total.offset,
                        total.count,
                        total.bound,
                        and.apply(total.rule)))
            .toList(),
        properties.stream()
            .map(property -> new Property(and.apply(property.rule), property.violations))
            .toList());
  }

  /**
   * {@return a copy in which all that is stored to any buffer is expected by a rule, as strongly as
   * before at most}
   *
   * @param rule why it is expected
   */
  public Expectation storedBy(Rule rule) {
    return new Expectation(
        buffers.stream().map(buffer -> buffer.storedBy(rule)).toList(), totals, properties);
  }

  /**
   * {@return a copy in which one buffer's expectation is changed}
   *
   * @param buffer its binding, from 0
   * @param change gives what it may hold
   */
  public Expectation with(int buffer, UnaryOperator<Buffer> change) {
    List<Buffer> all = new ArrayList<>(buffers);
    all.set(buffer, change.apply(all.get(buffer)));
    return new Expectation(all, totals, properties);
  }

  /** Bytes that nothing may have touched fall under this rule. */
  static final Rule UNTOUCHED = Rule.must("KHR-STORE-003", "KHR-MEM-006");

  /** Bytes of which the expected contents alone are known fall under this one. */
  static final Rule CONTENTS = Rule.must("expect");

  /**
   * What one buffer may hold: bytes, and on top of them elements for which more than these is
   * acceptable.
   *
   * @param bytes the expected contents; null for a buffer that is not compared
   * @param open by byte offset, ascending, the elements for which other contents are acceptable too
   * @param written which matrices were stored where, in the order of the stores; later ones cover
   *     earlier
   * @param untouched the rule that a byte without a store breaks if it changes
   */
  public record Buffer(
      byte[] bytes, Map<Integer, Open> open, List<Written> written, Rule untouched) {

    /**
     * A buffer whose bytes without a store fall under KHR-STORE-003.
     *
     * @param bytes the expected contents; null for a buffer that is not compared
     * @param open by byte offset, ascending, the elements for which other contents are acceptable
     *     too
     * @param written which matrices were stored where, in the order of the stores
     */
    public Buffer(byte[] bytes, Map<Integer, Open> open, List<Written> written) {
      this(bytes, open, written, UNTOUCHED);
    }

    /**
     * {@return a copy in which another rule keeps the bytes without a store}
     *
     * @param rule that such a byte breaks if it changes
     */
    public Buffer untouchedBy(Rule rule) {
      return new Buffer(bytes, open, written, rule);
    }

    /**
     * {@return a copy that accepts both zeros of a float wherever it accepts one whose sign no
     * assertion binds} For players that know no tiers: the {@link Judge} takes such a zero for a
     * miss of quality.
     */
    public Buffer withEitherZero() {
      OpenElements all = new OpenElements();
      open.forEach((offset, own) -> all.set(offset, own.withEitherZero()));
      for (Written one : written) {
        if (one.type.component().format() instanceof FloatFormat format) {
          for (int e = 0; e < one.type.size(); e++) {
            int offset = (int) one.addresses.of(e / one.type.columns(), e % one.type.columns());
            Optional<Element> seen = elementAt(offset);
            if (seen.isPresent() && seen.get().in.equals(one) && all.at(offset) == null) {
              long pattern = LittleEndian.get(bytes, offset, format.bits() / 8);
              Open element = new Open(format, new Acceptance.OneOf(pattern), one.rule);
              Open either = element.withEitherZero();
              all.set(offset, either == element ? null : either);
            }
          }
        }
      }
      return new Buffer(bytes, all, written, untouched);
    }

    /**
     * {@return a copy in which all that is stored is expected by a rule, as strongly as before at
     * most}
     *
     * @param rule why it is expected
     */
    public Buffer storedBy(Rule rule) {
      return with(own -> rule.noMoreThan(own.tier())).untouchedBy(untouched);
    }

    /**
     * {@return a copy in which elements of stored matrices that can be seen have rules of their
     * own, as strong as before at most}
     *
     * @param rules gives the rule of an element by its row-major index, or null for that of the
     *     matrix; the same for all matrices
     */
    public Buffer eachBy(IntFunction<Rule> rules) {
      OpenElements all = new OpenElements();
      open.forEach(all::set);
      for (Written one : written) {
        NumberFormat format = one.type.component().format();
        for (int e = 0; e < one.type.size(); e++) {
          Rule rule = rules.apply(e);
          int offset = (int) one.addresses.of(e / one.type.columns(), e % one.type.columns());
          if (rule != null && elementAt(offset).filter(seen -> seen.in.equals(one)).isPresent()) {
            Open before = all.at(offset);
            Acceptance acceptance =
                before != null
                    ? before.acceptance
                    : new Acceptance.OneOf(LittleEndian.get(bytes, offset, format.bits() / 8));
            Rule had = before != null ? before.rule : one.rule;
            all.set(offset, new Open(format, acceptance, rule.noMoreThan(had.tier())));
          }
        }
      }
      return new Buffer(bytes, all, written, untouched);
    }

    private Buffer with(UnaryOperator<Rule> change) {
      OpenElements changed = new OpenElements();
      open.forEach(
          (offset, own) ->
              changed.set(offset, new Open(own.format, own.acceptance, change.apply(own.rule))));
      return new Buffer(
          bytes,
          changed,
          written.stream().map(one -> one.by(change.apply(one.rule))).toList(),
          change.apply(untouched));
    }

    /**
     * {@return a buffer of which the contents are known, and not what is stored there}
     *
     * @param bytes the expected contents
     */
    public static Buffer of(byte[] bytes) {
      return new Buffer(bytes, Map.of(), List.of(), CONTENTS);
    }

    /** A buffer that nothing is said of. */
    public static final Buffer UNJUDGED = new Buffer(null, Map.of(), List.of());

    /** {@return whether the buffer is compared: whether it has expected bytes} */
    public boolean isJudged() {
      return bytes != null;
    }

    /** The contents, where there is only one way for them to be. */
    Optional<byte[]> exact() {
      byte[] exact = bytes.clone();
      for (var entry : open.entrySet()) {
        Open element = entry.getValue();
        if (!(element.acceptance instanceof Acceptance.OneOf(long[] patterns))
            || patterns.length != 1) {
          return Optional.empty();
        }
        LittleEndian.put(exact, entry.getKey(), element.format.bits() / 8, patterns[0]);
      }
      return Optional.of(exact);
    }

    /** The last matrix stored over a byte, if any was. */
    Optional<Element> elementAt(int offset) {
      for (Written record : written.reversed()) {
        Optional<Element> element = record.elementAt(offset);
        if (element.isPresent()) {
          return element;
        }
      }
      return Optional.empty();
    }
  }

  /**
   * An element with more than one acceptable pattern.
   *
   * @param format of the element's patterns
   * @param acceptance the acceptable patterns
   * @param rule why they are acceptable
   */
  public record Open(NumberFormat format, Acceptance acceptance, Rule rule) {

    /**
     * The same, or with zeros of both signs where it takes one that no sentence binds the sign of.
     */
    Open withEitherZero() {
      if (!(acceptance instanceof Acceptance.OneOf(long[] patterns))
          || !(format instanceof FloatFormat floats)) {
        return this;
      }
      for (long zero : new long[] {0, floats.signBit()}) {
        if (rule.mayLoseSign(format, acceptance, zero) && !acceptance.accepts(format, zero)) {
          long[] either = Arrays.copyOf(patterns, patterns.length + 1);
          either[patterns.length] = zero;
          return new Open(format, new Acceptance.OneOf(either), rule);
        }
      }
      return this;
    }
  }

  /** One element of a stored matrix. */
  record Element(Written in, int row, int column, int offset) {}

  /**
   * One stored matrix, visible between the byte offsets from and to.
   *
   * @param type of the matrix
   * @param addresses where its elements lie, in bytes
   * @param instance the scope instance that stored it, counted from 0
   * @param rule why it is there
   * @param from the first byte offset that later stores left visible
   * @param to the byte offset behind the last
   */
  public record Written(
      MatrixType type, Addresses addresses, int instance, Rule rule, long from, long to) {

    Written(MatrixType type, Addresses addresses, int instance, Rule rule) {
      this(type, addresses, instance, rule, 0, Long.MAX_VALUE);
    }

    /**
     * {@return whether a byte belongs to an element of the matrix that can be seen}
     *
     * @param offset of the byte in its buffer
     */
    public boolean covers(int offset) {
      return elementAt(offset).isPresent();
    }

    private Written by(Rule other) {
      return new Written(type, addresses, instance, other, from, to);
    }

    Written moved(long distance, long from, long to) {
      Addresses there =
          new Addresses(
              addresses.start() + distance,
              addresses.stride(),
              addresses.componentBytes(),
              addresses.layout(),
              addresses.rule());
      return new Written(type, there, instance, rule, from, to);
    }

    Optional<Element> elementAt(int offset) {
      if (offset < from || offset >= to) {
        return Optional.empty();
      }
      long line =
          (long) addresses.layout().lineLength(type.rows(), type.columns())
              * addresses.componentBytes();
      if (addresses.stride() >= line) {
        return apart(offset);
      }
      for (int row = 0; row < type.rows(); row++) {
        for (int column = 0; column < type.columns(); column++) {
          long start = addresses.of(row, column);
          if (offset >= start && offset < start + addresses.componentBytes()) {
            return Optional.of(new Element(this, row, column, (int) start));
          }
        }
      }
      return Optional.empty();
    }

    /** The same where lines do not overlap: the place is computed. */
    private Optional<Element> apart(int offset) {
      if (offset < addresses.start()) {
        return Optional.empty();
      }
      long line = (offset - addresses.start()) / addresses.stride();
      long within = (offset - addresses.start()) % addresses.stride() / addresses.componentBytes();
      boolean byRows = addresses.layout() == MemoryLayout.ROW_MAJOR;
      long row = byRows ? line : within;
      long column = byRows ? within : line;
      return row < type.rows() && column < type.columns()
          ? Optional.of(
              new Element(
                  this, (int) row, (int) column, (int) addresses.of((int) row, (int) column)))
          : Optional.empty();
    }
  }

  /**
   * Something that buffers have together.
   *
   * @param rule why it is so
   * @param violations a line for each thing that is not as it must be, given the buffers' bytes
   */
  public record Property(Rule rule, Function<List<byte[]>, List<String>> violations) {}

  /**
   * The sum of 32-bit signed elements, one behind the other, must reach a lower bound.
   *
   * @param buffer binding of the buffer, from 0
   * @param offset byte offset of the first element
   * @param count number of elements
   * @param bound the least acceptable sum
   * @param rule why the sum reaches it
   */
  public record Total(int buffer, int offset, int count, long bound, Rule rule) {

    /**
     * {@return a copy of this condition for another buffer}
     *
     * @param other binding of the buffer, from 0
     */
    public Total in(int other) {
      return new Total(other, offset, count, bound, rule);
    }
  }
}
