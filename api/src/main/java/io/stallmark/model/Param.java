package io.stallmark.model;

/**
 * A typed slot of an operation; every execution sets its value.
 *
 * @param most maximum number of values; more than 1: a list of integers, which {@link Value.Each}
 *     refers to
 * @param nullable whether an execution may set it to NULL
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

  /** Creates a slot of up to {@code most} values, none of them NULL. */
  public Param(String name, Type type, int most) {
    this(name, type, most, false);
  }

  /** Creates a slot of one value that is never NULL. */
  public Param(String name, Type type) {
    this(name, type, 1);
  }

  /** Returns the same slot as nullable. */
  public Param orNull() {
    return new Param(name, type, most, true);
  }

  public boolean isList() {
    return most > 1;
  }
}
