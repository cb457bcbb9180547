package io.stallmark.transfer.content;

import io.stallmark.data.Rng;
import io.stallmark.model.Column;
import io.stallmark.model.Type;
import io.stallmark.spi.Args;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.List;

/**
 * 64-bit hash of a row's canonical form: the columns in declared order, each number as a
 * little-endian word of 64 bits, each text as its length and its bytes. The hash is the same in
 * every format and on every database. Immutable.
 */
public final class DocumentHash {

  private static final VarHandle WORD =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long FIRST = 0x87c37b91114253d5L;
  private static final long SECOND = 0x4cf5ad432745937fL;
  private static final long NULL = 0x52dce729L;

  private final boolean[] sequences;

  public DocumentHash(List<Column> columns) {
    sequences = new boolean[columns.size()];
    for (int i = 0; i < sequences.length; i++) {
      sequences[i] = Type.isSequence(columns.get(i).type());
    }
  }

  /** Returns the hash of a row of values, one slot for each column. */
  public long of(Args values, int row) {
    long hash = sequences.length;
    for (int i = 0; i < sequences.length; i++) {
      if (values.isNull(row, i)) {
        hash = with(hash, NULL) + NULL; // differs from every number
      } else if (sequences[i]) {
        hash = text(hash, values.getText(row, i), values.getLength(row, i));
      } else {
        hash = with(hash, values.getLong(row, i));
      }
    }
    return Rng.mix(hash);
  }

  private static long with(long hash, long word) {
    return Long.rotateLeft(hash ^ (word * FIRST), 29) * SECOND + NULL;
  }

  private static long text(long before, byte[] bytes, int length) {
    long hash = with(before, length);
    int at = 0;
    for (; at <= length - Long.BYTES; at += Long.BYTES) {
      hash = with(hash, (long) WORD.get(bytes, at));
    }
    long rest = 0;
    for (int i = 0; at + i < length; i++) {
      rest |= (bytes[at + i] & 0xFFL) << (Byte.SIZE * i);
    }
    return with(hash, rest);
  }
}
