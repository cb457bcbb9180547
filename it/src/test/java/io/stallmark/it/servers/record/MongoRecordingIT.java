package io.stallmark.it.servers.record;

import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import io.stallmark.spi.wire.OperationText;
import java.util.Map;
import java.util.regex.Pattern;

/** MongoDB 6.0, a replica set of one. */
final class MongoRecordingIT extends RecordingContract {

  private static final int CHECKED_ROWS = 8;
  private static final int TRIED_TRANSACTIONS = 1;

  private static final Pattern STATEMENT =
      Pattern.compile(
          "(find bench.sbtest1 filter \\{_id|(aggregate|distinct|insert|update|delete)"
              + " bench.sbtest1|commitTransaction).*");

  @Override
  Server start() {
    return SharedServer.MONGO.emptied();
  }

  /**
   * In addition to the client's statements, 8 reads by key checked the rows, and a transaction was
   * tried. The driver's pool may give the client more than one connection.
   */
  @Override
  long statements(Map<OperationText, Long> texts) {
    long counted =
        texts.entrySet().stream()
            .filter(text -> STATEMENT.matcher(text.getKey().fingerprint()).matches())
            .mapToLong(Map.Entry::getValue)
            .sum();
    return counted - CHECKED_ROWS - TRIED_TRANSACTIONS;
  }

  @Override
  boolean isPooled() {
    return true;
  }

  @Override
  boolean hasReply(String command) {
    return true;
  }
}
