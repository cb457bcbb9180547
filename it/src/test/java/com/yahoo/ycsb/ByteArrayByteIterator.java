package com.yahoo.ycsb;

/** The bytes of an array. */
public class ByteArrayByteIterator extends ByteIterator {

  private final byte[] bytes;
  private int next;

  public ByteArrayByteIterator(byte[] bytes) {
    this.bytes = bytes;
  }

  @Override
  public boolean hasNext() {
    return next < bytes.length;
  }

  @Override
  public byte nextByte() {
    return bytes[next++];
  }

  @Override
  public long bytesLeft() {
    return bytes.length - next;
  }
}
