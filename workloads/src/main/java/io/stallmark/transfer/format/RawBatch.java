package io.stallmark.transfer.format;

import org.jspecify.annotations.Nullable;

/** Consecutive documents of a file, as the file contains them. For one thread at a time. */
public final class RawBatch {

  private final String file;
  private final long number;
  private final long first;
  private byte[] bytes;
  private int length;
  private final int documents;
  private final int @Nullable [] lines;
  private boolean repeated;

  /**
   * @param file name of the file, for messages
   * @param number number of the first document in the file, from 0
   * @param first position of the first document: its line from 1, or its offset in bytes
   * @param bytes buffer, filled from index 0
   * @param length number of bytes in the buffer
   * @param documents number of documents in the buffer
   * @param lines line of each document, after that of the first; null: one after another
   */
  public RawBatch(
      String file,
      long number,
      long first,
      byte[] bytes,
      int length,
      int documents,
      int @Nullable [] lines) {
    this.file = file;
    this.number = number;
    this.first = first;
    this.bytes = bytes;
    this.length = length;
    this.documents = documents;
    this.lines = lines;
  }

  /** Returns the buffer, so that another batch can use it. */
  public byte[] release() {
    byte[] released = bytes;
    bytes = new byte[0];
    length = 0;
    return released;
  }

  /** Marks the batch as one of which an earlier import may have inserted any documents. */
  public void repeat() {
    repeated = true;
  }

  public boolean isRepeated() {
    return repeated;
  }

  public String file() {
    return file;
  }

  /** Number of the first document in the file, from 0. */
  public long number() {
    return number;
  }

  byte[] bytes() {
    return bytes;
  }

  /** Number of bytes in the buffer. */
  public int length() {
    return length;
  }

  /** Number of documents in the buffer. */
  public int documents() {
    return documents;
  }

  /** Returns the failure of a document of a file of lines. */
  BadInput badLine(int document, String what) {
    int after = lines == null ? document : lines[Math.min(document, lines.length - 1)];
    return new BadInput(file + ", line " + (first + after) + ": " + what);
  }

  /** Returns the failure at an offset in the buffer. */
  BadInput badOffset(int at, String what) {
    return new BadInput(file + ", offset " + (first + at) + ": " + what);
  }
}
