package io.stallmark.pgbench;

import io.stallmark.data.Rng;
import io.stallmark.pgbench.expression.EvaluationException;
import io.stallmark.pgbench.expression.Expression;
import io.stallmark.pgbench.expression.ExpressionParser;
import io.stallmark.pgbench.expression.ScriptValue;
import io.stallmark.pgbench.expression.Variables;
import io.stallmark.pgbench.script.Command;
import io.stallmark.pgbench.script.Script;
import io.stallmark.spec.SpecException;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** A script as steps in the session of one client. Nothing is parsed between two steps. */
final class CompiledScript {

  private static final long LONGEST_PARK = TimeUnit.MILLISECONDS.toNanos(100);

  private final Script script;
  private final Variables variables;
  private final Rng rng;
  private final Session session;
  private final boolean transactional;
  private final List<Step> building = new ArrayList<>();
  private final Step[] steps;
  private int at;
  private boolean open; // whether a transaction is
  private BooleanSupplier ended = () -> false; // whether the run is

  /** A command. */
  @FunctionalInterface
  private interface Step {

    /** Executes the command. Returns the index of the next one. */
    int run(int index) throws DbException, EvaluationException;
  }

  CompiledScript(
      Script script,
      ScriptOperations operations,
      Variables variables,
      Rng rng,
      Session session,
      boolean transactional)
      throws DbException {
    this.script = script;
    this.variables = variables;
    this.rng = rng;
    this.session = session;
    this.transactional = transactional;
    Deque<List<Branch>> conditionals = new ArrayDeque<>();
    for (Command command : script.commands()) {
      if (command instanceof Command.Sql sql) {
        ScriptStatement statement =
            new ScriptStatement(
                sql, operations, operations.sender(sql, session, variables), variables);
        building.add(
            index -> {
              statement.execute();
              return index + 1;
            });
      } else if (command instanceof Command.Assignment assignment) {
        building.add(assignment(assignment));
      } else if (command instanceof Command.Sleep sleep) {
        building.add(sleep(expression(sleep.amount()), sleep.unit()));
      } else if (command instanceof Command.Boundary boundary) {
        building.add(boundary(boundary.word()));
      } else if (command instanceof Command.Condition condition) {
        condition(condition, conditionals);
      }
    }
    steps = building.toArray(Step[]::new);
  }

  /** Sets what says whether the run ends. */
  void waitsUntil(BooleanSupplier end) {
    ended = end;
  }

  /** The command that was executed last. */
  Command command() {
    return script.commands().get(Math.min(at, steps.length - 1));
  }

  void run() throws DbException, EvaluationException {
    open = false;
    at = 0;
    while (at < steps.length) {
      at = steps[at].run(at);
    }
    if (open) {
      session.rollback();
      throw DbException.unfit(
          "SCRIPT", "the script ends within a transaction: COMMIT or END is missing");
    }
  }

  private Expression expression(String text) {
    try {
      return ExpressionParser.parse(text, variables, rng);
    } catch (SpecException e) {
      throw new IllegalStateException(e); // the file was read before
    }
  }

  private Step assignment(Command.Assignment assignment) {
    Expression expression = expression(assignment.expression());
    ScriptValue variable = variables.get(assignment.variable());
    ScriptValue result = new ScriptValue();
    return index -> {
      expression.evaluate(result);
      variable.copy(result);
      return index + 1;
    };
  }

  /** A sleep ends with the run, except that all of a number of events are executed to the end. */
  private Step sleep(Expression amount, TimeUnit unit) {
    ScriptValue time = new ScriptValue();
    return index -> {
      amount.evaluate(time);
      long end = System.nanoTime() + unit.toNanos(time.truncated());
      long left = end - System.nanoTime();
      while (left > 0 && !ended.getAsBoolean() && !Thread.currentThread().isInterrupted()) {
        LockSupport.parkNanos(Math.min(left, LONGEST_PARK));
        left = end - System.nanoTime();
      }
      return index + 1;
    };
  }

  private Step boundary(Command.Boundary.Word word) {
    return index -> {
      if (transactional) {
        switch (word) {
          case BEGIN -> session.begin();
          case COMMIT -> session.commit();
          case ROLLBACK -> session.rollback();
        }
        open = word == Command.Boundary.Word.BEGIN;
      }
      return index + 1;
    };
  }

  /** Start of a branch. The step before it ends another branch, and leads to the end of all. */
  private final class Branch implements Step {

    private final int place;
    private final boolean first;
    private final @Nullable Expression condition; // null: else
    private final ScriptValue result = new ScriptValue();
    private @Nullable Branch next;
    private int end;

    Branch(int place, boolean first, @Nullable Expression condition) {
      this.place = place;
      this.first = first;
      this.condition = condition;
    }

    @Override
    public int run(int index) throws EvaluationException {
      return first ? enter() : end;
    }

    /** Returns the index of the first step of this branch, of a later one, or of the end. */
    private int enter() throws EvaluationException {
      at = place; // for messages
      if (condition != null) {
        condition.evaluate(result);
        if (!result.holds()) {
          return next == null ? end : next.enter();
        }
      }
      return place + 1;
    }
  }

  private void condition(Command.Condition condition, Deque<List<Branch>> conditionals) {
    int place = building.size();
    Command.Condition.Word word = condition.word();
    if (word == Command.Condition.Word.ENDIF) {
      conditionals.pop().forEach(branch -> branch.end = place);
      building.add(index -> index + 1);
      return;
    }
    boolean first = word == Command.Condition.Word.IF;
    Expression decides =
        word == Command.Condition.Word.ELSE ? null : expression(condition.expression());
    Branch branch = new Branch(place, first, decides);
    if (first) {
      conditionals.push(new ArrayList<>());
    }
    List<Branch> chain = conditionals.element();
    if (!first) {
      chain.get(chain.size() - 1).next = branch;
    }
    chain.add(branch);
    building.add(branch);
  }
}
