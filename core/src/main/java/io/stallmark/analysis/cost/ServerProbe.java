package io.stallmark.analysis.cost;

import io.stallmark.spi.Database;
import io.stallmark.spi.DbException;
import io.stallmark.spi.server.Usage;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Reads the server's own counters. Opens a new connection after the old one is lost. */
public final class ServerProbe implements ResourceProbe {

  private final Database database;
  private Database.@Nullable Counters counters;
  private String about = "";

  public ServerProbe(Database database) {
    this.database = database;
  }

  @Override
  public CostSource source() {
    return CostSource.SERVER;
  }

  @Override
  public String what() {
    return "the server's own counters" + (about.isEmpty() ? "" : ", " + about);
  }

  @Override
  public Usage read() throws IOException {
    try {
      Database.Counters open = counters;
      if (open == null) {
        open = database.counters();
        counters = open;
      }
      Usage usage = open.usage();
      about = open.about();
      return usage;
    } catch (DbException e) {
      close();
      throw new IOException(e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    if (counters != null) {
      counters.close();
      counters = null;
    }
  }
}
