package com.yahoo.ycsb;

/** The bytes of a field. */
public abstract class ByteIterator {

  public abstract boolean hasNext();

  public abstract byte nextByte();

  public abstract long bytesLeft();

  /** The rest of the bytes. */
  public byte[] toArray() {
    byte[] rest = new byte[(int) bytesLeft()];
    for (int i = 0; i < rest.length; i++) {
      rest[i] = nextByte();
    }
    return rest;
  }
}
