package io.stallmark.mongo.recording;

import io.stallmark.spi.wire.RecordingFormat;
import java.util.List;

/** Formats of files with MongoDB's traffic. */
public final class MongoRecordings {

  private MongoRecordings() {}

  public static List<RecordingFormat> formats() {
    return List.of(new MongodFormat());
  }
}
