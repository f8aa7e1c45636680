/**
 * The ledger: what the bridge has posted, what the service has confirmed, and which numbers stand for which races and
 * crews in its start lists (formats.md §6.2, requirements 15 and 19). Pure; `files/state-files.ts` stores it.
 */
import type { Identity, LaneRule } from '../exchange/finishlynx/numbers.ts';
import { isJsonObject } from '../exchange/text/text.ts';
import { NO_MEMORY, type RaceMemory } from './plan-post.ts';
import type { LaneResult } from './schedule.ts';

const VERSION = 1;
/** The attempts without an answer that are kept; only a service that cannot be reached causes more. */
const MAX_ATTEMPTS = 8;

export interface RaceEntry extends RaceMemory, Identity {
  /** The name of the file that was posted last. */
  file: string;
  /** The hash of that file when it was posted; left out by earlier versions. */
  hash?: string | null;
  raceNumber: number;
  missing: readonly string[];
  /** RFC 3339; `null` until the service has confirmed something. */
  sentAt: string | null;
  /** The last start that the service confirmed, RFC 3339; left out if there is none, and by earlier versions. */
  startedAt?: string | null;
}

/** A race in the start lists. */
interface NumberEntry {
  race: string;
  /** `null` while nobody is drawn. */
  laneRule: LaneRule | null;
  /** The draw in its last start list: `1:12 2:15`, each lane with the number of its crew. */
  draw: string;
  /** The draw has changed since FinishLynx may have opened the race. */
  reopen: boolean;
  /** The hash of the race's last file; a new one shows that it has been opened since. */
  file: string | null;
}

export interface Ledger {
  version: typeof VERSION;
  /** The `updatedAt` of the schedule that was read last. */
  seenUpdatedAt: string | null;
  /** By the key of the race. */
  races: Readonly<Record<string, RaceEntry>>;
  /** By event number in the start lists; a number is never given to another race. */
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

/** @returns `null` if the text is no ledger, such as a truncated one */
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

/** What the ledger records of a race with each attempt and each confirmation. */
type RaceFacts = Pick<
  RaceEntry,
  'event' | 'round' | 'heat' | 'file' | 'hash' | 'raceNumber' | 'laneRule'
>;

/** The ledger before a post: the service may store these results even if no answer arrives. */
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

/** The ledger after the service has refused a post, of which it has written nothing. */
export function withoutAttempt(ledger: Ledger, key: string): Ledger {
  const before = ledger.races[key];
  if (!before) return ledger;
  return withRace(ledger, key, { ...before, attempts: before.attempts.slice(0, -1) });
}

/** The ledger once the service has the results of the file. */
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
 * The ledger after the schedule has been read. A schedule older than the one before comes from a restored back-up: confirmed
 * results may be missing in it although nobody deleted them.
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

/** The ledger, completed with the numbers kept beside the start lists: the old ledger was lost, or this is a second one. */
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

/** The numbers to be kept beside the start lists. */
export function keptNumbers({ numbers, crews }: Ledger, eventId: number): KeptNumbers {
  const entries = Object.entries(numbers).map(([number, { race, laneRule, draw }]) => [
    number,
    { race, laneRule, draw },
  ]);
  return { eventId, numbers: Object.fromEntries(entries), crews };
}

/** @returns `null` if the text holds no such numbers, such as a truncated one */
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
 * The ledger after races have been opened again in FinishLynx.
 *
 * @param files the hash of the last file of each race, by its key
 * @param confirmed the keys of the races that a person has confirmed as opened
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
