package io.stallmark.it;

import com.github.dockerjava.api.exception.NotFoundException;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.utility.DockerImageName;

/** The servers' images, which {@code it/containers.sh} builds, in CI while tests already run. */
final class ServerImages {

  private ServerImages() {}

  /**
   * The name of an image, which is there. As long as the process {@code STALLMARK_IMAGES_PID} is
   * alive it waits for the image.
   */
  static DockerImageName ready(String name) {
    String builder = System.getenv("STALLMARK_IMAGES_PID");
    if (builder != null) {
      Awaitility.await()
          .forever()
          .pollInterval(Duration.ofSeconds(1))
          .until(() -> isThere(name) || !isAlive(Long.parseLong(builder)));
    }
    return DockerImageName.parse(name);
  }

  private static boolean isAlive(long process) {
    return ProcessHandle.of(process).map(ProcessHandle::isAlive).orElse(false);
  }

  private static boolean isThere(String name) {
    try {
      DockerClientFactory.instance().client().inspectImageCmd(name).exec();
      return true;
    } catch (NotFoundException e) {
      return false;
    }
  }
}
