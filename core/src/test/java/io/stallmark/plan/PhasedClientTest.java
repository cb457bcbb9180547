package io.stallmark.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.spi.workload.Client;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PhasedClientTest {

  @Test
  void client_doesWhatItsPhaseDoes() throws Exception {
    List<String> done = new ArrayList<>();
    Client one = () -> done.add("one");
    Client two = () -> done.add("two");
    PhasedClient client = new PhasedClient(List.of(one, two, one));
    client.transaction();
    client.enter(1);
    client.transaction();
    client.enter(2);
    client.transaction();
    assertThat(done).containsExactly("one", "two", "one");
    assertThatThrownBy(() -> client.enter(3)).isInstanceOf(IndexOutOfBoundsException.class);
  }
}
