package io.stallmark.spec;

import io.stallmark.text.FileTrouble;
import io.stallmark.text.RefusedException;
import io.stallmark.text.Text;
import java.nio.file.InvalidPathException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** An invalid or impossible request of the user; the message is one line for the user. */
public final class SpecException extends Exception {

  private static final long serialVersionUID = 1L;

  /**
   * Returns what a call of a workload or a binding returns.
   *
   * @throws SpecException if it refuses what the user gave
   */
  public static <T> T unlessRefused(Supplier<T> call) throws SpecException {
    return unlessRefused("", call);
  }

  /** The same; the message begins with the name of an option. */
  public static <T> T unlessRefused(String option, Supplier<T> call) throws SpecException {
    try {
      return call.get();
    } catch (RefusedException e) {
      throw new SpecException(option + e.getMessage());
    } catch (InvalidPathException e) {
      throw new SpecException(option + FileTrouble.notAPath(e));
    }
  }

  public SpecException(String message) {
    super(message);
  }

  /** Creates an exception with a message that is formatted as by {@link Text#format}. */
  public SpecException(String format, @Nullable Object... values) {
    this(Text.format(format, values));
  }
}
