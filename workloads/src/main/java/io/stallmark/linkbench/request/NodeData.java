package io.stallmark.linkbench.request;

import io.stallmark.data.Rng;
import io.stallmark.linkbench.data.PayloadData;
import io.stallmark.spi.Args;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Generator of the time and the data of written nodes. Used by one thread. */
final class NodeData {

  /** Size of the buffer in bytes; one in two million nodes has more data. */
  private static final int ROOM = 1 << 14;

  private final Rng rng;
  private final PayloadData payload;
  private final LongSupplier milliseconds;

  NodeData(GraphRequests requests, Rng rng) {
    this.rng = rng;
    payload = requests.graph().nodePayload();
    milliseconds = requests.milliseconds();
  }

  /** Draws and sets slot 0, the time in seconds, and slot 1, the data. */
  void draw(Args args) {
    int length = payload.length(rng);
    payload.fill(rng, args.bytes(1, Math.max(ROOM, length)), length);
    args.set(0, TimeUnit.MILLISECONDS.toSeconds(milliseconds.getAsLong())).length(1, length);
  }
}
