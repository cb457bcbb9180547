package io.stallmark.model;

/** The right-hand side of a comparison or an assignment. */
public sealed interface Value {

  /** The parameter of this name. */
  record Slot(String param) implements Value {}

  /** All the values of this parameter, which is a list; only in {@link Predicate.In}. */
  record Each(String param) implements Value {}

  /** A number that is part of the statement's text. */
  record Literal(long number) implements Value {}

  /** A text that is part of the statement's text. */
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
