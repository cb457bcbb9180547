package io.stallmark.it.servers.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.it.Program;
import io.stallmark.it.Server;
import java.sql.Connection;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

/** MySQL 9, through Connector/J. */
final class MySql9FaultsIT extends SqlFaultContract {
  @Override
  Server start(Integer connections) {
    return connections == null
        ? Server.mysql9()
        : Server.mysql9("--max-connections=" + connections);
  }

  /**
   * As it is, the same command would fail again. MariaDB's driver may lose the connection before it
   * has read why.
   */
  @Test
  void batchThatIsTooLong_saysWhatToRaiseOrLower_andTheLoadGoesOnWithASmallerOne()
      throws Exception {
    long most = mostPacket(1 << 16);
    try {
      Program.Result refused = program().run(graph("load", "batch=400"));
      assertThat(refused.exit()).as(refused.out() + refused.err()).isEqualTo(3);
      assertThat(refused.lastError())
          .doesNotContain("No connection", "You can change")
          .contains(
              "; raise max_allowed_packet on the server, or lower -p batch. Loaded rows remain");
      assertOneLine(refused);
      Program.Result loaded = program().call(graph("load", "batch=100")).well();
      assertThat(loaded.err()).contains("Resuming an incomplete load");
    } finally {
      mostPacket(most);
      program().call("drop", "linkbench", "--yes", "--url", server.url("free"));
    }
  }

  private String[] graph(String command, String batch) {
    return new String[] {
      command,
      "linkbench",
      "--url",
      server.url("free"),
      "-p",
      batch,
      "-p",
      "ids=1000",
      "-p",
      "max-degree=0",
      "-p",
      "insert-form=insert"
    };
  }

  /** Of connections to come. Returns what it was. */
  private long mostPacket(long bytes) throws Exception {
    try (Connection root = server.root();
        Statement sql = root.createStatement();
        var row = sql.executeQuery("SELECT @@GLOBAL.max_allowed_packet")) {
      row.next();
      long before = row.getLong(1);
      sql.execute("SET GLOBAL max_allowed_packet = " + bytes);
      return before;
    }
  }
}
