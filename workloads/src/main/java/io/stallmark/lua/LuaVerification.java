package io.stallmark.lua;

import io.stallmark.lua.state.LuaState;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.Loader;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Slice;
import io.stallmark.spi.workload.Verification;
import java.util.ArrayList;
import java.util.List;

/**
 * Calls the function {@code verify()} of a script, in the first checker. An error of the script is
 * a finding; one of the database is thrown. Thread-safe.
 */
final class LuaVerification implements Verification {

  private final String script;
  private final Scenario.Load work;
  private final List<String> findings = new ArrayList<>();
  private final List<String> proven = new ArrayList<>();

  /**
   * @param script its name, for sentences
   * @param work calls the function
   */
  LuaVerification(String script, Scenario.Load work) {
    this.script = script;
    this.work = work;
  }

  @Override
  public long rows() {
    return 1;
  }

  @Override
  public String unit() {
    return "check";
  }

  @Override
  public Loader checker(Session session, Slice slice) {
    boolean first = slice.index() == 0;
    return () -> first && proven().isEmpty() && findings().isEmpty() ? check(session, slice) : 0;
  }

  private int check(Session session, Slice slice) throws DbException {
    try {
      work.loader(session, slice, false).step();
      found(proven, "verify() of " + script + " has ended without an error.");
    } catch (DbException e) {
      if (!LuaState.isOfTheScript(e)) {
        throw e;
      }
      found(findings, String.valueOf(e.getMessage()));
    }
    return 1;
  }

  private synchronized void found(List<String> sentences, String sentence) {
    sentences.add(sentence);
  }

  @Override
  public synchronized List<String> findings() {
    return List.copyOf(findings);
  }

  @Override
  public synchronized List<String> proven() {
    return List.copyOf(proven);
  }
}
