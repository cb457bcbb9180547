package io.stallmark.ycsbclient;

import io.stallmark.model.Op;
import io.stallmark.model.Table;
import io.stallmark.spi.Binding;
import io.stallmark.spi.Capability;
import io.stallmark.spi.Database;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Target;
import java.util.List;
import java.util.Set;

/** Every database that has a binding of YCSB: point reads and writes, and scans from a key. */
public final class YcsbBinding implements Binding {

  @Override
  public String name() {
    return "ycsb";
  }

  @Override
  public List<String> prefixes() {
    return List.of(ClientUrl.PREFIX);
  }

  @Override
  public String summary() {
    return "a binding of YCSB: ycsb:CLASS?classpath=DIR/*&property=value";
  }

  @Override
  public Set<Capability> capabilities() {
    return Set.of();
  }

  @Override
  public void check(Target target) {
    ClientUrl.parse(target.url());
  }

  @Override
  public Database open(Target target) throws DbException {
    ClientDatabase database = new ClientDatabase(ClientUrl.parse(target.url()), target.password());
    try {
      database.session().close();
      return database;
    } catch (DbException e) {
      database.close();
      throw e;
    }
  }

  /** Returns no statements: YCSB's bindings do not create tables. */
  @Override
  public List<String> explain(Table table) {
    return List.of();
  }

  @Override
  public String explain(Op op) {
    return RecordCall.of(op).toString();
  }
}
