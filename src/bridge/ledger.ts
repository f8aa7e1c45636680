/**
 * The ledger: what the bridge has posted, what the service has confirmed, and which numbers stand for which races and
 * crews in its start lists (formats.md §6.2, requirements 15 and 19). Pure; `files/state-files.ts` stores it.
 */
import type { Identity, LaneRule } from '../exchange/finishlynx/numbers.ts';
import { isJsonObject } from '../exchange/text/text.ts';
import { NO_MEMORY, type RaceMemory } from './plan-post.ts';
import type { LaneResult } from './schedule.ts';

const VERSION = 1;
/** Attempts that nobody has answered; more are those of a service that is away. */
const MAX_ATTEMPTS = 8;

export interface RaceEntry extends RaceMemory, Identity {
  /** The file that it came from last. */
  file: string;
  /** Of that file as it was posted; left out by earlier versions. */
  hash?: string | null;
  raceNumber: number;
  missing: readonly string[];
  /** RFC 3339; `null` until the service has confirmed something. */
  sentAt: string | null;
  /** The start that the service has confirmed last, RFC 3339; left out where it has none, as earlier versions did. */
  startedAt?: string | null;
}

/** A race in the start lists. */
interface NumberEntry {
  race: string;
  /** `null` while nobody is drawn. */
  laneRule: LaneRule | null;
  /** What its start list said last: `1:12 2:15`, each lane with the number of its crew. */
  draw: string;
  /** The draw has changed since FinishLynx may have opened the race. */
  reopen: boolean;
  /** The hash of the race's last file; a new one shows that it has been opened since. */
  file: string | null;
}

export interface Ledger {
  version: typeof VERSION;
  /** The latest `updatedAt` of the schedule that was seen. */
  seenUpdatedAt: string | null;
  /** By the key of the race. */
  races: Readonly<Record<string, RaceEntry>>;
  /** By the number of the event in the start lists; never given to another race. */
  numbers: Readonly<Record<string, NumberEntry>>;
  /** The number of each crew in the start lists, by its key. */
  crews: Readonly<Record<string, number>>;
}

export const EMPTY_LEDGER: Ledger = {
  version: VERSION,
  seenUpdatedAt: null,
  races: {},
  numbers: {},
  crews: {},
};

/** @returns `null` for what is no ledger, such as half a file */
export function parseLedger(text: string): Ledger | null {
  try {
    const read = JSON.parse(text);
    const isLedger =
      read?.version === VERSION &&
      [read.races, read.numbers, read.crews].every(isJsonObject) &&
      Object.values(read.races).every(isRaceEntry);
    return isLedger ? read : null;
  } catch {
    return null;
  }
}

function isRaceEntry(value: unknown): boolean {
  const entry = value as Partial<RaceEntry> | null;
  return isJsonObject(entry) && Array.isArray(entry?.confirmed) && Array.isArray(entry?.attempts);
}

/** What is written of a race whichever way it goes. */
type RaceFacts = Pick<
  RaceEntry,
  'event' | 'round' | 'heat' | 'file' | 'hash' | 'raceNumber' | 'laneRule'
>;

/** The ledger before a post: the service may soon have these results, whether an answer comes or not. */
export function withAttempt(
  ledger: Ledger,
  key: string,
  facts: RaceFacts,
  results: readonly LaneResult[],
): Ledger {
  const before = ledger.races[key];
  const attempts = [...(before?.attempts ?? []), results].slice(-MAX_ATTEMPTS);
  const base = before ?? { ...NO_MEMORY, missing: [], sentAt: null };
  return withRace(ledger, key, { ...base, ...facts, attempts });
}

/** The ledger after the service has refused a post: nothing of it was written. */
export function withoutAttempt(ledger: Ledger, key: string): Ledger {
  const before = ledger.races[key];
  if (!before) return ledger;
  return withRace(ledger, key, { ...before, attempts: before.attempts.slice(0, -1) });
}

/** The ledger once the service has what the file says. */
export function withConfirmed(
  ledger: Ledger,
  key: string,
  facts: RaceFacts & Pick<RaceEntry, 'confirmed' | 'missing' | 'sentAt'>,
): Ledger {
  const { startedAt = null, hash = null } = ledger.races[key] ?? {};
  return withRace(ledger, key, {
    ...facts,
    ...{ hash: facts.hash ?? hash, attempts: [], isRestored: false, startedAt },
  });
}

/** The ledger once the service has the start of a race. @param startedAt RFC 3339 */
export function withStart(ledger: Ledger, key: string, startedAt: string): Ledger {
  const before = ledger.races[key];
  return before ? withRace(ledger, key, { ...before, startedAt }) : ledger;
}

/**
 * The ledger after a look at the schedule. A schedule older than one that was seen is a restored back-up: what was
 * confirmed may be missing in it, and is nobody's wish.
 */
export function withSeen(ledger: Ledger, updatedAt: string): Ledger {
  const seen = ledger.seenUpdatedAt;
  if (seen === updatedAt) return ledger;
  const isOlder = seen !== null && Date.parse(updatedAt) < Date.parse(seen);
  const races = isOlder
    ? Object.fromEntries(
        Object.entries(ledger.races).map(([key, race]) => [
          key,
          { ...race, isRestored: true, startedAt: null },
        ]),
      )
    : ledger.races;
  return { ...ledger, seenUpdatedAt: updatedAt, races };
}

/** The ledger after a race that was entered by hand has got an id. */
export function withRenamedRace(ledger: Ledger, from: string, to: string): Ledger {
  const { [from]: race, ...races } = ledger.races;
  const numbers = Object.entries(ledger.numbers).map(([number, entry]) => [
    number,
    entry.race === from ? { ...entry, race: to } : entry,
  ]);
  return {
    ...ledger,
    races: race ? { ...races, [to]: race } : races,
    numbers: Object.fromEntries(numbers),
  };
}

/** Numbers as they are kept beside the start lists. */
export interface KeptNumbers {
  eventId: number;
  numbers: Readonly<Record<string, Pick<NumberEntry, 'race' | 'laneRule' | 'draw'>>>;
  crews: Ledger['crews'];
}

/** The ledger with what it lacks of the numbers that are kept beside the start lists: it was lost, or is a second one. */
export function withKeptNumbers(ledger: Ledger, { numbers, crews }: KeptNumbers): Ledger {
  const races = new Set(Object.values(ledger.numbers).map(({ race }) => race));
  const lost = Object.entries(numbers).filter(
    ([number, { race }]) => ledger.numbers[number] === undefined && !races.has(race),
  );
  const ids = new Set(Object.values(ledger.crews));
  const lostCrews = Object.entries(crews).filter(
    ([key, id]) => ledger.crews[key] === undefined && !ids.has(id),
  );
  if (lost.length + lostCrews.length === 0) return ledger;
  const entries = lost.map(([number, { race, laneRule, draw }]) => [
    number,
    { race, laneRule, draw, reopen: false, file: null },
  ]);
  return {
    ...ledger,
    numbers: { ...ledger.numbers, ...Object.fromEntries(entries) },
    crews: { ...ledger.crews, ...Object.fromEntries(lostCrews) },
  };
}

/** What is kept beside the start lists. */
export function keptNumbers({ numbers, crews }: Ledger, eventId: number): KeptNumbers {
  const entries = Object.entries(numbers).map(([number, { race, laneRule, draw }]) => [
    number,
    { race, laneRule, draw },
  ]);
  return { eventId, numbers: Object.fromEntries(entries), crews };
}

/** @returns `null` for what is nothing of the kind, such as half a file */
export function parseKeptNumbers(text: string): KeptNumbers | null {
  try {
    const read = JSON.parse(text);
    const isKept =
      Number.isInteger(read?.eventId) &&
      isJsonObject(read.numbers) &&
      isJsonObject(read.crews) &&
      Object.entries(read.numbers).every(isKeptNumber) &&
      Object.values(read.crews).every(Number.isInteger);
    return isKept ? read : null;
  } catch {
    return null;
  }
}

function isKeptNumber([number, value]: [string, unknown]): boolean {
  const entry = value as Partial<NumberEntry> | null;
  const isNamed = typeof entry?.race === 'string' && typeof entry.draw === 'string';
  return /^[1-9]\d*$/.test(number) && isNamed;
}

/** The ledger after a crew that was entered by hand has got an id. */
export function withRenamedCrew(ledger: Ledger, from: string, to: string): Ledger {
  const { [from]: number, ...crews } = ledger.crews;
  return number === undefined ? ledger : { ...ledger, crews: { ...crews, [to]: number } };
}

/**
 * The ledger after FinishLynx has opened races anew.
 *
 * @param files the hash of the last file of each race, by its key
 * @param confirmed the keys of races that somebody says to have opened
 * @returns the same object where nothing has changed
 */
export function withOpened(
  ledger: Ledger,
  files: ReadonlyMap<string, string>,
  confirmed: ReadonlySet<string>,
): Ledger {
  const changed = Object.entries(ledger.numbers).flatMap(([number, entry]) => {
    const file = files.get(entry.race) ?? entry.file;
    const reopen = entry.reopen && file === entry.file && !confirmed.has(entry.race);
    const isSame = file === entry.file && reopen === entry.reopen;
    return isSame ? [] : [[number, { ...entry, file, reopen }]];
  });
  if (changed.length === 0) return ledger;
  return { ...ledger, numbers: { ...ledger.numbers, ...Object.fromEntries(changed) } };
}

function withRace(ledger: Ledger, key: string, race: RaceEntry): Ledger {
  return { ...ledger, races: { ...ledger.races, [key]: race } };
}
