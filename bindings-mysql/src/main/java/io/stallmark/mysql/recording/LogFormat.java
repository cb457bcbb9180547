package io.stallmark.mysql.recording;

import io.stallmark.spi.wire.ForeignRecording;
import io.stallmark.spi.wire.RecordingFormat;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Query logs of MySQL and MariaDB, written to files. */
public record LogFormat(String name, Opener opener) implements RecordingFormat {

  public static final RecordingFormat GENERAL =
      new LogFormat("general-log", GeneralLogRecording::open);

  public static final RecordingFormat SLOW = new LogFormat("slow-log", SlowLogRecording::open);

  /** Opens the files of a log. */
  public interface Opener {
    ForeignRecording open(List<Path> files) throws IOException;
  }

  @Override
  public ForeignRecording open(List<Path> files) throws IOException {
    return opener.open(files);
  }
}
