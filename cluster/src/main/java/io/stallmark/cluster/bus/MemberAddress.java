package io.stallmark.cluster.bus;

import io.stallmark.spec.SpecException;
import java.nio.charset.StandardCharsets;
import org.jgroups.Address;
import org.jgroups.util.ExtendedUUID;
import org.jspecify.annotations.Nullable;

/**
 * A member as JGroups' address. The address contains the name and the role, because JGroups'
 * logical names can arrive later than the view that contains the member.
 */
final class MemberAddress {

  private static final String NAME = "n";
  private static final String COORDINATOR = "c";

  private MemberAddress() {}

  static ExtendedUUID create(String name, boolean coordinator) throws SpecException {
    if (name.isBlank() || name.length() > BusOpener.LONGEST_NAME) {
      throw new SpecException(
          "The name of a member has 1 to %s characters", BusOpener.LONGEST_NAME);
    }
    ExtendedUUID address = ExtendedUUID.randomUUID();
    address.put(NAME, name.getBytes(StandardCharsets.UTF_8));
    if (coordinator) {
      address.put(COORDINATOR, new byte[1]); // an empty one gets lost
    }
    return address;
  }

  static boolean isCoordinator(@Nullable Address address) {
    return address instanceof ExtendedUUID member && member.get(COORDINATOR) != null;
  }

  static Member member(Address address) {
    byte[] name = address instanceof ExtendedUUID member ? member.get(NAME) : null;
    return new Member(
        ((org.jgroups.util.UUID) address).toStringLong(),
        name == null ? "" : new String(name, StandardCharsets.UTF_8));
  }
}
