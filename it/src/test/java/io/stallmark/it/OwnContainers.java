package io.stallmark.it;

import com.github.dockerjava.api.exception.DockerException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.testcontainers.DockerClientFactory;

/** The containers that this JVM has started, by the processes in them. */
final class OwnContainers {

  private static final Pattern ID = Pattern.compile("[0-9a-f]{64}");

  private final Map<String, Boolean> known = new HashMap<>();

  /** Whether a process of this number runs in one. */
  boolean runs(int pid) {
    String groups = MachineWatch.read(Path.of("/proc", "" + pid, "cgroup"));
    Matcher id = ID.matcher(groups == null ? "" : groups);
    return id.find() && known.computeIfAbsent(id.group(), OwnContainers::isOwn);
  }

  private static boolean isOwn(String id) {
    try {
      DockerClientFactory docker = DockerClientFactory.instance();
      return docker.isDockerAvailable()
          && DockerClientFactory.SESSION_ID.equals(
              docker
                  .client()
                  .inspectContainerCmd(id)
                  .exec()
                  .getConfig()
                  .getLabels()
                  .get(DockerClientFactory.TESTCONTAINERS_SESSION_ID_LABEL));
    } catch (DockerException e) {
      return false; // it has ended, or another daemon started it
    }
  }
}
