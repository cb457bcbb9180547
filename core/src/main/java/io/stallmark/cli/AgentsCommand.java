package io.stallmark.cli;

import io.stallmark.cli.job.CommandContext;
import io.stallmark.cli.job.DeclaredCommand;
import io.stallmark.cli.job.JobOptions;
import io.stallmark.run.LoadCluster;
import io.stallmark.spec.Quantity;
import io.stallmark.spec.SpecEntries;
import io.stallmark.spec.SpecException;
import io.stallmark.spec.SpecOption;

/** {@code stallmark agents kubernetes}: prints what starts agents elsewhere. */
final class AgentsCommand extends DeclaredCommand {

  private static final int MOST = 1000;
  private static final SpecOption<Integer> AGENTS =
      SpecOption.value("agents", "N", Quantity::integer, agents -> agents)
          .must(agents -> agents >= 1 && agents <= MOST, "within 1 and " + MOST);
  private static final SpecOption<String> IMAGE = SpecOption.text("image", "IMAGE");
  private static final SpecOption<String> NAME =
      SpecOption.text("name", "NAME").withDefault("stallmark");
  private static final SpecOption<String> NAMESPACE = SpecOption.text("namespace", "NAME");

  AgentsCommand(CommandContext program) {
    super(program, JobOptions.of(AGENTS, IMAGE, NAME, NAMESPACE));
  }

  @Override
  protected int execute(SpecEntries given) throws SpecException {
    given.required(AGENTS.name(), "their number");
    String image = given.required(IMAGE.name(), "the image of stallmark");
    String text =
        LoadCluster.installed()
            .kubernetes(AGENTS.required(given), image, NAME.required(given), NAMESPACE.read(given));
    program.terminal().result(text.stripTrailing());
    return CommandContext.WELL;
  }
}
