package io.stallmark.own;

import io.stallmark.data.Rng;
import io.stallmark.own.definition.CurrentValues;
import io.stallmark.own.definition.OwnDefinition;
import io.stallmark.own.definition.OwnRole;
import io.stallmark.own.definition.OwnStep;
import io.stallmark.own.definition.OwnTransaction;
import io.stallmark.spi.DbException;
import io.stallmark.spi.PreparedOperation;
import io.stallmark.spi.Row;
import io.stallmark.spi.RowSink;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.Client;
import org.jspecify.annotations.Nullable;

/** Client of a role: chooses a kind of transaction by weight, draws its values, runs its steps. */
final class OwnClient implements Client {

  private final Session session;
  private final Rng rng;
  private final CurrentValues values;
  private final PreparedKind[] kinds;
  private int kind;

  /**
   * @param transactional whether transactions begin and commit
   */
  OwnClient(OwnDefinition definition, OwnRole role, boolean transactional, Session session, Rng rng)
      throws DbException {
    this.session = session;
    this.rng = rng;
    values = new CurrentValues(definition);
    kinds = new PreparedKind[role.transactions().size()];
    long weights = 0;
    for (int i = 0; i < kinds.length; i++) {
      OwnTransaction each = role.transactions().get(i);
      weights += each.weight();
      kinds[i] = new PreparedKind(each, weights, transactional && each.begins());
    }
  }

  @Override
  public int kind() {
    return kind;
  }

  @Override
  public void transaction() throws DbException {
    kind = 0;
    if (kinds.length > 1) {
      long draw = rng.uniform(1, kinds[kinds.length - 1].until);
      while (draw > kinds[kind].until) {
        kind++;
      }
    }
    PreparedKind chosen = kinds[kind];
    values.draw(rng, chosen.drawn);
    if (chosen.begins) {
      session.begin();
    }
    for (PreparedStep step : chosen.steps) {
      step.execute();
    }
    if (chosen.begins) {
      session.commit();
    }
  }

  /** A kind of transaction in this session. */
  private final class PreparedKind {

    private final long until; // weights of the kinds up to this one
    private final boolean begins;
    private final int[] drawn;
    private final PreparedStep[] steps;

    PreparedKind(OwnTransaction transaction, long until, boolean begins) throws DbException {
      this.until = until;
      this.begins = begins;
      drawn = CurrentValues.slots(transaction.drawn());
      steps = new PreparedStep[transaction.steps().size()];
      for (int i = 0; i < steps.length; i++) {
        steps[i] = new PreparedStep(transaction.steps().get(i));
      }
    }
  }

  /** A statement in this session; receives its rows. */
  private final class PreparedStep implements RowSink {

    private final PreparedOperation operation;
    private final int[] slots;
    private final int[] kept;
    private final @Nullable RowSink sink;
    private boolean first;

    PreparedStep(OwnStep step) throws DbException {
      operation = step.statement().prepare(session).expect(step.rows());
      slots = CurrentValues.slots(step.slots());
      kept = CurrentValues.slots(step.kept());
      sink = kept.length > 0 ? this : null;
    }

    void execute() throws DbException {
      values.copy(slots, operation.args());
      first = true;
      for (int slot : kept) {
        values.setNull(slot);
      }
      operation.execute(sink);
    }

    @Override
    public void row(Row row) throws DbException {
      for (int i = 0; first && i < kept.length; i++) {
        values.keep(kept[i], row, i);
      }
      first = false;
    }
  }
}
