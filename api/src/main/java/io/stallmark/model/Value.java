package io.stallmark.model;

/** Right-hand side of a comparison or an assignment. */
public sealed interface Value {

  /** Value of the parameter with this name. */
  record Slot(String param) implements Value {}

  /** All values of the parameter with this name, which is a list; only in {@link Predicate.In}. */
  record Each(String param) implements Value {}

  /** A number in the text of the statement. */
  record Literal(long number) implements Value {}

  /** A string in the text of the statement. */
  record TextLiteral(String text) implements Value {}

  static Value slot(String param) {
    return new Slot(param);
  }

  static Value each(String param) {
    return new Each(param);
  }

  static Value literal(long number) {
    return new Literal(number);
  }

  static Value literal(String text) {
    return new TextLiteral(text);
  }
}
