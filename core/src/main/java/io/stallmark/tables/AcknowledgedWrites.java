package io.stallmark.tables;

import io.stallmark.text.Text;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes that a run's clients had acknowledged, as the client side recorded them. The run writes
 * them into its result directory, and a verification finds the rows that the server has lost since.
 *
 * @param workload name of the workload
 * @param numbers the record, see {@link io.stallmark.spi.workload.Scenario#acknowledged}
 */
public record AcknowledgedWrites(String workload, Map<String, Long> numbers) {

  private static final String FILE = "acknowledged.json";
  private static final long MOST_BYTES = 16L << 20;

  /** Record of a run whose workload keeps none. */
  public static final AcknowledgedWrites NONE = new AcknowledgedWrites("", Map.of());

  public AcknowledgedWrites {
    numbers = new TreeMap<>(numbers);
  }

  /** Writes the record into a run's directory. */
  public void write(Path directory) throws IOException {
    JsonMapper mapper = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
    Files.writeString(directory.resolve(FILE), mapper.writeValueAsString(this) + "\n");
  }

  /**
   * Reads the record of a run.
   *
   * @throws IOException with a line for the user, when there is no record or it is damaged
   */
  public static AcknowledgedWrites read(Path directory) throws IOException {
    Path file = directory.resolve(FILE);
    if (!Files.isRegularFile(file)) {
      throw new IOException(
          Text.format(
              "%s has no %s: it is not a run's directory, or its workload and mix record no writes; docs/reliability.md says which ones do",
              directory, FILE));
    }
    try {
      if (Files.size(file) > MOST_BYTES) {
        throw new IOException(file + " is too large to be a record of acknowledged writes");
      }
      return JsonMapper.shared().readValue(Files.readString(file), AcknowledgedWrites.class);
    } catch (JacksonException e) {
      throw new IOException(file + " is damaged: " + e.getOriginalMessage(), e);
    }
  }
}
