package io.stallmark.analysis.cost.gauge;

import io.stallmark.analysis.cost.Gauge;
import io.stallmark.analysis.cost.Source;
import io.stallmark.spi.Usage;
import io.stallmark.spi.Usage.Resource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import oshi.SystemInfo;
import oshi.hardware.HWDiskStore;
import oshi.software.os.OSFileStore;

/** What the system counts of a disk, whoever uses it. */
final class DiskGauge implements Gauge {

  private final HWDiskStore disk;

  private DiskGauge(HWDiskStore disk) {
    this.disk = disk;
  }

  /** The disk that a directory is on; empty: that cannot be told. */
  static Optional<DiskGauge> under(String directory, SystemInfo system) {
    if (directory.isEmpty()) {
      return Optional.empty();
    }
    Path path = Path.of(directory).toAbsolutePath();
    Optional<String> volume =
        system.getOperatingSystem().getFileSystem().getFileStores().stream()
            .filter(store -> path.startsWith(store.getMount()))
            .max(Comparator.comparingInt(store -> store.getMount().length()))
            .map(DiskGauge::device);
    return volume.flatMap(
        device ->
            system.getHardware().getDiskStores().stream()
                .filter(disk -> isOn(disk, device))
                .findFirst()
                .map(DiskGauge::new));
  }

  /** Behind the links that volume managers make. */
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
  public Source source() {
    return Source.DISK;
  }

  @Override
  public String what() {
    return "disk " + disk.getName() + ", whoever uses it";
  }

  @Override
  public Usage read() throws IOException {
    if (!disk.updateAttributes()) {
      throw new IOException("it is there no more");
    }
    return new Usage(
        Map.of(
            Resource.READS, disk.getReads(),
            Resource.WRITES, disk.getWrites(),
            Resource.READ_BYTES, disk.getReadBytes(),
            Resource.WRITTEN_BYTES, disk.getWriteBytes()));
  }
}
