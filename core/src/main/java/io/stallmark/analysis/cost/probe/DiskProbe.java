package io.stallmark.analysis.cost.probe;

import io.stallmark.analysis.cost.CostSource;
import io.stallmark.analysis.cost.ResourceProbe;
import io.stallmark.spi.server.Usage;
import io.stallmark.spi.server.Usage.Resource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import oshi.SystemInfo;
import oshi.hardware.HWDiskStore;
import oshi.software.os.OSFileStore;

/** Reads the operating system's counters of a disk, which include all its users. */
record DiskProbe(HWDiskStore disk) implements ResourceProbe {

  private static final long NANOS_PER_MILLI = 1_000_000;

  /** Returns the probe of the disk with a directory; empty: the disk cannot be determined. */
  static Optional<DiskProbe> under(String directory, SystemInfo system) {
    if (directory.isEmpty()) {
      return Optional.empty();
    }
    Path path = Path.of(directory).toAbsolutePath();
    Optional<String> volume =
        system.getOperatingSystem().getFileSystem().getFileStores().stream()
            .filter(store -> path.startsWith(store.getMount()))
            .max(Comparator.comparingInt(store -> store.getMount().length()))
            .map(DiskProbe::device);
    return volume.flatMap(
        device ->
            system.getHardware().getDiskStores().stream()
                .filter(disk -> isOn(disk, device))
                .findFirst()
                .map(DiskProbe::new));
  }

  /**
   * Returns the probe of the disk with a directory in a process's file system, which may be
   * separate, as in a container. Empty: the disk cannot be determined, or this user lacks the
   * permission.
   */
  static Optional<DiskProbe> under(int pid, String directory, SystemInfo system) {
    if (!directory.startsWith("/")) {
      return Optional.empty();
    }
    try {
      Path path = Path.of("/proc", "" + pid, "root").resolve(directory.substring(1));
      long number = ((Number) Files.getAttribute(path, "unix:dev")).longValue();
      String device =
          "/dev/" + Path.of("/sys/dev/block", numbers(number)).toRealPath().getFileName();
      return system.getHardware().getDiskStores().stream()
          .filter(disk -> isOn(disk, device))
          .findFirst()
          .map(DiskProbe::new);
    } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
      return Optional.empty(); // not Linux, no permission, or not on a single disk
    }
  }

  /** Decodes a device number of Linux as glibc's gnu_dev_major and gnu_dev_minor do. */
  private static String numbers(long device) {
    long major = (device & 0xfff00L) >> 8;
    long minor = (device & 0xffL) | (device & 0xffffff00000L) >> 12;
    return major + ":" + minor;
  }

  /** Returns the device of a file store. Resolves the symbolic links of volume managers. */
  private static String device(OSFileStore store) {
    try {
      return Path.of(store.getVolume()).toRealPath().toString();
    } catch (IOException e) {
      return store.getVolume();
    }
  }

  private static boolean isOn(HWDiskStore disk, String device) {
    return disk.getName().equals(device)
        || disk.getPartitions().stream()
            .anyMatch(
                part -> device.equals(part.getIdentification()) || device.endsWith(part.getName()));
  }

  @Override
  public CostSource source() {
    return CostSource.DISK;
  }

  @Override
  public String what() {
    return "disk " + disk.getName() + ", whoever uses it";
  }

  @Override
  public Usage read() throws IOException {
    if (!disk.updateAttributes()) {
      throw new IOException("it no longer exists");
    }
    return new Usage(
        Map.of(
            Resource.READS, disk.getReads(),
            Resource.WRITES, disk.getWrites(),
            Resource.READ_BYTES, disk.getReadBytes(),
            Resource.WRITTEN_BYTES, disk.getWriteBytes(),
            Resource.DISK_BUSY_NANOS, disk.getTransferTime() * NANOS_PER_MILLI));
  }
}
