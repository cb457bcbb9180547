package io.stallmark.linkbench.request;

import io.stallmark.model.Op;
import io.stallmark.model.Param;
import io.stallmark.spi.Args;
import io.stallmark.spi.RowSink;
import io.stallmark.spi.Session;
import io.stallmark.spi.Statement;
import java.util.List;

/** Does nothing but tell what some slots held. Links are always new, nodes always number 1. */
final class SlotSession implements Session {

  /** Is told a number. */
  interface Listener {
    void value(String statement, long value);
  }

  private final List<String> slots;
  private final Listener listener;

  SlotSession(List<String> slots, Listener listener) {
    this.slots = slots;
    this.listener = listener;
  }

  /** Without allocation. */
  static SlotSession silent() {
    return new SlotSession(List.of(), (statement, value) -> {});
  }

  @Override
  public Statement prepare(Op op) {
    List<String> params = op.params().stream().map(Param::name).toList();
    int[] wanted = slots.stream().mapToInt(params::indexOf).filter(slot -> slot >= 0).toArray();
    return new Statement() {
      @Override
      public long execute(Args args, RowSink sink) {
        for (int slot : wanted) {
          listener.value(op.name(), args.getLong(0, slot));
        }
        return 0;
      }

      @Override
      public Outcome outcome() {
        return Outcome.INSERTED;
      }

      @Override
      public long generatedKey() {
        return 1;
      }
    };
  }

  @Override
  public void begin() {}

  @Override
  public void commit() {}

  @Override
  public void rollback() {}

  @Override
  public void close() {}
}
