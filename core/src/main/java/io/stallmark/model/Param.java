package io.stallmark.model;

/**
 * A typed slot of an operation, filled anew at every execution.
 *
 * @param most the most values it takes; more than 1: it is a list of integers, which {@link
 *     Value.Each} refers to
 * @param nullable whether an execution may leave it NULL
 */
public record Param(String name, Type type, int most, boolean nullable) {

  public Param {
    if (most < 1) {
      throw new IllegalArgumentException(name + " takes at most " + most + " values");
    }
    if (most > 1 && nullable) {
      throw new IllegalArgumentException(name + " is a list, which cannot be NULL");
    }
  }

  /** A slot of up to {@code most} values, none of them NULL. */
  public Param(String name, Type type, int most) {
    this(name, type, most, false);
  }

  /** A slot of one value that is never NULL. */
  public Param(String name, Type type) {
    this(name, type, 1);
  }

  /** The same slot, which an execution may leave NULL. */
  public Param orNull() {
    return new Param(name, type, most, true);
  }

  public boolean isList() {
    return most > 1;
  }
}
