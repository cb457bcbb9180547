package io.stallmark.plan;

import io.stallmark.spi.Binding;
import io.stallmark.spi.workload.Workload;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/** The workloads and bindings on the class path. */
public record Registry(List<Workload> workloads, List<Binding> bindings) {

  public static Registry load() {
    return new Registry(
        ServiceLoader.load(Workload.class).stream()
            .map(ServiceLoader.Provider::get)
            .sorted(Comparator.comparing(Workload::name))
            .toList(),
        ServiceLoader.load(Binding.class).stream()
            .map(ServiceLoader.Provider::get)
            .sorted(Comparator.comparing(Binding::name))
            .toList());
  }

  public Optional<Workload> workload(String name) {
    return workloads.stream().filter(w -> w.name().equals(name)).findFirst();
  }

  /** The binding that answers to the URL. */
  public Optional<Binding> bindingFor(String url) {
    return bindings.stream()
        .filter(binding -> binding.prefixes().stream().anyMatch(url::startsWith))
        .findFirst();
  }
}
