package io.stallmark.it;

/** MyRocks in MariaDB. Its reads are counted by what it then holds. */
@Docker
final class MyRocksCostIT extends CostContract {
  @Override
  Server begin() throws Exception {
    return Server.measured(
        "stallmark/mariadb:10.11",
        "--default-storage-engine=RocksDB",
        "--rocksdb-block-cache-size=4M",
        "--rocksdb-use-direct-reads=ON");
  }
}
