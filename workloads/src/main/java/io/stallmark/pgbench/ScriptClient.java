package io.stallmark.pgbench;

import io.stallmark.data.Rng;
import io.stallmark.pgbench.expression.EvaluationException;
import io.stallmark.pgbench.expression.Variables;
import io.stallmark.pgbench.script.Script;
import io.stallmark.pgbench.script.Scripts;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.Client;
import io.stallmark.spi.workload.Slice;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Client that chooses a script by weight and executes its commands. A failed transaction leaves no
 * variable changed.
 */
final class ScriptClient implements Client {

  private final Rng rng;
  private final Variables variables = new Variables();
  private final List<Script> scripts;
  private final CompiledScript[] compiled;
  private final long[] until; // weights of the scripts up to each
  private int kind;

  /**
   * @param transactional whether transactions begin and commit
   */
  ScriptClient(
      Scripts scripts,
      ScriptOperations operations,
      FirstValues first,
      boolean transactional,
      Session session,
      Slice slice)
      throws DbException {
    this.scripts = scripts.all();
    rng = slice.rng();
    first.set(variables, slice.index());
    List<CompiledScript> all = new ArrayList<>();
    until = new long[this.scripts.size()];
    long weights = 0;
    for (Script script : this.scripts) {
      weights += script.weight();
      until[all.size()] = weights;
      all.add(new CompiledScript(script, operations, variables, rng, session, transactional));
    }
    compiled = all.toArray(CompiledScript[]::new);
  }

  @Override
  public void waitsUntil(BooleanSupplier ended) {
    for (CompiledScript each : compiled) {
      each.waitsUntil(ended);
    }
  }

  @Override
  public int kind() {
    return kind;
  }

  @Override
  public void transaction() throws DbException {
    kind = 0;
    if (compiled.length > 1) {
      long draw = rng.uniform(1, until[until.length - 1]);
      while (draw > until[kind]) {
        kind++;
      }
    }
    variables.save();
    CompiledScript script = compiled[kind];
    boolean done = false;
    try {
      script.run();
      done = true;
    } catch (EvaluationException e) {
      throw DbException.unfit("SCRIPT", placed(e));
    } catch (DbException e) {
      throw switch (e.kind()) {
        case RETRY, CONNECTION -> e;
        default -> new DbException(e.kind(), e.code(), placed(e), e);
      };
    } finally {
      if (!done) {
        variables.restore();
      }
    }
  }

  private String placed(Exception e) {
    return scripts.get(kind).place(compiled[kind].command()) + ": " + e.getMessage();
  }
}
