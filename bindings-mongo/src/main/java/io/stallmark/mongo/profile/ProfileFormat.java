package io.stallmark.mongo.profile;

import io.stallmark.spi.wire.ForeignRecording;
import io.stallmark.spi.wire.RecordingFormat;
import io.stallmark.trace.TraceOrigin.Replies;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * Entries of the profiler: dumps of {@code system.profile}, or what flashback made of them.
 *
 * @param name name of the format
 * @param replies how much the entries have of the replies
 */
public record ProfileFormat(String name, Replies replies) implements RecordingFormat {

  /** Files that flashback has recorded. */
  public static final RecordingFormat FLASHBACK = new ProfileFormat("flashback", Replies.NONE);

  /** Dumps of {@code system.profile}, and one of the oplog. */
  public static final RecordingFormat PROFILER = new ProfileFormat("profiler", Replies.ROWS);

  @Override
  public ForeignRecording open(List<Path> files) throws IOException {
    List<Path> profiles = new ArrayList<>();
    List<Path> oplogs = new ArrayList<>();
    long start = Long.MAX_VALUE;
    for (Path file : files) {
      try (EntryFile entries = new EntryFile(file)) {
        @Nullable BsonDocument first = entries.head();
        if (entries.isOplog()) {
          oplogs.add(file);
        } else if (first != null && entries.isProfiled()) {
          profiles.add(file);
          start = Math.min(start, ProfileRecording.start(first));
        } else if (first != null) {
          throw new IOException("File " + file + " has no entries of MongoDB's profiler");
        }
      }
    }
    if (profiles.isEmpty()) {
      throw new IOException("No file has entries of MongoDB's profiler: " + files);
    }
    if (oplogs.size() > 1) {
      throw new IOException("Give one oplog, of one server: " + oplogs);
    }
    return new ProfileRecording(profiles, oplogs.isEmpty() ? null : oplogs.get(0), start, replies);
  }
}
