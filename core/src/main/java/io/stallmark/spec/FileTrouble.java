package io.stallmark.spec;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Describes why a file cannot be read or written. Java's own message is often only the path. */
public final class FileTrouble {

  private FileTrouble() {}

  /** Returns the reason, as the end of a sentence about the file. */
  public static String reason(IOException e) {
    if (e instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (e instanceof NoSuchFileException) {
      return "no such directory";
    }
    if (e instanceof FileAlreadyExistsException) {
      return "it is a file, not a directory";
    }
    if (e instanceof DirectoryNotEmptyException) {
      return "it is a directory";
    }
    return e instanceof FileSystemException system && system.getReason() != null
        ? system.getReason()
        : String.valueOf(e.getMessage());
  }

  /**
   * Returns the exception for a file of results that cannot be written, with a line for the user.
   */
  public static IOException unwritten(Path path, IOException cause) {
    return new IOException(
        "The results cannot be written to " + path + ": " + reason(cause), cause);
  }
}
