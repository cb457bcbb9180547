package io.stallmark.it.servers.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.it.Server;
import io.stallmark.it.Thorough;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import tools.jackson.databind.JsonNode;

/** MariaDB 10.5 with TokuDB: each row format, clustering keys, the forms that spare it reads. */
@Thorough
final class TokuDbSensorIT extends SensorJobContract {
  private Server server;

  @AfterAll
  void stop() {
    if (server != null) {
      server.close();
    }
  }

  @Override
  Server start() {
    server = Server.tokudb();
    try (Connection root = server.root();
        Statement sql = root.createStatement()) {
      sql.execute("GRANT SUPER, RELOAD ON *.* TO 'bench'@'%'"); // to make a checkpoint
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    return server;
  }

  /** Without a checkpoint a new table's 13 kB are all there is; and files have holes. */
  @Override
  void checkSize(JsonNode size) {
    long data = size.get("dataBytes").asLong();
    assertThat(data).as("%s", size).isGreaterThanOrEqualTo(20_000);
    assertThat(size.get("fileBytes").asLong())
        .as("%s", size)
        .isGreaterThan(data + size.get("indexBytes").asLong());
  }

  @Override
  List<String> runs() {
    Stream<String> formats =
        Stream.of("FAST", "SMALL", "QUICKLZ", "ZLIB", "LZMA", "SNAPPY", "UNCOMPRESSED")
            .map(format -> "engine=TokuDB,compression=TOKUDB_" + format + "|");
    Stream<String> others =
        Stream.of(
            "engine=TokuDB,clustering=yes|layout=ts-first",
            "engine=TokuDB|layout=ts-first-covering",
            "engine=TokuDB|layout=partitioned partitions=4",
            "engine=TokuDB|insert-form=replace",
            "engine=TokuDB|insert-form=insert-ignore");
    return Stream.concat(formats, others).toList();
  }

  @Override
  List<String> refusals() {
    return List.of("engine=TokuDB,compression=TOKUDB_NONSENSE||TOKUDB_NONSENSE");
  }
}
