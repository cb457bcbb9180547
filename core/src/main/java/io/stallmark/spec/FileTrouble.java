package io.stallmark.spec;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

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
      return "it is there and no directory";
    }
    if (e instanceof DirectoryNotEmptyException) {
      return "it is a directory";
    }
    return e instanceof FileSystemException system && system.getReason() != null
        ? system.getReason()
        : String.valueOf(e.getMessage());
  }
}
