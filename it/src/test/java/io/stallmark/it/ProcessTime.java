package io.stallmark.it;

import java.util.List;

/**
 * A process by /proc/PID/stat; times in ticks.
 *
 * @param started since the machine started: with the number, it is this process and no later one
 * @param own its threads', also of those that have ended
 * @param reaped of its ended children, and theirs
 */
record ProcessTime(int pid, int parent, String name, long started, long own, long reaped) {

  private static final int PARENT = 1; // of the fields behind the name
  private static final int USER = 11;
  private static final int SYSTEM = 12;
  private static final int REAPED_USER = 13;
  private static final int REAPED_SYSTEM = 14;
  private static final int STARTED = 19;

  /** The name is in parentheses, and may have some itself. */
  static ProcessTime parse(String stat) {
    int end = stat.lastIndexOf(')');
    int begin = stat.indexOf('(');
    List<String> fields = List.of(stat.substring(end + 2).strip().split(" "));
    return new ProcessTime(
        Integer.parseInt(stat.substring(0, begin).strip()),
        Integer.parseInt(fields.get(PARENT)),
        stat.substring(begin + 1, end),
        Long.parseLong(fields.get(STARTED)),
        Long.parseLong(fields.get(USER)) + Long.parseLong(fields.get(SYSTEM)),
        Long.parseLong(fields.get(REAPED_USER)) + Long.parseLong(fields.get(REAPED_SYSTEM)));
  }

  boolean isSame(ProcessTime other) {
    return pid == other.pid && started == other.started;
  }
}
