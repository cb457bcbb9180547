package io.stallmark.own.definition;

import io.stallmark.data.Rng;
import io.stallmark.model.Op;
import io.stallmark.model.Param;
import io.stallmark.model.Type;
import io.stallmark.own.value.ValueSource;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Row;
import java.util.List;
import java.util.Map;

/**
 * Current values of a client or a loader. The slots are those of {@link OwnDefinition#params}. Not
 * thread-safe.
 */
public final class CurrentValues {

  private static final int FIRST_LENGTH = 256; // of a text that is kept

  private final ValueSource[] sources;
  private final List<Param> params;
  private final Args values;

  public CurrentValues(OwnDefinition definition) {
    sources = definition.sources().toArray(ValueSource[]::new);
    params = definition.params();
    values = Args.of(new Op.Native("values", params, Map.of()));
  }

  /** Draws values in this order. */
  public void draw(Rng rng, int[] slots) {
    for (int slot : slots) {
      sources[slot].draw(rng, values, slot);
    }
  }

  public void set(int slot, long number) {
    values.set(slot, number);
  }

  public void setNull(int slot) {
    values.setNull(slot);
  }

  /** Keeps a column of a row. */
  public void keep(int slot, Row row, int column) throws DbException {
    if (row.isNull(column)) {
      values.setNull(slot);
    } else if (params.get(slot).type() instanceof Type.Int64) {
      values.set(slot, row.getLong(column));
    } else {
      int length = row.getText(column, values.bytes(slot, FIRST_LENGTH));
      if (length > values.getText(0, slot).length) {
        length = row.getText(column, values.bytes(slot, length));
      }
      values.length(slot, length);
    }
  }

  /** Sets each slot of other arguments to the value in the slot that is given for it. */
  public void copy(int[] slots, Args to) {
    for (int i = 0; i < slots.length; i++) {
      to.copy(i, values, slots[i]);
    }
  }

  public static int[] slots(List<Integer> slots) {
    return slots.stream().mapToInt(Integer::intValue).toArray();
  }
}
