package io.stallmark.it;

import com.github.dockerjava.api.exception.NotFoundException;
import java.util.Locale;
import org.opentest4j.TestAbortedException;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.utility.DockerImageName;

/** The servers' images, which {@code it/containers.sh} makes: no registry has them. */
final class ServerImages {

  private ServerImages() {}

  /** Returns the name of an image that is there. Without it, the test is skipped. */
  static DockerImageName present(String name) {
    var condition =
        Required.unless(
            exists(name),
            String.format(
                Locale.ROOT,
                "no image %s; 'it/containers.sh' makes those of mvn verify, 'it/containers.sh thorough' all",
                name));
    if (condition.isDisabled()) {
      throw new TestAbortedException(condition.getReason().orElseThrow());
    }
    return DockerImageName.parse(name);
  }

  private static boolean exists(String name) {
    try {
      DockerClientFactory.instance().client().inspectImageCmd(name).exec();
      return true;
    } catch (NotFoundException e) {
      return false;
    }
  }
}
