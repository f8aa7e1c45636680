/**
 * Decides from files, schedule and ledger the state of every race and which one is to be posted next; and describes a post in
 * words. Pure.
 */
import { formatExactTime } from '../domain/results/finish-time.ts';
import type { Lif } from '../exchange/finishlynx/files.ts';
import { type LifResults, lifResults } from '../exchange/finishlynx/lif-results.ts';
import type { Identity } from '../exchange/finishlynx/numbers.ts';
import type { RacesByIdentity } from './files/race-map.ts';
import type { RaceFile } from './files/timer-folder.ts';
import { type Delays, findRace, identityKey, startOf } from './find-race.ts';
import type { Ledger, RaceEntry } from './ledger.ts';
import { NO_MEMORY, type Plan, planPost, planResults } from './plan-post.ts';
import { raceKeyOf, type Schedule, type ScheduleRace, type Withdrawn } from './schedule.ts';

export type RaceState = 'waiting' | 'sending' | 'sent' | 'parked' | 'unfinished';

/** A row of `--status`, and what is to be done about it. */
export interface RaceRow extends Identity {
  file: string;
  /** The key of the race; `null` while none is known. */
  race: string | null;
  raceNumber: number | null;
  state: RaceState;
  reason: string | null;
  missing: readonly string[];
  notes: readonly string[];
  sentAt: string | null;
  mtimeMs: number;
  /** The hash of the content that applies; `null` where there is none. */
  hash: string | null;
  /** When the content settled, by the bridge's own clock; 0 without a file. */
  settledMillis: number;
  /** Identifies the file, the draw and the race together; a refusal is remembered by it. */
  signature: string;
  post: { race: ScheduleRace; plan: Extract<Plan, { wish: unknown }> } | null;
  /** The start to be posted, RFC 3339; `null` if the service has it already, or it is not known. */
  startedAt: string | null;
  /** The service has what the file says, but the ledger does not know it yet. */
  isConfirmable: boolean;
}

/** How long a file with fewer boats than the draw waits for the others. */
export const SHORT_FILE_MILLIS = 5000;

export interface JudgeOptions {
  emptyPlace: 'dns' | null;
  timerWins: boolean;
  /** Nothing is posted until a person accepts it. */
  review: boolean;
  /** `SHORT_FILE_MILLIS`, except in tests. */
  shortMillis: number;
}

interface BridgeState {
  files: readonly RaceFile[];
  /** `null` until the service has been reached. */
  schedule: Schedule | null;
  ledger: Ledger;
  mapping: RacesByIdentity | null;
  /** The races that are cancelled or official, by race number, from the board: `/v1` has no word for these states. */
  closed: ReadonlyMap<number, string>;
  withdrawn: Withdrawn;
  delays: Delays;
  /** The keys of the races for which `--accept` (and below, `--resend`) was given. */
  accepted: ReadonlySet<string>;
  resend: ReadonlySet<string>;
  /** Why the service refused a post, by the signature of the row. */
  refused: ReadonlyMap<string, string>;
  /** By the bridge's own clock, as in `RaceFiles`. */
  atMillis: number;
  options: JudgeOptions;
}

const HELD = 'held for review: --accept sends it';
const NO_RESULT = 'it has no result yet';
export const DRY_RUN = 'a dry run posts nothing';

/** `open`: the bridge still has to act on the row, or to wait. `done`: nothing is left to do. `left`: a person has to act. */
export function endOf({
  state,
  reason,
  startedAt = null,
}: Pick<RaceRow, 'state' | 'reason'> & Partial<Pick<RaceRow, 'startedAt'>>):
  | 'open'
  | 'done'
  | 'left' {
  if (startedAt !== null) return 'open';
  if (state === 'sent' || reason === NO_RESULT || reason === DRY_RUN) return 'done';
  return state === 'parked' || state === 'unfinished' || reason === HELD ? 'left' : 'open';
}

/** Whether `--accept` can help a race: a parked race names it in its reason if so. */
export function isAcceptable({ state, reason }: Pick<RaceRow, 'state' | 'reason'>): boolean {
  return state !== 'parked' || reason?.includes('--accept') === true;
}

/** The facts of a row that the ledger keeps with each attempt and each confirmation. */
export function factsOf({ event, round, heat, file, hash }: RaceRow, { raceNumber }: ScheduleRace) {
  return { event, round, heat, file, hash, raceNumber, laneRule: null };
}

/** Judges one row again after its race has changed. Which of two files applies to the race is not decided again. */
export function judgeAgain(row: RaceRow, situation: BridgeState): RaceRow {
  const file = situation.files.find(({ name }) => name === row.file);
  if (file) return judgeFile(file, situation);
  const entry = row.race === null ? undefined : situation.ledger.races[row.race];
  return row.race !== null && entry ? withoutFile(row.race, entry, situation) : row;
}

/** @returns one row for each file, the newest first, then one for each race of the ledger without a file */
export function judge(situation: BridgeState): RaceRow[] {
  const newestFirst = situation.files.toSorted(
    (a, b) => b.mtimeMs - a.mtimeMs || (a.name < b.name ? 1 : -1),
  );
  const seen = new Map<string, string>();
  const rows = newestFirst.map((file) => {
    const row = judgeFile(file, situation);
    if (!file.settled) return row;
    // Two files of one race, such as one with the date in its name: the newer one applies.
    const key = row.race ?? identityKey(row);
    const newer = seen.get(key);
    if (newer === undefined) seen.set(key, file.name);
    return newer === undefined ? row : overtaken(row, newer);
  });
  const known = new Set(rows.map(({ race }) => race));
  const remembered = Object.entries(situation.ledger.races).filter(([key]) => !known.has(key));
  return [...rows, ...remembered.map(([key, entry]) => withoutFile(key, entry, situation))];
}

function judgeFile(file: RaceFile, situation: BridgeState): RaceRow {
  const { settled, trouble, isChanging } = file;
  if (!settled) {
    const identity = { event: '', round: '', heat: '' };
    return rowOf(file, identity, { state: isChanging ? 'waiting' : 'unfinished', reason: trouble });
  }
  const { lif, hash } = settled;
  const found =
    situation.schedule &&
    findRace({ ...lif, hash }, situation.schedule.races, mappingsOf(situation));
  if (!found)
    return rowOf(file, lif, { state: 'waiting', reason: 'the service has not been reached yet' });
  if (typeof found === 'string') return rowOf(file, lif, { state: 'parked', reason: found });
  const row = judgeRace(file, found, situation);
  if (trouble === null) return row;
  // New content is being written, or stays incomplete: the old content is not posted while the new may still arrive.
  const state = isChanging ? 'waiting' : 'unfinished';
  return { ...row, state, reason: trouble, post: isChanging ? null : row.post };
}

function judgeRace(file: RaceFile, race: ScheduleRace, situation: BridgeState): RaceRow {
  const { ledger, options, accepted, resend } = situation;
  const key = raceKeyOf(race);
  const lif = file.settled?.lif;
  const entry = ledger.races[key];
  const signature = JSON.stringify([file.settled?.hash, race]);
  const base = { race: key, raceNumber: race.raceNumber, sentAt: entry?.sentAt ?? null, signature };
  if (!lif) return rowOf(file, { event: '', round: '', heat: '' }, base);
  const isAccepted = accepted.has(key);
  const memory = { ...(entry ?? NO_MEMORY), laneRule: writtenRule(ledger, key) };
  const plan = planPost(readOnce(lif), race, memory, {
    emptyPlace: options.emptyPlace,
    timerWins: options.timerWins || isAccepted,
    resend: resend.has(key),
    crewKeys: crewKeysOf(ledger.crews),
    withdrawn: situation.withdrawn,
  });
  if (plan.kind === 'park')
    return rowOf(file, lif, { ...base, state: 'parked', reason: plan.reason });
  const start = situation.schedule && startOf(lif, race, { ...situation, ...situation.schedule });
  const unused = start && 'reason' in start ? start.reason : null;
  const notes = unused === null ? plan.notes : [...plan.notes, unused];
  const told = { ...base, missing: plan.missing, notes };
  if (plan.kind === 'done') {
    // A file that has no result yet does not make its race `sent`.
    const isSent = plan.wish.length > 0 || entry?.sentAt != null;
    if (!isSent) return rowOf(file, lif, { ...told, state: 'waiting', reason: NO_RESULT });
    const isKnown = !start || 'reason' in start || entry?.startedAt === start.startedAt;
    return rowOf(file, lif, {
      ...{ ...told, state: 'sent', reason: unused, isConfirmable: true, post: { race, plan } },
      startedAt: isKnown ? null : start.startedAt,
    });
  }
  const hold = isAccepted
    ? null
    : (holdReason(race, situation) ?? shortReason(file, plan.missing, situation));
  if (hold) return rowOf(file, lif, { ...told, ...hold });
  const refusal = situation.refused.get(signature);
  if (refusal) return rowOf(file, lif, { ...told, state: 'parked', reason: refusal });
  return rowOf(file, lif, { ...told, state: 'sending', post: { race, plan } });
}

/** Why results that could be posted wait for a person. */
function holdReason(
  { raceNumber }: ScheduleRace,
  { closed, options }: BridgeState,
): { state: RaceState; reason: string } | null {
  const word = closed.get(raceNumber);
  if (word)
    return { state: 'parked', reason: `race ${raceNumber} is ${word}: --accept sends it anyway` };
  return options.review ? { state: 'waiting', reason: HELD } : null;
}

/** Why results that could be posted wait for those of other lanes. */
function shortReason(
  { settled }: RaceFile,
  missing: readonly string[],
  { options, atMillis }: BridgeState,
): { state: RaceState; reason: string } | null {
  const isShort = missing.length > 0 && atMillis - (settled?.atMillis ?? 0) < options.shortMillis;
  return isShort ? { state: 'waiting', reason: `${lanesOf(missing)} may still come` } : null;
}

/** The row of a race whose file is gone: no result is cleared; those lost by a restored service are sent from the ledger. */
function withoutFile(key: string, entry: RaceEntry, situation: BridgeState): RaceRow {
  const { event, round, heat, file, raceNumber, missing, sentAt, confirmed } = entry;
  const { schedule, refused, options } = situation;
  const race = schedule?.races.find((one) => raceKeyOf(one) === key);
  const row = rowOf(
    { name: file, mtimeMs: 0, settled: null },
    { event, round, heat },
    {
      ...{ race: key, raceNumber, missing, sentAt, state: sentAt === null ? 'parked' : 'sent' },
      reason: sentAt === null ? 'its file is gone before it was sent' : null,
      signature: JSON.stringify([key, race]),
    },
  );
  if (!race || !entry.isRestored || refused.has(row.signature)) return row;
  const isAccepted = situation.accepted.has(key);
  // An attempt that reached the service is newer than the confirmed results, which must not overwrite it.
  const memory = { ...entry, attempts: [] };
  const timerWins = options.timerWins || isAccepted;
  const planned = planResults(confirmed, race, memory, { timerWins, resend: false });
  if (planned.kind === 'park') return { ...row, state: 'parked', reason: planned.reason };
  const isConfirmable = planned.kind === 'done';
  const hold = isConfirmable || isAccepted ? null : holdReason(race, situation);
  if (hold) return { ...row, ...hold };
  const plan = { ...planned, wish: [...confirmed], missing: [...missing], notes: [] };
  const state = isConfirmable ? row.state : 'sending';
  return { ...row, state, post: { race, plan }, isConfirmable };
}

function overtaken(row: RaceRow, newer: string): RaceRow {
  const reason = `${newer} is a newer file of the same race`;
  return { ...row, state: 'parked', reason, post: null, isConfirmable: false };
}

function rowOf(
  { name, mtimeMs, settled }: Pick<RaceFile, 'name' | 'mtimeMs' | 'settled'>,
  { event, round, heat }: Identity,
  facts: Partial<RaceRow>,
): RaceRow {
  return {
    ...{ event, round, heat, file: name, mtimeMs, race: null, raceNumber: null, state: 'waiting' },
    ...{ reason: null, missing: [], notes: [], sentAt: null, signature: '', post: null },
    settledMillis: settled?.atMillis ?? 0,
    hash: settled?.hash ?? null,
    ...{ isConfirmable: false, startedAt: null },
    ...facts,
  };
}

function mappingsOf({ ledger, mapping }: BridgeState) {
  return { written: writtenOf(ledger.numbers), edited: mapping, posted: postedOf(ledger.races) };
}

function writtenRule({ numbers }: Ledger, key: string) {
  return Object.values(numbers).find(({ race }) => race === key)?.laneRule ?? null;
}

/** Computes a value once per object: the content of a file and the parts of a ledger never change, and each poll needs them. */
function remembered<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, Value>();
  return (key) => {
    const value = known.get(key) ?? make(key);
    known.set(key, value);
    return value;
  };
}

const readOnce = remembered((lif: Lif): LifResults => lifResults(lif));

const crewKeysOf = remembered(
  (crews: Ledger['crews']): ReadonlyMap<string, string> =>
    new Map(Object.entries(crews).map(([key, id]) => [String(id), key])),
);

const writtenOf = remembered(
  (numbers: Ledger['numbers']): ReadonlyMap<string, string> =>
    new Map(Object.entries(numbers).map(([number, { race }]) => [number, race])),
);

const postedOf = remembered((races: Ledger['races']) => {
  const posted = Object.entries(races).filter(
    ([, { sentAt, attempts }]) => sentAt !== null || attempts.length > 0,
  );
  return new Map(
    posted.map(([race, { hash = null, ...entry }]) => [identityKey(entry), { race, hash }]),
  );
});

function lanesOf(labels: readonly string[]): string {
  return `${labels.length === 1 ? 'lane' : 'lanes'} ${labels.join(', ')}`;
}

/** What is posted of a race, for the log. */
export function describePost({ raceNumber, file, post, missing, notes }: RaceRow): string {
  const results = post?.plan.results ?? [];
  const back = results.filter(({ status }) => status === 'assigned').length;
  const lanes = (count: number) => `${count} ${count === 1 ? 'lane' : 'lanes'}`;
  const parts = [
    `race ${raceNumber} from ${file}: ${lanes(results.length - back)}`,
    ...(back > 0 ? [`${lanes(back)} taken back`] : []),
    ...(missing.length > 0 ? [`missing ${missing.join(', ')}`] : []),
    ...notes,
  ];
  return `${parts.join('; ').replace(/\.$/, '')}.`;
}

/** Each result of a post with its lane, for the log of a dry run: `1 6:41.00, 2 dns`. */
export function describeResults({ post }: RaceRow): string {
  const { race, plan } = post ?? {};
  const told = (plan?.results ?? []).map((result) => {
    const { position, status, finishTimeMillis, finishPlace } = result;
    const label = race?.lanes.find((lane) => lane.position === position)?.positionLabel;
    const place = finishPlace === null ? status : `place ${finishPlace}`;
    const said = finishTimeMillis === null ? place : formatExactTime(finishTimeMillis);
    return `${label ?? position} ${status === 'assigned' ? 'taken back' : said}`;
  });
  return told.join(', ');
}
