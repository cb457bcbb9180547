package io.stallmark.cluster.agent;

import io.stallmark.analysis.trust.GeneratorHealth;
import io.stallmark.cluster.protocol.AgentAssignment;
import io.stallmark.cluster.protocol.Message;
import io.stallmark.record.Interval;
import io.stallmark.report.file.IntervalsFile;
import io.stallmark.text.Text;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Saves the intervals of an agent while a run lasts. The file is deleted when the coordinator has
 * everything, or it is empty, and kept otherwise. Used by one thread, except {@link #orphaned}.
 */
final class AgentFiles implements AgentListener {

  private final Path out;
  private final String name;
  private final Consumer<String> notices;
  private @Nullable IntervalsFile file;
  private boolean kept;

  AgentFiles(Path out, String name, Consumer<String> notices) {
    this.out = out;
    this.name = name;
    this.notices = notices;
  }

  @Override
  public void loading(Message.LoadAssignment assignment) {
    begin("Load", assignment.share());
  }

  private void begin(String what, AgentAssignment share) {
    notices.accept(Text.format("%s: agent %d of %d", what, share.index() + 1, share.count()));
  }

  @Override
  public void begun(AgentAssignment assignment) throws IOException {
    begin("Run", assignment);
    synchronized (this) {
      file = IntervalsFile.create(out, "agent-" + name);
      kept = false;
    }
  }

  @Override
  public synchronized void interval(Interval interval, GeneratorHealth health) throws IOException {
    if (file != null) {
      file.append(interval, health);
    }
  }

  @Override
  public synchronized void ended() {
    if (file != null) {
      delete(file);
      file = null;
    }
  }

  private void delete(IntervalsFile unneeded) {
    try {
      unneeded.delete();
    } catch (IOException e) {
      notices.accept(Text.format("%s cannot be deleted: %s", unneeded.path(), e.getMessage()));
    }
  }

  @Override
  public synchronized void orphaned() {
    if (file != null && !kept) {
      kept = true;
      if (file.isEmpty()) {
        notices.accept("This agent has measured nothing.");
        delete(file);
        file = null;
      } else {
        notices.accept("The intervals of this agent are in " + file.path());
      }
    }
  }
}
