/**
 * Records which values were written and read, and when, and checks whether one order of these operations explains all reads.
 * Every write of a register has a unique value, so each read shows which write it saw.
 */

export interface Write {
  register: string;
  value: string;
  /** Monotonic milliseconds, before the request was sent. */
  startedAt: number;
  /** Monotonic milliseconds, after the answer; `Infinity` while the write may still take effect. */
  endedAt: number;
  /** `unknown` when there was no answer or a 503, neither of which says whether the write happened. */
  fate: 'acknowledged' | 'refused' | 'unknown';
}

export interface Read {
  register: string;
  value: string;
  startedAt: number;
  endedAt: number;
}

/** One reading of a whole document. Readings with the same `updatedAt` must have the same text. */
export interface Version {
  document: string;
  updatedAt: string;
  text: string;
  startedAt: number;
  endedAt: number;
}

export class Ledger {
  writes: Write[] = [];
  reads: Read[] = [];
  versions: Omit<Version, 'text'>[] = [];
  /** Faults that were found while recording, before any order of operations is looked for. */
  readonly faults = new Set<string>();
  private readonly texts = new Map<string, string>();
  private generation = 0;

  /** A number that no write has carried before. */
  nextGeneration(): number {
    return ++this.generation;
  }

  begin(register: string, value: string): Write {
    const startedAt = performance.now();
    const write: Write = { register, value, startedAt, endedAt: Infinity, fate: 'unknown' };
    this.writes.push(write);
    return write;
  }

  /** Records the value that a register had before all other operations. */
  beginWith(register: string, value: string): void {
    const always = { startedAt: -Infinity, endedAt: -Infinity };
    this.writes.push({ register, value, ...always, fate: 'acknowledged' });
  }

  read(register: string, value: string, startedAt: number, endedAt: number): void {
    this.reads.push({ register, value, startedAt, endedAt });
  }

  /** Records a whole document, and checks at once that an `updatedAt` always comes with the same text. */
  readVersion({ text, ...version }: Version): void {
    const id = `${version.document} at ${version.updatedAt}`;
    const known = this.texts.get(id);
    if (known === undefined) this.texts.set(id, text);
    else if (known !== text) this.faults.add(`${id} has two texts`);
    this.versions.push(version);
  }

  /** Removes lost writes, the reads that saw them before the moment `before`, and all documents read before it. */
  forget(gone: readonly Write[], before: number): void {
    const idOf = ({ register, value }: Write | Read) => `${register} ${value}`;
    const ids = new Set(gone.map(idOf));
    this.writes = this.writes.filter((write) => !ids.has(idOf(write)));
    this.reads = this.reads.filter((read) => read.startedAt >= before || !ids.has(idOf(read)));
    this.versions = this.versions.filter(({ startedAt }) => startedAt >= before);
  }
}

/**
 * Whether each register behaved as if every operation had happened at one moment between its start
 * and its end (Gibbons and Korach, "Testing shared memories", 1997, theorem 4.3). All operations of
 * one value form a zone between the earliest end and the latest start among them. An order exists
 * if, and only if, no value is read before it is written, no two zones that run forward overlap, and
 * no zone that runs backward lies inside one that runs forward.
 */
export function registerFaults(writes: readonly Write[], reads: readonly Read[]): string[] {
  const readsOf = Map.groupBy(reads, (read) => read.register);
  const registers = Map.groupBy(writes, (write) => write.register);
  return [...registers].flatMap(([register, written]) =>
    faultsOf(written, readsOf.get(register) ?? []).map((fault) => `${register}: ${fault}`),
  );
}

interface Zone {
  value: string;
  earliestEnd: number;
  latestStart: number;
}

function faultsOf(writes: readonly Write[], reads: readonly Read[]): string[] {
  const faults: string[] = [];
  const writeOf = new Map(writes.map((write) => [write.value, write]));
  const readsOf = Map.groupBy(reads, (read) => read.value);
  const zones: Zone[] = [];
  for (const [value, seen] of readsOf) {
    const write = writeOf.get(value);
    if (!write) faults.push(`${value} was read and never written`);
    else if (write.fate === 'refused') faults.push(`${value} was refused and read`);
    else if (seen.some((read) => read.endedAt < write.startedAt)) {
      faults.push(`${value} was read before it was written`);
    }
  }
  for (const [value, write] of writeOf) {
    const seen = readsOf.get(value) ?? [];
    if (write.fate === 'refused' || (write.fate === 'unknown' && seen.length === 0)) continue;
    const operations = [write, ...seen];
    zones.push({
      value,
      earliestEnd: operations.reduce((least, { endedAt }) => Math.min(least, endedAt), Infinity),
      latestStart: operations.reduce((most, { startedAt }) => Math.max(most, startedAt), -Infinity),
    });
  }
  return [...faults, ...overlaps(zones)];
}

function overlaps(zones: readonly Zone[]): string[] {
  const forward = zones
    .filter(({ earliestEnd, latestStart }) => earliestEnd < latestStart)
    .sort((a, b) => a.earliestEnd - b.earliestEnd);
  const faults: string[] = [];
  for (const [index, zone] of forward.entries()) {
    const next = forward[index + 1];
    if (next && next.earliestEnd < zone.latestStart) {
      faults.push(`${zone.value} was seen again after ${next.value} had taken its place`);
    }
  }
  for (const { value, earliestEnd, latestStart } of zones) {
    if (earliestEnd < latestStart) continue;
    const around = lastBefore(forward, latestStart);
    if (around && around.latestStart > earliestEnd) {
      faults.push(`${value} was lost: ${around.value} was there before it and after it`);
    }
  }
  return faults;
}

/** The last zone that begins before a moment. As zones do not overlap, no other can contain the moment. */
function lastBefore(forward: readonly Zone[], moment: number): Zone | undefined {
  let [low, high] = [0, forward.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((forward[middle] as Zone).earliestEnd < moment) low = middle + 1;
    else high = middle;
  }
  return forward[low - 1];
}

/** Checks that documents never go back: a read that began after another had ended must not be older. */
export function versionFaults(versions: readonly Omit<Version, 'text'>[]): string[] {
  const faults: string[] = [];
  for (const [document, seen] of Map.groupBy(versions, (version) => version.document)) {
    const byEnd = seen.toSorted((a, b) => a.endedAt - b.endedAt);
    const byStart = seen.toSorted((a, b) => a.startedAt - b.startedAt);
    let newest = '';
    let ended = 0;
    for (const { updatedAt, startedAt } of byStart) {
      for (; (byEnd[ended]?.endedAt ?? Infinity) < startedAt; ended++) {
        const earlier = sortable(byEnd[ended]?.updatedAt ?? '');
        if (earlier > newest) newest = earlier;
      }
      if (sortable(updatedAt) < newest) faults.push(`${document}: ${updatedAt} after ${newest}`);
    }
  }
  return faults;
}

/** Puts the fraction of the second back, which is left out where it is zero, so that instants sort as text. */
function sortable(instant: string): string {
  return new Date(instant).toISOString();
}
