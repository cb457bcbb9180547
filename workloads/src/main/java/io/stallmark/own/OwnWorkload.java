package io.stallmark.own;

import io.stallmark.own.definition.OwnDefinition;
import io.stallmark.own.file.OwnFileReader;
import io.stallmark.own.file.OwnOptions;
import io.stallmark.spec.SpecEntries;
import io.stallmark.spec.SpecException;
import io.stallmark.spec.YamlNode;
import io.stallmark.spi.Capability;
import io.stallmark.spi.workload.Role;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Setting;
import io.stallmark.spi.workload.Settings;
import io.stallmark.spi.workload.Workload;
import io.stallmark.text.FileTrouble;
import io.stallmark.text.RefusedException;
import io.stallmark.text.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The workload {@code own}. */
public final class OwnWorkload implements Workload {

  private static final String FILE = SpecEntries.FILE;
  private static final String SQL = SpecEntries.SQL;
  private static final String COMMAND = SpecEntries.COMMAND;
  private static final String BATCH = "batch";

  @Override
  public String name() {
    return "own";
  }

  @Override
  public String summary() {
    return "your statements, from a file (--file) or the command line (--sql, --command)";
  }

  @Override
  public List<Setting> settings() {
    return List.of(
        Setting.text(FILE, "", "YAML file with values, tables, transactions and checks"),
        Setting.text(SQL, "", "statements on tables that exist, as --sql gives them"),
        Setting.text(COMMAND, "", "the same for MongoDB, as --command gives them"),
        Setting.integer(BATCH, "1000", 1, 10_000, "rows per insert of a load"));
  }

  @Override
  public boolean takesValues() {
    return true;
  }

  /** Those of the file; the usual one if there is no file, which is refused later. */
  @Override
  public List<Role.Size> roles(Settings settings) {
    String file = settings.text(FILE);
    return isGiven(settings) && (file.isEmpty() || Files.exists(Path.of(file)))
        ? definition(settings).roles().stream()
            .map(role -> new Role.Size(role.name(), role.threads()))
            .toList()
        : Workload.super.roles(settings);
  }

  @Override
  public Map<String, Map<String, String>> operations() {
    return Map.of();
  }

  /** None is described. Refuses to go without statements. */
  @Override
  public Optional<String> existingTable(Settings settings) {
    if (!isGiven(settings)) {
      throw new RefusedException(
          "own needs statements: give --file FILE.yaml, or --url and --sql 'SELECT …'");
    }
    definition(settings);
    return Optional.empty();
  }

  private static boolean isGiven(Settings settings) {
    return List.of(FILE, SQL, COMMAND).stream().anyMatch(name -> !settings.text(name).isEmpty());
  }

  @Override
  public Scenario scenario(Settings settings, long seed, Set<Capability> capabilities) {
    existingTable(settings);
    return new OwnScenario(
        definition(settings),
        seed,
        settings.int32(BATCH),
        capabilities.contains(Capability.TRANSACTIONS));
  }

  private OwnDefinition definition(Settings settings) {
    Map<String, String> sources = new LinkedHashMap<>();
    settings.values().forEach((name, text) -> sources.put(name, text.toString()));
    settings().forEach(setting -> sources.remove(setting.name()));
    try {
      String file = settings.text(FILE);
      String sql = settings.text(SQL);
      String command = settings.text(COMMAND);
      if (file.isEmpty()) {
        return OwnOptions.read(sql, command, sources);
      }
      if (!sql.isEmpty() || !command.isEmpty()) {
        throw new SpecException("--file cannot be used with --sql and --command");
      }
      Path path = Path.of(file);
      return new OwnFileReader(YamlNode.read(path, path), file).read(sources, hash(path));
    } catch (SpecException e) {
      throw new RefusedException(e.getMessage(), e);
    }
  }

  private static String hash(Path file) throws SpecException {
    try {
      return Sha256.of(Files.readAllBytes(file));
    } catch (IOException e) {
      throw new SpecException(FileTrouble.sentence(e));
    }
  }
}
