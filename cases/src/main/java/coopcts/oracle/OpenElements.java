// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * Elements of one array by byte offset, in ascending order. Most arrays have one every few bytes,
 * so they stand in pages by their offsets: a tree of them took a twentieth of a run.
 */
final class OpenElements extends AbstractMap<Integer, Expectation.Open> {

  private static final int PAGE = 256;

  private Expectation.Open[][] pages = new Expectation.Open[0][];
  private int size;

  OpenElements() {}

  /** The same at this moment. */
  OpenElements copy() {
    OpenElements copy = new OpenElements();
    copy.pages = new Expectation.Open[pages.length][];
    for (int i = 0; i < pages.length; i++) {
      copy.pages[i] = pages[i] == null ? null : pages[i].clone();
    }
    copy.size = size;
    return copy;
  }

  /** The element that begins at an offset, or null. */
  Expectation.Open at(int offset) {
    int page = offset / PAGE;
    return offset < 0 || page >= pages.length || pages[page] == null
        ? null
        : pages[page][offset % PAGE];
  }

  /** Puts one, or removes it where it is null; returns what stood there. */
  Expectation.Open set(int offset, Expectation.Open element) {
    Expectation.Open before = at(offset);
    if (before == null && element == null) {
      return null;
    }
    int page = offset / PAGE;
    if (page >= pages.length) {
      pages = Arrays.copyOf(pages, Math.max(page + 1, 2 * pages.length));
    }
    if (pages[page] == null) {
      pages[page] = new Expectation.Open[PAGE];
    }
    pages[page][offset % PAGE] = element;
    size += (element == null ? 0 : 1) - (before == null ? 0 : 1);
    return before;
  }

  /** The first offset from one on at which an element begins, or -1. */
  private int next(int from) {
    for (int page = from / PAGE, within = from % PAGE; page < pages.length; page++, within = 0) {
      Expectation.Open[] elements = pages[page];
      for (int i = within; elements != null && i < PAGE; i++) {
        if (elements[i] != null) {
          return page * PAGE + i;
        }
      }
    }
    return -1;
  }

  /** Each from one offset up to another. */
  void forEach(int from, int to, BiConsumer<? super Integer, ? super Expectation.Open> action) {
    for (int offset = next(from); offset >= 0 && offset < to; offset = next(offset + 1)) {
      action.accept(offset, at(offset));
    }
  }

  @Override
  public void forEach(BiConsumer<? super Integer, ? super Expectation.Open> action) {
    forEach(0, Integer.MAX_VALUE, action);
  }

  @Override
  public Expectation.Open get(Object offset) {
    return offset instanceof Integer number ? at(number) : null;
  }

  @Override
  public boolean containsKey(Object offset) {
    return get(offset) != null;
  }

  @Override
  public Expectation.Open put(Integer offset, Expectation.Open element) {
    return set(offset, element);
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public Set<Map.Entry<Integer, Expectation.Open>> entrySet() {
    return new AbstractSet<>() {
      @Override
      public int size() {
        return size;
      }

      @Override
      public Iterator<Map.Entry<Integer, Expectation.Open>> iterator() {
        return entries();
      }
    };
  }

  private Iterator<Map.Entry<Integer, Expectation.Open>> entries() {
    return new Iterator<>() {
      private int offset = OpenElements.this.next(0);

      @Override
      public boolean hasNext() {
        return offset >= 0;
      }

      @Override
      public Map.Entry<Integer, Expectation.Open> next() {
        if (offset < 0) {
          throw new NoSuchElementException("no element is left");
        }
        Map.Entry<Integer, Expectation.Open> entry = Map.entry(offset, at(offset));
        offset = OpenElements.this.next(offset + 1);
        return entry;
      }
    };
  }
}
