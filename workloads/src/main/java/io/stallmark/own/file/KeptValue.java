package io.stallmark.own.file;

import io.stallmark.model.Column;
import io.stallmark.model.Column.Fill;
import io.stallmark.model.Param;
import io.stallmark.model.Type;

/**
 * Value that a step keeps of its first row.
 *
 * @param text whether it is a text; else a whole number
 */
record KeptValue(String name, boolean text) {

  /** Characters of a text, for the type only. */
  private static final int CHARACTERS = 255;

  private Type type() {
    return text ? new Type.Varchar(CHARACTERS) : Type.INT64;
  }

  /** Without a row, it is NULL. */
  Param param() {
    return new Param(name, type()).orNull();
  }

  /** Returns a column of the result that has the value. */
  Column column(String column) {
    return new Column(column, type(), Fill.NULL);
  }
}
