package io.stallmark.experiment;

import io.stallmark.spec.SpecException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Every combination of the values of an experiment's axes, in file order. */
final class RunMatrix {

  private static final int MOST_RUNS = 10_000;
  private static final String JOINT = "-";

  private RunMatrix() {}

  /**
   * A combination of values.
   *
   * @param values labels of its values, one for each axis
   * @param label the same, joined by hyphens
   * @param line the same without the axis that is the x axis of charts
   * @param tables the same without the axis of the steps: its runs use the same tables
   * @param part merged part of its values and of the whole file
   */
  record Cell(List<String> values, String label, String line, String tables, ExperimentPart part) {}

  /**
   * Returns all combinations. The last axis changes fastest.
   *
   * @throws SpecException if two axes contradict each other, two combinations have equal labels, or
   *     there are too many runs
   */
  static List<Cell> cells(Experiment experiment) throws SpecException {
    long runs = experiment.execution().repeat();
    for (Experiment.Axis axis : experiment.axes()) {
      runs *= axis.values().size();
      if (runs > MOST_RUNS) {
        throw new SpecException("The matrix has more than " + MOST_RUNS + " runs");
      }
    }
    List<Cell> cells = List.of(new Cell(List.of(), "", "", "", ExperimentPart.NOTHING));
    for (Experiment.Axis axis : experiment.axes()) {
      boolean x = axis.sets(experiment.x());
      cells = times(cells, axis, x, axis.name().equals(experiment.execution().steps()));
    }
    List<Cell> all = new ArrayList<>();
    Set<String> labels = new HashSet<>();
    for (Cell cell : cells) {
      if (!labels.add(cell.label())) {
        throw new SpecException(
            "The matrix has two runs with the label %s; change one of their labels", cell.label());
      }
      String tables = cell.tables().isEmpty() ? experiment.name() : cell.tables();
      ExperimentPart part = experiment.common().with(cell.part());
      all.add(new Cell(cell.values(), cell.label(), cell.line(), tables, part));
    }
    return all;
  }

  private static List<Cell> times(List<Cell> cells, Experiment.Axis axis, boolean x, boolean steps)
      throws SpecException {
    List<Cell> product = new ArrayList<>();
    for (Cell cell : cells) {
      for (Map.Entry<String, ExperimentPart> value : axis.values().entrySet()) {
        Set<String> common = cell.part().common(value.getValue());
        if (!common.isEmpty()) {
          throw new SpecException(
              "Two axes of the matrix, one of them %s, set %s",
              axis.name(), String.join(", ", common));
        }
        String label = joined(cell.label(), value.getKey());
        String line = x ? cell.line() : joined(cell.line(), value.getKey());
        String tables = steps ? cell.tables() : joined(cell.tables(), value.getKey());
        List<String> values = new ArrayList<>(cell.values());
        values.add(value.getKey());
        product.add(new Cell(values, label, line, tables, cell.part().with(value.getValue())));
      }
    }
    return product;
  }

  private static String joined(String labels, String label) {
    return labels.isEmpty() ? label : labels + JOINT + label;
  }
}
