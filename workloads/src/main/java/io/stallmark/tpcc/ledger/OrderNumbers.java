package io.stallmark.tpcc.ledger;

import io.stallmark.tpcc.data.Scale;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/** Numbers of the acknowledged orders of each district, one bit each. Thread-safe. */
final class OrderNumbers {

  private static final String PREFIX = "orders.";
  private static final String AGAIN = "again.";

  /** Recorded ranges. Another program that adds orders at the same time makes many. */
  private static final int MOST_RANGES = 200_000;

  /** Distance of a lower number that may be acknowledged later, without moving the bits. */
  private static final int SLACK = 1 << 13;

  /**
   * Consecutive numbers.
   *
   * @param district number of the district, from 0
   * @param last last number, inclusive
   * @param again whether it was acknowledged once more, so that one of both is gone
   */
  record Range(int district, long first, long last, boolean again) {}

  private final AtomicReferenceArray<@Nullable District> districts;

  OrderNumbers(long warehouses) {
    districts = new AtomicReferenceArray<>(Math.toIntExact(warehouses * Scale.DISTRICTS));
  }

  void add(int district, long number) {
    of(district).add(number);
  }

  private District of(int district) {
    District known = districts.get(district);
    if (known == null) {
      District added = new District();
      known = districts.compareAndExchange(district, null, added);
      return known == null ? added : known;
    }
    return known;
  }

  void reset() {
    for (int district = 0; district < districts.length(); district++) {
      districts.set(district, null);
    }
  }

  /** Returns all numbers as numbers by name, for {@link #of}. */
  Map<String, Long> numbers() {
    Map<String, Long> numbers = new HashMap<>();
    List<Range> ranges = ranges();
    for (Range range : ranges.subList(0, Math.min(MOST_RANGES, ranges.size()))) {
      String name = (range.again ? AGAIN : PREFIX) + range.district + "." + range.first;
      numbers.merge(name, range.again ? 1 : range.last, Long::sum);
    }
    return numbers;
  }

  /** Returns the ranges of {@link #numbers}; those of other names are none. */
  static List<Range> of(Map<String, Long> numbers) {
    List<Range> all = new ArrayList<>();
    numbers.forEach(
        (name, number) -> {
          String[] parts = name.split("\\.");
          boolean again = name.startsWith(AGAIN);
          if (again || name.startsWith(PREFIX)) {
            int district = Integer.parseInt(parts[1]);
            long first = Long.parseLong(parts[2]);
            for (long i = 0; i < (again ? number : 1); i++) {
              all.add(new Range(district, first, again ? first : number, again));
            }
          }
        });
    return all;
  }

  private List<Range> ranges() {
    List<Range> all = new ArrayList<>();
    for (int district = 0; district < districts.length(); district++) {
      District known = districts.get(district);
      if (known != null) {
        known.ranges(district, all);
      }
    }
    return all;
  }

  /** Returns all numbers in a compact form, for {@link #add(byte[])}. */
  byte[] bytes() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      for (int district = 0; district < districts.length(); district++) {
        District known = districts.get(district);
        if (known != null) {
          out.writeInt(district);
          known.write(out);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /** Adds the numbers of another machine. */
  void add(byte[] others) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(others))) {
      while (in.available() > 0) {
        of(in.readInt()).read(in);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static final class District {

    private long base = -1; // number of the first bit
    private BitSet numbers = new BitSet();
    private final List<Long> again = new ArrayList<>();

    synchronized void add(long number) {
      if (base < 0 || number < base) {
        move(Math.max(0, number - SLACK));
      }
      int bit = (int) (number - base);
      if (numbers.get(bit)) {
        again.add(number);
      }
      numbers.set(bit);
    }

    private void move(long to) {
      BitSet moved = new BitSet();
      long old = base;
      numbers.stream().forEach(bit -> moved.set((int) (bit + old - to)));
      numbers = moved;
      base = to;
    }

    synchronized void write(DataOutputStream out) throws IOException {
      out.writeLong(base);
      byte[] bits = numbers.toByteArray();
      out.writeInt(bits.length);
      out.write(bits);
      out.writeInt(again.size());
      for (long number : again) {
        out.writeLong(number);
      }
    }

    synchronized void read(DataInputStream in) throws IOException {
      long first = in.readLong();
      BitSet bits = BitSet.valueOf(in.readNBytes(in.readInt()));
      bits.stream().forEach(bit -> add(first + bit));
      for (int left = in.readInt(); left > 0; left--) {
        again.add(in.readLong());
      }
    }

    synchronized void ranges(int district, List<Range> all) {
      for (int from = numbers.nextSetBit(0); from >= 0; ) {
        int end = numbers.nextClearBit(from);
        all.add(new Range(district, base + from, base + end - 1, false));
        from = numbers.nextSetBit(end);
      }
      for (long number : again) {
        all.add(new Range(district, number, number, true));
      }
    }
  }
}
