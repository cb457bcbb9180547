package io.stallmark.cluster.bus;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.Event;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.Receiver;
import org.jgroups.View;
import org.jgroups.protocols.pbcast.GMS;
import org.jspecify.annotations.Nullable;

/**
 * The bus over JGroups. {@link BusOpener} opens it.
 *
 * <p>Its own messages have a type in the first byte. Two of them are for what JGroups does not
 * tell: a member that closes its bus says so after its last message, and one that was frozen for
 * too long learns that the cluster went on without it.
 */
final class JGroupsBus implements Bus {

  static final String CLUSTER = "stallmark";

  private static final byte DATA = 0;

  /** The sender closes its bus. */
  private static final byte FAREWELL = 1;

  /** The receiver of a farewell has handled everything before it. */
  private static final byte FAREWELL_ANSWER = 2;

  /** An agent asks whether it still is a member. */
  private static final byte STILL_HERE = 3;

  /** It is not. */
  private static final byte GONE = 4;

  private static final long STILL_HERE_MILLIS = 2_000;
  private static final long FAREWELL_MILLIS = 2_000;

  private final JChannel channel;
  private final Address address;
  private final Member self;
  private final EventQueue events;
  private final int patience;
  private final AtomicBoolean closed = new AtomicBoolean();

  private final Object lock = new Object();

  /** The members, in the order of their joining. */
  private final Map<Address, Member> present = new LinkedHashMap<>();

  private final Set<Address> gone = new HashSet<>();

  /** Messages of members whose joining is not known yet. */
  private final Map<Address, List<byte[]>> early = new HashMap<>();

  private boolean joined;
  private volatile CountDownLatch farewells = new CountDownLatch(0);
  private @Nullable Future<?> stillHere;

  /**
   * @param patience factor of the time for answers to the farewell
   */
  JGroupsBus(JChannel channel, Address address, EventQueue events, int patience) {
    this.channel = channel;
    this.address = address;
    this.self = MemberAddress.member(address);
    this.events = events;
    this.patience = patience;
    if (channel.getProtocolStack().getTransport() instanceof StarTransport star) {
      star.onRefused(events::refused);
    }
    channel.setDiscardOwnMessages(false);
    channel.setReceiver(
        new Receiver() {
          @Override
          public void receive(Message message) {
            received(message);
          }

          @Override
          public void viewAccepted(View view) {
            viewChanged(view);
          }
        });
  }

  /** Connects, and finds out whether the first member is the coordinator. */
  boolean connect() throws Exception {
    channel.connect(CLUSTER);
    joined = MemberAddress.isCoordinator(channel.getView().getCoord());
    return joined;
  }

  /** Whether {@link #connect} has found the coordinator. */
  boolean isJoined() {
    return joined;
  }

  /** Whether a coordinator has answered, which may be too busy to let this agent join in time. */
  boolean isAnswered() {
    return channel.getProtocolStack().getTransport() instanceof StarTransport star
        && star.isAnswered();
  }

  /** Starts to call the listener. */
  void start() {
    events.start();
    if (!MemberAddress.isCoordinator(address)) {
      stillHere =
          channel
              .getProtocolStack()
              .getTransport()
              .getTimer()
              .scheduleAtFixedRate(
                  this::askWhetherStillHere,
                  STILL_HERE_MILLIS,
                  STILL_HERE_MILLIS,
                  TimeUnit.MILLISECONDS);
    }
  }

  @Override
  public Member self() {
    return self;
  }

  @Override
  public List<Member> members() {
    synchronized (lock) {
      return List.copyOf(present.values());
    }
  }

  @Override
  public void send(Member to, byte[] message) throws IOException {
    send(addressOf(to), message);
  }

  private Address addressOf(Member member) throws IOException {
    checkOpen();
    synchronized (lock) {
      for (Map.Entry<Address, Member> entry : present.entrySet()) {
        if (entry.getValue().equals(member)) {
          Address found = entry.getKey();
          if (!MemberAddress.isCoordinator(address)
              && !MemberAddress.isCoordinator(found)
              && !found.equals(address)) {
            throw new IllegalArgumentException("agents only send to the coordinator");
          }
          return found;
        }
      }
    }
    throw new IOException(member.name() + " has left the cluster");
  }

  private List<Address> others() {
    List<Address> others = new ArrayList<>();
    synchronized (lock) {
      for (Address other : present.keySet()) {
        if (!other.equals(address)
            && (MemberAddress.isCoordinator(address) || MemberAddress.isCoordinator(other))) {
          others.add(other);
        }
      }
    }
    return others;
  }

  private void checkOpen() throws IOException {
    if (closed.get()) {
      throw new IOException("the bus is closed");
    }
  }

  private void send(Address to, byte[] message) throws IOException {
    byte[] typed = new byte[message.length + 1];
    typed[0] = DATA;
    System.arraycopy(message, 0, typed, 1, message.length);
    try {
      channel.send(new BytesMessage(to, typed));
    } catch (Exception e) {
      checkOpen();
      throw new IOException("cannot send to the cluster: " + e.getMessage(), e);
    }
  }

  /** Sends a message of the bus's own, which no slow receiver delays. */
  private void sendOwn(Address to, byte type, Message.Flag... flags) {
    try {
      Message message = new BytesMessage(to, new byte[] {type});
      channel.send(message.setFlag(Message.Flag.NO_FC).setFlag(flags));
    } catch (Exception e) {
      // The channel is closed, or the receiver unreachable: failure detection finds that out.
    }
  }

  private void askWhetherStillHere() {
    for (Address coordinator : others()) {
      sendOwn(coordinator, STILL_HERE, Message.Flag.OOB, Message.Flag.NO_RELIABILITY);
    }
  }

  private void received(Message message) {
    if (!(message instanceof BytesMessage) || message.getLength() < 1) {
      return;
    }
    byte[] bytes = new byte[message.getLength() - 1];
    System.arraycopy(message.getArray(), message.getOffset() + 1, bytes, 0, bytes.length);
    Address from = message.getSrc();
    switch (message.getArray()[message.getOffset()]) {
      case DATA -> data(from, bytes);
      case FAREWELL ->
          events.then(
              () -> {
                leave(from);
                sendOwn(from, FAREWELL_ANSWER);
              });
      case FAREWELL_ANSWER -> farewells.countDown();
      case STILL_HERE -> {
        if (isGone(from)) {
          sendOwn(from, GONE, Message.Flag.OOB, Message.Flag.NO_RELIABILITY);
        }
      }
      case GONE -> loseCoordinator(from);
      default -> {} // of a later version, which the coordinator refuses
    }
  }

  private void data(Address from, byte[] bytes) {
    if (!events.takeRoom()) {
      return;
    }
    synchronized (lock) {
      Member member = present.get(from);
      if (member != null) {
        events.message(member, bytes);
      } else if (gone.contains(from)) {
        events.giveRoom();
      } else {
        early.computeIfAbsent(from, key -> new ArrayList<>()).add(bytes);
      }
    }
  }

  private boolean isGone(Address member) {
    synchronized (lock) {
      return gone.contains(member);
    }
  }

  private void viewChanged(View view) {
    synchronized (lock) {
      Iterator<Map.Entry<Address, Member>> members = present.entrySet().iterator();
      while (members.hasNext()) {
        Map.Entry<Address, Member> member = members.next();
        if (!view.containsMember(member.getKey())) {
          members.remove();
          gone.add(member.getKey());
          events.left(member.getValue());
        }
      }
      for (Address joining : view.getMembers()) {
        if (!gone.contains(joining) && !present.containsKey(joining)) {
          Member member = MemberAddress.member(joining);
          present.put(joining, member);
          if (joining.equals(address)) {
            events.self(member);
          } else {
            events.joined(member);
          }
          List<byte[]> waiting = early.remove(joining);
          if (waiting != null) {
            waiting.forEach(bytes -> events.message(member, bytes));
          }
        }
      }
    }
  }

  private void leave(Address member) {
    synchronized (lock) {
      Member left = present.remove(member);
      gone.add(member);
      if (left != null) {
        events.left(left);
      }
    }
    loseCoordinator(member);
  }

  /** Makes JGroups treat the coordinator as dead, so that this agent's view is itself alone. */
  private void loseCoordinator(Address member) {
    if (MemberAddress.isCoordinator(member) && !member.equals(address)) {
      GMS membership = channel.getProtocolStack().findProtocol(GMS.class);
      membership.up(new Event(Event.SUSPECT, List.of(member)));
    }
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      sayFarewell();
      closeChannel();
    }
  }

  private void sayFarewell() {
    List<Address> others = others();
    farewells = new CountDownLatch(others.size());
    others.forEach(other -> sendOwn(other, FAREWELL));
    try {
      // who does not answer is busy or dead, and will miss this member by itself
      boolean ignored = farewells.await(patience * FAREWELL_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Leaves without a farewell, also a cluster that this bus has not been part of. */
  void closeChannel() {
    closed.set(true);
    events.close();
    if (stillHere != null) {
      stillHere.cancel(true);
    }
    channel.close();
  }
}
