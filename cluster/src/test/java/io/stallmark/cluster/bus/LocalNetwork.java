package io.stallmark.cluster.bus;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A network inside one JVM, for tests and simulations. Members can be killed, frozen and separated;
 * its clock moves when {@link #advance} is called. Each member's listener has its own thread.
 */
public final class LocalNetwork implements AutoCloseable {

  /** A member that is silent for this long has left. */
  public static final Duration SILENCE = Duration.ofSeconds(10);

  private final List<LocalBus> buses = new ArrayList<>();
  private final Map<Member, LocalBus> members = new HashMap<>();
  private final List<Parcel> underWay = new ArrayList<>();
  private Duration now = Duration.ZERO;
  private final AtomicInteger busy = new AtomicInteger(); // calls of listeners

  /** An event for a listener, or a join, which needs a working connection. */
  private record Parcel(LocalBus from, LocalBus to, boolean join, Consumer<Bus.Listener> event) {}

  /** Joins the first member's cluster, or becomes the first. */
  public synchronized Bus open(String name, Bus.Listener listener) throws IOException {
    LocalBus bus = new LocalBus(new Member("local-" + (buses.size() + 1), name), listener);
    if (!buses.isEmpty()) {
      LocalBus first = buses.get(0);
      if (first.gone || !bus.reaches(first)) {
        throw new IOException("the coordinator does not answer");
      }
      for (LocalBus other : first.view) {
        bus.view.add(other);
        bus.tell(listening -> listening.joined(other.self));
      }
    }
    bus.view.add(bus);
    buses.add(bus);
    members.put(bus.self, bus);
    for (LocalBus other : bus.view) {
      if (other != bus) {
        underWay.add(new Parcel(bus, other, true, listening -> listening.joined(bus.self)));
      }
    }
    pass();
    return bus;
  }

  /** Like {@code kill -9}: others know it at once. */
  public synchronized void kill(Member member) {
    LocalBus bus = bus(member);
    bus.gone = true;
    bus.frozenSince = null;
    deliver();
  }

  /** Like {@code SIGSTOP}: neither receives nor is heard. Its own threads keep running. */
  public synchronized void freeze(Member member) {
    bus(member).frozenSince = now;
  }

  public synchronized void thaw(Member member) {
    bus(member).frozenSince = null;
    deliver();
  }

  /** Separates these from all other members, in both directions. */
  public synchronized void separate(List<Member> members) {
    members.forEach(member -> bus(member).separateSince = now);
  }

  public synchronized void connect() {
    buses.forEach(bus -> bus.separateSince = null);
    deliver();
  }

  /** Moves the clock. Whoever is silent for {@link #SILENCE} has left. */
  public synchronized void advance(Duration time) {
    now = now.plus(time);
    deliver();
  }

  /**
   * Waits until all listeners have returned and no message is on its way to one that can get it.
   */
  public synchronized void settle() throws InterruptedException {
    while (busy.get() > 0) {
      wait();
    }
  }

  @Override
  public synchronized void close() {
    buses.forEach(LocalBus::end);
  }

  private LocalBus bus(Member member) {
    return Objects.requireNonNull(members.get(member));
  }

  /** Delivers what can be delivered, and lets members know who has left. */
  private void deliver() {
    pass();
    for (LocalBus bus : buses) {
      if (!bus.gone && bus.frozenSince == null) {
        List<LocalBus> lost = bus.view.stream().filter(other -> bus.misses(other)).toList();
        lost.forEach(bus.view::remove);
        lost.forEach(other -> bus.tell(listening -> listening.left(other.self)));
      }
    }
  }

  private void pass() {
    Iterator<Parcel> parcels = underWay.iterator();
    while (parcels.hasNext()) {
      Parcel parcel = parcels.next();
      LocalBus from = parcel.from();
      LocalBus to = parcel.to();
      if (to.gone || !from.view.contains(to) || !parcel.join() && !to.view.contains(from)) {
        parcels.remove();
      } else if (from.reaches(to)) {
        if (parcel.join()) {
          to.view.add(from);
        }
        to.tell(parcel.event());
        parcels.remove();
      }
    }
  }

  private void finished() {
    if (busy.decrementAndGet() == 0) {
      synchronized (this) {
        notifyAll();
      }
    }
  }

  private final class LocalBus implements Bus {

    private final Member self;
    private final Bus.Listener listener;
    private final ExecutorService thread;
    private final Set<LocalBus> view = new LinkedHashSet<>(); // also large ones
    private volatile boolean gone;
    private @Nullable Duration frozenSince;
    private @Nullable Duration separateSince;

    private LocalBus(Member self, Bus.Listener listener) {
      this.self = self;
      this.listener = listener;
      this.thread =
          Executors.newSingleThreadExecutor(
              task -> {
                Thread created = new Thread(task, "bus " + self.name());
                created.setDaemon(true);
                return created;
              });
    }

    private boolean reaches(LocalBus other) {
      return frozenSince == null
          && other.frozenSince == null
          && (separateSince == null) == (other.separateSince == null);
    }

    /** Whether this member knows that the other has left, or that it is out itself. */
    private boolean misses(LocalBus other) {
      if (other == this) {
        return false;
      }
      if (reaches(other)) {
        return other.gone || !other.view.contains(this) && !joining(other);
      }
      return silence(other).compareTo(SILENCE) >= 0;
    }

    /** How long this member, which is not frozen, has not heard of the other. */
    private Duration silence(LocalBus other) {
      Duration since = now;
      if (other.frozenSince != null) {
        since = other.frozenSince;
      }
      Duration separated = separateSince != null ? separateSince : other.separateSince;
      if ((separateSince == null) != (other.separateSince == null)
          && separated != null
          && separated.compareTo(since) < 0) {
        since = separated;
      }
      return now.minus(since);
    }

    private boolean joining(LocalBus other) {
      return underWay.stream()
          .anyMatch(parcel -> parcel.join() && parcel.from() == this && parcel.to() == other);
    }

    private void tell(Consumer<Bus.Listener> event) {
      busy.incrementAndGet();
      thread.execute(
          () -> {
            try {
              if (!gone) {
                event.accept(listener);
              }
            } finally {
              finished();
            }
          });
    }

    @Override
    public Member self() {
      return self;
    }

    @Override
    public List<Member> members() {
      synchronized (LocalNetwork.this) {
        return view.stream().map(bus -> bus.self).toList();
      }
    }

    @Override
    public void send(Member to, byte[] message) throws IOException {
      synchronized (LocalNetwork.this) {
        if (gone) {
          throw new IOException("the bus is closed");
        }
        LocalBus receiver = members.get(to);
        if (!view.contains(receiver)) {
          throw new IOException(to.name() + " has left the cluster");
        }
        if (receiver != this && !connected(receiver)) {
          throw new IllegalArgumentException("agents only send to the coordinator");
        }
        post(receiver, message);
        pass();
      }
    }

    private boolean connected(LocalBus other) {
      LocalBus coordinator = buses.get(0);
      return other != this && (this == coordinator || other == coordinator);
    }

    private void post(LocalBus to, byte[] message) {
      underWay.add(new Parcel(this, to, false, listening -> listening.message(self, message)));
    }

    @Override
    public void close() {
      synchronized (LocalNetwork.this) {
        end();
        deliver();
      }
    }

    private void end() {
      gone = true;
      view.clear();
      thread.shutdown();
    }
  }
}
