package io.stallmark.mysql.recording;

import io.stallmark.spi.wire.ForeignRecording;
import io.stallmark.spi.wire.RecordingFormat;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The slow query log of MySQL and MariaDB, written to a file. */
public final class SlowLogFormat implements RecordingFormat {

  @Override
  public String name() {
    return "slow-log";
  }

  @Override
  public ForeignRecording open(List<Path> files) throws IOException {
    return SlowLogRecording.open(files);
  }
}
