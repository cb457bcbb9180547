package io.stallmark.it.servers.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import io.stallmark.it.Thorough;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** MySQL 9. */
@Thorough
final class MySql9JmhFrontIT extends JmhFrontContract {
  @Override
  Server start() {
    return SharedServer.MYSQL.emptied();
  }

  @Test
  void wrongPassword_isOneLine_withoutATable(@TempDir Path directory) throws Exception {
    JmhFrontProcess.Ended ended =
        new JmhFrontProcess(directory)
            .call("wr0ng-canary", "-f 0 -wi 0 -i 1 -r 100ms -p url=" + server.url());
    assertThat(ended.code()).as(ended.out() + ended.err()).isEqualTo(3);
    assertThat(ended.err().lines()).as(ended.err()).hasSize(1);
    assertThat(ended.err())
        .startsWith("stallmark: ")
        .containsIgnoringCase("user")
        .doesNotContain("wr0ng-canary");
    assertThat(ended.out()).isEmpty();
  }
}
