package io.stallmark.text;

import java.io.EOFException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Describes why a file cannot be read or written. Java's own message is often only the path. */
public final class FileTrouble {

  /** Reason for a file whose directory does not exist. */
  public static final String NO_DIRECTORY = "no such directory";

  private FileTrouble() {}

  /** Returns the reason, as the end of a sentence about the file. */
  public static String reason(IOException e) {
    if (e instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (e instanceof NoSuchFileException missing) {
      Path parent = Path.of(missing.getFile()).toAbsolutePath().getParent();
      return parent == null || Files.isDirectory(parent) ? "no such file" : NO_DIRECTORY;
    }
    if (e instanceof FileAlreadyExistsException) {
      return "it is a file, not a directory";
    }
    if (e instanceof DirectoryNotEmptyException) {
      return "it is a directory";
    }
    if (e.getMessage() == null) {
      return e instanceof EOFException ? "it ends too early" : e.getClass().getSimpleName();
    }
    return e instanceof FileSystemException system && system.getReason() != null
        ? system.getReason()
        : String.valueOf(e.getMessage());
  }

  /** Returns a whole sentence, for a failure that has no other text for the user. */
  public static String sentence(IOException e) {
    return e instanceof FileSystemException system && system.getFile() != null
        ? system.getFile() + ": " + reason(e)
        : reason(e);
  }

  /**
   * Returns the exception for a file of results that cannot be written, with a line for the user.
   */
  public static IOException unwritten(Path path, IOException cause) {
    return new IOException(
        "The results cannot be written to " + path + ": " + reason(cause), cause);
  }

  /** Describes a text with characters that the locale lacks. */
  public static String notInLocale(String what) {
    return "The locale lacks characters of "
        + what
        + ": set LC_ALL=C.UTF-8, or another locale of UTF-8";
  }

  /**
   * Describes text that cannot be a path: the locale determines which characters a path can have.
   */
  public static String notAPath(InvalidPathException e) {
    return e.getReason().contains("unmappable")
        ? notInLocale("the path " + e.getInput())
        : "Not a path: " + e.getMessage();
  }
}
