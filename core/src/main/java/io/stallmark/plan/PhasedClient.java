package io.stallmark.plan;

import io.stallmark.spi.DbException;
import io.stallmark.spi.workload.Client;
import java.util.List;

/** A client whose transactions are those of the phase that it is in. */
public final class PhasedClient implements Client {

  private final List<Client> byPhase;
  private Client current;

  PhasedClient(List<Client> byPhase) {
    this.byPhase = List.copyOf(byPhase);
    current = byPhase.get(0);
  }

  /**
   * From the next transaction on.
   *
   * @param phase its number, from 0
   */
  public void enter(int phase) {
    current = byPhase.get(phase);
  }

  @Override
  public void transaction() throws DbException {
    current.transaction();
  }

  @Override
  public int kind() {
    return current.kind();
  }
}
