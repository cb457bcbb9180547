package io.stallmark.spec;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Text of a file that a user wrote: UTF-8, of limited size. */
public final class InputText {

  /** Maximum size of a file, bytes: a day of rates has half a million. */
  private static final int LARGEST = 8 * 1024 * 1024;

  private static final String BYTE_ORDER_MARK = "\uFEFF";

  private InputText() {}

  /**
   * Reads a file without its byte order mark.
   *
   * @throws java.nio.charset.MalformedInputException if it is no text in UTF-8
   * @throws TooLargeException if it is larger than any file that a user writes
   */
  public static String read(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(LARGEST + 1);
      if (bytes.length > LARGEST) {
        throw new TooLargeException(file);
      }
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      return text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
    }
  }

  /** Thrown at a file that is too large. The message is one line for the user. */
  public static final class TooLargeException extends IOException {

    private static final long serialVersionUID = 1;

    TooLargeException(Path file) {
      super(file + " is larger than 8 MB, which is too large");
    }
  }
}
