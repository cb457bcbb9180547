package io.stallmark.model;

/**
 * A typed slot of an operation, filled anew at every execution.
 *
 * @param most how many values it takes at the most; more than 1: it is a list of integers, which
 *     {@link Value.Each} stands for
 */
public record Param(String name, Type type, int most) {

  public Param {
    if (most < 1) {
      throw new IllegalArgumentException(name + " takes at most " + most + " values");
    }
  }

  /** A slot of one value. */
  public Param(String name, Type type) {
    this(name, type, 1);
  }

  public boolean isList() {
    return most > 1;
  }
}
