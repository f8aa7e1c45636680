/** Checks that the stored history records every acknowledged write, once, completely and in order. */
import type { Change } from '../../src/domain/history/changes.ts';
import { Database } from '../../src/storage/engine/database.ts';
import { type HistoryEntry, listHistory } from '../../src/storage/history/history.ts';
import type { Ledger, Write } from './ledger.ts';
import { CREWS, LANES, type Regatta } from './regatta.ts';

export interface Judgement {
  faults: string[];
  /** Writes that were acknowledged or seen by a read, and are missing from the history. */
  gone: Write[];
}

/** Compares the history of events with the writes that the ledger recorded. */
export async function judgeHistory(
  databaseUrl: string,
  regattas: readonly Regatta[],
  ledger: Ledger,
): Promise<Judgement> {
  const { database } = await Database.open(databaseUrl);
  const isRead = new Set(ledger.reads.map(idOf));
  const judged: Judgement = { faults: [], gone: [] };
  try {
    for (const regatta of regattas) {
      const told = (await listHistory(database.reads, regatta.eventId))
        .toReversed()
        .flatMap((entry) => tellingOf(regatta, entry));
      const prefix = regatta.register('');
      const writes = ledger.writes.filter(
        // The writes that prepared the event, with the value 0, are not compared.
        ({ register, value }) => register.startsWith(prefix) && value !== '0',
      );
      judged.faults.push(...faultsOf(told, writes).map((fault) => `history: ${fault}`));
      const isTold = new Set(told.map(idOf));
      const isMissing = (write: Write) => !isTold.has(idOf(write));
      judged.gone.push(
        ...writes.filter((w) => isMissing(w) && (w.fate === 'acknowledged' || isRead.has(idOf(w)))),
      );
    }
  } finally {
    await database.close();
  }
  return judged;
}

function idOf({ register, value }: { register: string; value: string }): string {
  return `${register} ${value}`;
}

/** What an entry of the history says about a register. */
interface Telling {
  register: string;
  value: string;
  /** The value before it. */
  before: string | undefined;
  isWhole: boolean;
}

const REGISTER_OF: Record<string, { name: string; property: string }> = {
  'push-races': { name: 'races', property: 'title' },
  'push-teams': { name: 'crews', property: 'sortOrder' },
  'draw-lanes': { name: 'draw', property: 'positionLabel' },
  'push-results': { name: 'results', property: 'finishTimeMillis' },
  'set-delay': { name: 'delay', property: 'delayMinutes' },
};

function tellingOf(regatta: Regatta, { operation, changes }: HistoryEntry): Telling[] {
  const { name, property } = REGISTER_OF[operation] ?? {};
  if (!name || !property) return [];
  const partOf = (part: Change['before']) => part?.[property];
  const after = new Set(changes.flatMap(({ after }) => partOf(after) ?? []));
  const before = changes.map((change) => partOf(change.before)).find((value) => value != null);
  const sizes: Record<string, number> = {
    races: regatta.batch,
    crews: CREWS + 1,
    results: LANES,
    delay: 1,
  };
  const isWhole = after.size === 1 && (sizes[name] ?? changes.length) === changes.length;
  const [value] = after;
  const day = name === 'delay' ? `${changes[0]?.name} ` : '';
  // Entries from the preparation of the event have no generation or the number 0.
  if (value === undefined || Number(value) === 0) return [];
  const told = { register: regatta.register(name), value: `${day}${value}`, isWhole };
  return [{ ...told, before: before === undefined ? undefined : `${day}${before}` }];
}

function faultsOf(told: readonly Telling[], writes: readonly Write[]): string[] {
  const faults: string[] = [];
  const writeOf = new Map(writes.map((write) => [idOf(write), write]));
  const seen = new Set<Write>();
  const latest = new Map<string, string>();
  let latestStart = -Infinity;
  for (const { register, value, before, isWhole } of told) {
    const what = `${register} ${value}`;
    const write = writeOf.get(what);
    if (!isWhole) faults.push(`${what} is there in part`);
    if (!write) {
      faults.push(`${what} was never sent`);
      continue;
    }
    if (write.fate === 'refused') faults.push(`${what} was refused`);
    if (seen.has(write)) faults.push(`${what} is there twice`);
    if (write.endedAt < latestStart) faults.push(`${what} stands after a later one`);
    const follows = latest.get(register) ?? '0';
    if (before !== undefined && !register.endsWith('delay') && before !== follows) {
      faults.push(`${what} follows ${before}, not ${follows}`);
    }
    seen.add(write);
    latest.set(register, value);
    latestStart = Math.max(latestStart, write.startedAt);
  }
  return faults;
}
