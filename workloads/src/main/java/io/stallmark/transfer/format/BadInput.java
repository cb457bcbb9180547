package io.stallmark.transfer.format;

import io.stallmark.text.FileTrouble;
import io.stallmark.text.Text;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Thrown when a file has another content than it must have. The message is one line. */
public final class BadInput extends Exception {

  private static final long serialVersionUID = 1;

  /**
   * @param what the file, the place in it and what is wrong there, without a full stop
   */
  public BadInput(String what) {
    super(what);
  }

  /** Creates an exception with a message that is formatted as by {@link Text#format}. */
  public BadInput(String format, @Nullable Object... values) {
    this(Text.format(format, values));
  }

  /** Returns the failure to read or write a file. */
  public static BadInput of(Path file, IOException failure) {
    String reason = FileTrouble.reason(failure);
    return new BadInput(
        failure instanceof NoSuchFileException && !reason.equals(FileTrouble.NO_DIRECTORY)
            ? file + " does not exist"
            : file + ": " + reason.replaceAll("\\s+", " "));
  }
}
