package io.stallmark.it;

import java.util.List;
import java.util.stream.Stream;

/** MariaDB 10.5 with TokuDB: each row format, clustering keys, the forms that spare it reads. */
final class TokuDbSensorIT extends SensorJob {
  @Override
  Server start() {
    return Server.tokudb();
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
