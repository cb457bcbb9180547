package io.stallmark.run.duet;

import io.stallmark.analysis.duet.DuetSeconds.Side;
import io.stallmark.engine.StartSignal;
import io.stallmark.engine.arrival.Clock;
import java.util.Locale;

/** Common start of both sides, for one of them. The threads of its clients have its name. */
record SideSignal(CommonStart start, Side side) implements StartSignal {

  /** Returns the name of the side in options and files. */
  String name() {
    return side.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public String clients() {
    return "client-" + name() + "-";
  }

  @Override
  public void starting(int client, int clients) {
    PairProcessors.take(client, clients);
  }

  @Override
  public long begin(Clock clock) throws InterruptedException {
    return start.begin();
  }

  @Override
  public boolean ended() {
    return start.ended();
  }
}
