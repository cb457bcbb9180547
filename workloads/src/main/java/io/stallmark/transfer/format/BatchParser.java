package io.stallmark.transfer.format;

import io.stallmark.spi.Args;
import io.stallmark.transfer.format.RowShape.Form;
import java.util.Locale;

/** Reads the documents of one batch as rows, and refuses those that are none. For one thread. */
abstract class BatchParser {

  final RowShape shape;
  final RawBatch batch;
  private final Args into;
  private long seen; // bit of each field that the document has

  /** Thrown when a document is not a row. Has no stack: the message says it all. */
  static final class Unfit extends Exception {

    private static final long serialVersionUID = 1;

    Unfit(String what) {
      super(what, null, false, false);
    }
  }

  BatchParser(RowShape shape, RawBatch batch, Args into) {
    this.shape = shape;
    this.batch = batch;
    this.into = into;
  }

  /** Reads all documents. */
  abstract void documents() throws Unfit;

  /** Returns the failure of the document at which {@link #documents} has ended. */
  abstract BadInput bad(String what);

  final void parse() throws BadInput {
    try {
      documents();
    } catch (Unfit e) {
      throw bad(String.valueOf(e.getMessage()));
    }
  }

  final void begin(int row) {
    into.row(row);
    seen = 0;
  }

  /** Notes that the document has a field. */
  final void note(int column) throws Unfit {
    if ((seen & (1L << column)) != 0) {
      throw wrong(column, " occurs twice");
    }
    seen |= 1L << column;
  }

  /** Ends a document whose fields were noted: the other ones are NULL. */
  final void end() throws Unfit {
    for (int i = 0; i < shape.count(); i++) {
      if ((seen & (1L << i)) == 0) {
        setNull(i, " is missing");
      }
    }
  }

  /**
   * @param otherwise what is wrong if the column cannot be NULL
   */
  final void setNull(int column, String otherwise) throws Unfit {
    if (!shape.field(column).nullable()) {
      throw wrong(column, otherwise);
    }
    into.setNull(column);
  }

  final void set(int column, long value) {
    into.set(column, value);
  }

  final void set(int column, double value) {
    into.set(column, value);
  }

  final void integer(int column, long number) throws Unfit {
    if (shape.form(column) == Form.INT32 && number != (int) number) {
      throw wrong(column, " does not fit into 32 bits: " + number);
    }
    into.set(column, number);
  }

  /** Sets a date or a timestamp. */
  final void time(int column, long millis) throws Unfit {
    boolean date = shape.form(column) == Form.DATE;
    require(!date || Math.floorMod(millis, RowShape.DAY) == 0, column);
    into.set(column, date ? Math.floorDiv(millis, RowShape.DAY) : millis);
  }

  /** Returns the buffer of a text or of bytes, to be written before {@link #length}. */
  final byte[] bytes(int column, int most) {
    return into.bytes(column, most);
  }

  final void length(int column, int length) throws Unfit {
    boolean text = shape.form(column) == Form.TEXT;
    int size = text ? TextValues.characters(into.bytes(column, 0), 0, length) : length;
    if (size < 0) {
      throw wrong(column, " is not valid UTF-8");
    } else if (size > shape.field(column).most()) {
      String unit = text ? " characters" : " bytes";
      throw wrong(column, " has more than " + shape.field(column).most() + unit);
    }
    into.length(column, length);
  }

  final void require(boolean fits, int column) throws Unfit {
    if (!fits) {
      throw unfit(column);
    }
  }

  /** Returns the failure of a value that is not of the column's type. */
  final Unfit unfit(int column) {
    return wrong(column, " is no " + shape.form(column).name().toLowerCase(Locale.ROOT));
  }

  final Unfit wrong(int column, String what) {
    return new Unfit("field " + shape.field(column).name() + what);
  }
}
