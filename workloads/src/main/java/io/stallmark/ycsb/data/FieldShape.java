package io.stallmark.ycsb.data;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Number and lengths of the fields of a record.
 *
 * @param count number of fields, named field0, field1, …
 * @param length longest length in bytes
 * @param lengths distribution of the lengths
 */
public record FieldShape(int count, int length, Lengths lengths) {

  /** Distribution of the lengths of fields. */
  public enum Lengths {
    /** All fields have the longest length. */
    CONSTANT,
    /** Uniform from 1 byte on. */
    UNIFORM,
    /** 1 byte is the most frequent length. */
    ZIPFIAN
  }

  /** Names of the fields. */
  public List<String> names() {
    return IntStream.range(0, count).mapToObj(FieldShape::name).toList();
  }

  /** Name of a field. */
  public static String name(int field) {
    return "field" + field;
  }
}
