/** How the process itself does: its event loop, its processor time and its memory. */
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { getHeapSpaceStatistics } from 'node:v8';
import { Counter, Gauge, type Registry } from 'prom-client';

/** Adds the metrics of this process to a registry. @returns what ends their measuring */
export function addProcessMetrics(registry: Registry): () => void {
  const stop = addEventLoopMetrics(registry);
  new Counter({
    name: 'process_cpu_seconds_total',
    help: 'Processor time of the process, user and system.',
    registers: [registry],
    collect() {
      const { user, system } = process.cpuUsage();
      this.reset();
      this.inc((user + system) / 1e6);
    },
  });
  new Gauge({
    name: 'process_resident_memory_bytes',
    help: 'Memory that the process holds.',
    registers: [registry],
    collect() {
      this.set(process.memoryUsage.rss());
    },
  });
  new Gauge({
    name: 'v8js_memory_heap_used_bytes',
    help: 'Memory in use by JavaScript objects, by space of the heap.',
    labelNames: ['v8js_heap_space_name'],
    registers: [registry],
    collect() {
      for (const space of getHeapSpaceStatistics()) {
        this.set({ v8js_heap_space_name: space.space_name }, space.space_used_size);
      }
    },
  });
  return stop;
}

/** The event loop, each time since the metrics were last read. */
function addEventLoopMetrics(registry: Registry): () => void {
  const delays = monitorEventLoopDelay();
  const [registers, help] = [
    [registry],
    'Time between two turns of a 10 ms timer, since last read.',
  ];
  // The first of the three is asked first and brings all of them up to date.
  new Gauge({
    name: 'nodejs_eventloop_delay_p50_seconds',
    help,
    registers,
    collect() {
      this.set(delays.percentile(50) / 1e9);
      p99.set(delays.percentile(99) / 1e9);
      max.set(delays.max / 1e9);
      delays.reset();
      // The timer wakes the process up, so it does not run until somebody reads.
      delays.enable();
    },
  });
  const p99 = new Gauge({ name: 'nodejs_eventloop_delay_p99_seconds', help, registers });
  const max = new Gauge({ name: 'nodejs_eventloop_delay_max_seconds', help, registers });
  let last = performance.eventLoopUtilization();
  new Gauge({
    name: 'nodejs_eventloop_utilization_ratio',
    help: 'Part of the time that the event loop was busy, since last read.',
    registers,
    collect() {
      const now = performance.eventLoopUtilization();
      this.set(performance.eventLoopUtilization(now, last).utilization);
      last = now;
    },
  });
  return () => delays.disable();
}
