package io.stallmark.capture;

import io.stallmark.spec.NearestWord;
import io.stallmark.spec.SpecException;
import io.stallmark.spi.wire.ForeignRecording;
import io.stallmark.spi.wire.RecordingFormat;
import io.stallmark.spi.wire.WireProtocol;
import io.stallmark.trace.TraceDocument.State;
import io.stallmark.trace.TraceException;
import io.stallmark.trace.TraceOrigin;
import io.stallmark.trace.TraceWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Conversion of files that a server or another tool has recorded.
 *
 * @param files in the order of recording
 */
public record RecordingConversion(WireProtocol protocol, RecordingFormat format, List<Path> files) {

  /**
   * Finds a format among those of some protocols.
   *
   * @throws SpecException with all names if there is none of this name, or if a file occurs twice
   */
  public static RecordingConversion of(
      List<WireProtocol> protocols, String source, List<Path> files) throws SpecException {
    for (WireProtocol protocol : protocols) {
      for (RecordingFormat format : protocol.formats()) {
        if (format.name().equals(source)) {
          requireDistinct(files);
          return new RecordingConversion(protocol, format, files);
        }
      }
    }
    List<String> names =
        protocols.stream()
            .flatMap(protocol -> protocol.formats().stream())
            .map(RecordingFormat::name)
            .toList();
    throw new SpecException(
        names.isEmpty()
            ? "--source '" + source + "': no recordings can be converted here"
            : "--source: '"
                + source
                + "' is not one of "
                + String.join(", ", names)
                + NearestWord.of(source, names).map(n -> ": did you mean " + n + "?").orElse(""));
  }

  private static void requireDistinct(List<Path> files) throws SpecException {
    Set<Path> seen = new HashSet<>();
    for (Path file : files) {
      Path real = file;
      try {
        real = file.toRealPath();
      } catch (IOException e) {
        // The format reports why it cannot be read.
      }
      if (!seen.add(real)) {
        throw new SpecException(file + " is given twice; give each file once");
      }
    }
  }

  /**
   * Writes a trace.
   *
   * @param version version of Stallmark
   * @throws SpecException if a file cannot be read, or the directory cannot be used
   * @throws IOException if a file is damaged or the trace cannot be written; the trace has what
   *     came before
   */
  public void write(Path directory, String version) throws SpecException, IOException {
    for (Path file : files) {
      if (!Files.isReadable(file) || Files.isDirectory(file)) {
        throw new SpecException(
            "%s cannot be read: %s",
            file,
            Files.isDirectory(file)
                ? "it is a directory"
                : Files.exists(file) ? "permission denied" : "no such file");
      }
    }
    try (ForeignRecording recording = opened();
        TraceWriter writer = created(directory, origin(recording, version))) {
      convert(recording, writer);
    }
  }

  private ForeignRecording opened() throws SpecException {
    try {
      return format.open(files);
    } catch (IOException e) {
      throw new SpecException(String.valueOf(e.getMessage()));
    }
  }

  private TraceOrigin origin(ForeignRecording recording, String version) {
    return new TraceOrigin(
        protocol.family(),
        format.name(),
        version,
        "", // the files do not have it
        recording.facts(),
        recording.start(),
        recording.clockResolution(),
        recording.replies());
  }

  private static TraceWriter created(Path directory, TraceOrigin origin) throws SpecException {
    try {
      return TraceWriter.create(directory, origin);
    } catch (TraceException e) {
      throw new SpecException("--to: " + e.getMessage());
    }
  }

  private static void convert(ForeignRecording recording, TraceWriter writer) throws IOException {
    try {
      recording.convert(writer);
      writer.end(State.COMPLETED, "");
    } catch (UncheckedIOException e) {
      throw e.getCause();
    } catch (TraceException e) {
      throw e;
    } catch (IOException e) {
      writer.end(State.FAILED, String.valueOf(e.getMessage()));
      throw e;
    }
  }
}
