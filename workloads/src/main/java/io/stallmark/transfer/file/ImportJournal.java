package io.stallmark.transfer.file;

import io.stallmark.text.FileTrouble;
import io.stallmark.text.Text;
import io.stallmark.transfer.format.BadInput;
import io.stallmark.transfer.format.RawBatch;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * A file with the batches that an import has begun and finished, so that a later one resumes it. A
 * line is appended and left to the operating system before a batch is sent, and one after it is
 * acknowledged. The journal outlives the process, and not a crash of this machine. Thread-safe.
 */
public final class ImportJournal {

  private static final String VERSION = "stallmark import 1";
  private static final String COMPLETE = "complete";

  private final Path path;
  private final FileChannel channel;
  private final Map<String, TreeMap<Long, Batch>> batches = new HashMap<>(); // by file
  private long omitted;
  private boolean broken;

  /** State of a batch. */
  public enum State {
    /** It is about to be sent: it is not known if it was imported. */
    BEGUN,
    /** The database refused it, so that it is sent again as a whole. */
    FAILED,
    /** It is imported. */
    DONE
  }

  /** A batch of an earlier import. */
  record Batch(int documents, State state) {}

  private ImportJournal(Path path, FileChannel channel) {
    this.path = path;
    this.channel = channel;
  }

  /**
   * Opens a journal, or creates it.
   *
   * @param target server, table, columns and size of batches of the import
   * @throws BadInput if it is the journal of another import, or an import uses it
   */
  public static ImportJournal open(Path path, String target, DocumentSource files) throws BadInput {
    try {
      String header = header(target, files);
      if (Files.exists(path) && !Files.isRegularFile(path)) {
        throw new BadInput("The journal " + path + " is not a file: give the name of a new one");
      }
      FileChannel channel =
          FileChannel.open(
              path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
      ImportJournal journal = new ImportJournal(path, channel);
      try {
        if (journal.isLocked()) {
          throw new BadInput(path + " is the journal of an import that is running");
        }
        journal.read(header);
        return journal;
      } catch (IOException | BadInput e) {
        channel.close();
        throw e;
      }
    } catch (IOException e) {
      throw new BadInput("The journal " + path + " cannot be opened: " + FileTrouble.reason(e));
    }
  }

  private static String header(String target, DocumentSource files) throws IOException {
    StringBuilder header = new StringBuilder(VERSION + "\t" + target + "\n");
    for (String name : files.names()) {
      Path file = Path.of(name);
      header.append(
          Text.format(
              "file\t%d\t%s\t%s\n", Files.size(file), Files.getLastModifiedTime(file), name));
    }
    return header.append("files\t" + files.names().size() + "\n").toString();
  }

  private boolean isLocked() throws IOException {
    try {
      return channel.tryLock() == null;
    } catch (OverlappingFileLockException e) {
      return true; // by another import of this program
    }
  }

  private void read(String header) throws IOException, BadInput {
    String content = new String(Files.readAllBytes(path), StandardCharsets.UTF_8);
    int end = content.lastIndexOf('\n') + 1; // a killed import can have written half a line
    boolean ours = content.startsWith(VERSION) || (end == 0 && VERSION.startsWith(content));
    if (!ours) {
      throw new BadInput(path + " is not a journal of an import");
    } else if (end == 0) {
      channel.truncate(0);
      write(header);
      return;
    } else if (!content.startsWith(header)) {
      throw new BadInput(
          path
              + " is the journal of another import: of another server, table, size of batch, or of other files");
    }
    List<String> lines =
        content.substring(header.length(), Math.max(header.length(), end)).lines().toList();
    if (lines.contains(COMPLETE)) {
      throw new BadInput("All rows are imported already, as " + path + " records");
    }
    try {
      lines.forEach(this::record);
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      throw new BadInput(path + " is damaged: import into an empty table without it");
    }
    channel.truncate(content.substring(0, end).getBytes(StandardCharsets.UTF_8).length);
    channel.position(channel.size());
  }

  private void record(String line) {
    String[] words = line.split("\t", -1);
    State state = State.valueOf(words[0].toUpperCase(Locale.ROOT));
    batches
        .computeIfAbsent(words[3], name -> new TreeMap<>())
        .put(Long.parseLong(words[1]), new Batch(Integer.parseInt(words[2]), state));
  }

  private void write(String text) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  /** Records the state of a batch. */
  public synchronized void record(State state, RawBatch batch) throws BadInput {
    if (broken) {
      throw new BadInput(path + " cannot be written");
    }
    try {
      broken = true; // a line that is written in part must be the last one
      write(
          Text.format(
              "%s\t%d\t%d\t%s\n",
              state.name().toLowerCase(Locale.ROOT),
              batch.number(),
              batch.documents(),
              batch.file()));
      broken = false;
    } catch (IOException e) {
      throw BadInput.of(path, e);
    }
  }

  /** Batches of a file, by the number of their first document. */
  NavigableMap<Long, Batch> of(String file) {
    return batches.getOrDefault(file, new TreeMap<>());
  }

  /** Counts a batch that is not imported again. */
  synchronized void omit(RawBatch batch) {
    omitted += batch.documents();
  }

  /** Number of documents that were not imported again. */
  public synchronized long omitted() {
    return omitted;
  }

  /**
   * Closes the file.
   *
   * @param complete whether all rows are imported
   */
  public synchronized void close(boolean complete) {
    try (channel) {
      if (complete && !broken && channel.isOpen()) {
        write(COMPLETE + "\n");
      }
    } catch (IOException e) {
      // the batches are recorded, so that another import finds nothing to do
    }
  }
}
