/**
 * Texts for the entries of a race besides their results: category, allowance, times of day. The texts of stored entries, and
 * what typed or pasted texts would write. Pure.
 */
import type { OfficeLane, OfficeRace } from '../../../../../../src/contract/console/office.ts';
import { formatInstant } from '../../../../../../src/contract/instant.ts';
import {
  MAX_ALLOWANCE_MILLIS,
  MAX_RACE_LABEL_LENGTH,
} from '../../../../../../src/contract/limits.ts';
import {
  readTypedTime,
  type TypedTimeFault,
  typedTimeText,
} from '../../../../../../src/domain/day/typed-times.ts';
import type { DecimalMark } from '../../../../../../src/domain/results/finish-time.ts';
import { allowanceText, readAllowance } from '../../../../../../src/domain/results/result-word.ts';
import { type IsDropped, leftOf } from '../../conflicts/conflicts.ts';
import type { WriteBody } from '../../conflicts/write.ts';
import { readPenalty, shortSeconds } from '../results/typed-result.ts';

/** In the order of the columns. */
export const ENTRY_FIELDS = [
  'category',
  'allowance',
  'outOfCompetition',
  'plannedStart',
  'start',
  'finish',
  'penalty',
] as const;
export type EntryField = (typeof ENTRY_FIELDS)[number];
export type EntryTexts = Readonly<Record<EntryField, string>>;

/** What is wrong with a text. */
export type EntryFault =
  | TypedTimeFault
  | 'allowance'
  | 'allowance-too-long'
  | 'penalty'
  | 'too-long'
  | 'yes-or-no'
  | 'before-start';

/** What is needed to read texts. */
export interface EntryContext {
  race: Pick<OfficeRace, 'estimatedAt' | 'startedAt' | 'effectiveKind'>;
  /** IANA zone, or `null` for UTC. */
  timezone: string | null;
  decimalMark?: DecimalMark;
}

/** An entry as it is sent. */
export type RacingEntry = NonNullable<
  WriteBody<'PATCH /events/{eventId}/races/{raceId}/racing'>['entries']
>[number];
/** The values that are written for an entry. */
type Written = Omit<RacingEntry, 'position' | 'positionLabel' | 'startsAt'>;
export type EntryValues = { -readonly [Name in keyof Written]: Written[Name] };

/** The text of "yes" in a yes-or-no column. */
export const YES = 'yes';

/** The texts of an entry as it is stored. */
export function textsOfEntry(lane: OfficeLane, context: EntryContext): EntryTexts {
  const { decimalMark } = context;
  const text = (at: string | null, moment: ReturnType<typeof aboutStart>) =>
    at === null ? '' : typedTimeText(Date.parse(at), moment, decimalMark);
  const { status } = lane;
  const finish = text(lane.finishedAt, aboutFinish(lane.startedAt, lane, context));
  const verdict = status === 'dnf' || status === 'dsq' ? status : '';
  const start = aboutStart(lane, context);
  return {
    category: lane.category ?? '',
    allowance: allowanceText(lane.allowanceMillis, decimalMark),
    outOfCompetition: lane.outOfCompetition ? YES : '',
    plannedStart: text(lane.plannedStartAt, { ...start, isToTheMinute: true }),
    start: status === 'dns' ? 'dns' : text(lane.startedAt, start),
    finish: [finish, verdict].filter(Boolean).join(' '),
    penalty: lane.penaltyMillis ? shortSeconds(lane.penaltyMillis, decimalMark) : '',
  };
}

/** The time near which a start is read. */
function aboutStart(
  { startsAt }: Pick<OfficeLane, 'startsAt'>,
  { race, timezone }: EntryContext,
): { near: number; timezone: string | null; isToTheMinute?: boolean } {
  return { near: Date.parse(startsAt ?? race.startedAt ?? race.estimatedAt), timezone };
}

/** The time near which a finish is read. @param startedAt start of the boat, if it is known */
function aboutFinish(
  startedAt: string | null,
  lane: Pick<OfficeLane, 'startsAt'>,
  context: EntryContext,
) {
  const about = aboutStart(lane, context);
  return startedAt === null ? about : { ...about, near: Date.parse(startedAt) };
}

interface ReadEntry {
  values: EntryValues;
  faults: Partial<Record<EntryField, EntryFault>>;
}

/** What typed texts write for an entry; fields that are `undefined` stay as stored. @param lane as it is stored */
export function readEntry(
  lane: OfficeLane,
  texts: Partial<EntryTexts>,
  context: EntryContext,
): ReadEntry {
  const values: EntryValues = {};
  const faults: ReadEntry['faults'] = {};
  if (texts.category !== undefined) {
    const category = texts.category.normalize('NFC').trim();
    if ([...category].length > MAX_RACE_LABEL_LENGTH) faults.category = 'too-long';
    values.category = category || null;
  }
  if (texts.allowance !== undefined) {
    const allowance = readAllowance(texts.allowance);
    if (allowance === undefined) faults.allowance = 'allowance';
    else if (Math.abs(allowance ?? 0) > MAX_ALLOWANCE_MILLIS)
      faults.allowance = 'allowance-too-long';
    else values.allowanceMillis = allowance;
  }
  if (texts.outOfCompetition !== undefined) {
    const isOut = readYes(texts.outOfCompetition);
    if (isOut === undefined) faults.outOfCompetition = 'yes-or-no';
    else values.outOfCompetition = isOut;
  }
  if (texts.plannedStart !== undefined) {
    const read = readMoment(texts.plannedStart, {
      ...aboutStart(lane, context),
      isToTheMinute: true,
    });
    if (read.fault) faults.plannedStart = read.fault;
    else values.plannedStartAt = read.at;
  }
  if (texts.start !== undefined) readStart(lane, texts.start, context, { values, faults });
  if (texts.finish !== undefined) readFinish(lane, texts.finish, context, { values, faults });
  if (texts.penalty !== undefined) {
    const penaltyMillis = readSeconds(texts.penalty);
    if (penaltyMillis === undefined) faults.penalty = 'penalty';
    else values.penaltyMillis = penaltyMillis;
  }
  return { values, faults };
}

/**
 * A penalty in milliseconds: `10` and `+10 s` are ten seconds; `null` for none (empty, 0), `undefined` where it is no penalty.
 */
function readSeconds(text: string): number | null | undefined {
  const plain = text
    .normalize('NFKC')
    .trim()
    .replace(/^\+\s*|\s*(?:s|sec|sek)\.?$/gi, '');
  const read = plain === '' ? 0 : readPenalty(plain);
  return typeof read === 'number' ? read || null : undefined;
}

/** The fault that a refusal of the service means, where the page has words for it. */
export function refusedFault(detail: string): EntryFault | undefined {
  return /finish before it started/.test(detail) ? 'before-start' : undefined;
}

/** A status in place of a time, or after it, as in fast entry: its letter, or the whole word. */
const VERDICT = /^(.*?)\s*(dns|dnf|dsq|s|f|d)$/i;

function readStart(
  lane: OfficeLane,
  text: string,
  context: EntryContext,
  { values, faults }: ReadEntry,
): void {
  const [, before = '', verdict] = VERDICT.exec(text.trim()) ?? [];
  if (verdict && /^(s|dns)$/i.test(verdict) && before === '') {
    values.status = 'dns';
    return;
  }
  const { at, fault } = readMoment(text, aboutStart(lane, context));
  if (fault) faults.start = fault;
  else values.startedAt = at;
  // With a time, or none, in place of `dns` the boat is no longer marked as not started.
  if (!fault && lane.status === 'dns') values.status = 'assigned';
}

function readFinish(
  lane: OfficeLane,
  text: string,
  context: EntryContext,
  { values, faults }: ReadEntry,
): void {
  const [, before = '', letter = ''] = VERDICT.exec(text.trim()) ?? [];
  const verdict = VERDICTS[letter.toLowerCase()];
  const startedAt = values.startedAt === undefined ? lane.startedAt : values.startedAt;
  const moment = aboutFinish(startedAt, lane, context);
  const { at, fault } = readMoment(verdict ? before : text, moment);
  const start =
    startedAt ?? (context.race.effectiveKind === 'lanes' ? context.race.startedAt : null);
  if (fault) faults.finish = fault;
  else if (at !== lane.finishedAt) values.finishedAt = at;
  if (at && start && Date.parse(at) <= Date.parse(start)) faults.finish = 'before-start';
  if (verdict) values.status = verdict;
  else if (lane.status === 'dnf' || lane.status === 'dsq') values.status ??= 'assigned';
}

const VERDICTS: Readonly<Record<string, 'dnf' | 'dsq'>> = {
  f: 'dnf',
  dnf: 'dnf',
  d: 'dsq',
  dsq: 'dsq',
};

function readMoment(
  text: string,
  moment: ReturnType<typeof aboutStart>,
): { at: string | null; fault?: undefined } | { at?: undefined; fault: TypedTimeFault } {
  if (text.trim() === '') return { at: null };
  const read = readTypedTime(text, moment);
  return typeof read === 'string' ? { fault: read } : { at: formatInstant(read) };
}

const YES_WORDS = /^(yes|y|x|1|true|✓|ja|j|oui|o|exhib(ition)?|exh|hc|hors concours|a\.? ?k\.?)$/i;
const NO_WORDS = /^(|no|n|0|false|-|–|nein|non)$/i;

/** Reads a pasted "out of competition". @returns `undefined` where it is neither yes nor no */
function readYes(text: string): boolean | undefined {
  const plain = text.trim();
  if (YES_WORDS.test(plain)) return true;
  return NO_WORDS.test(plain) ? false : undefined;
}

/** The entries to write, without values that are stored already, and without those that the person has given up. */
export function entriesLeft(
  race: Pick<OfficeRace, 'id' | 'lanes'>,
  entries: readonly RacingEntry[],
  isDropped: IsDropped,
): RacingEntry[] {
  return entries.flatMap(({ position, ...values }): RacingEntry[] => {
    const lane = race.lanes.find((each) => each.position === position);
    const thing = { subject: 'lane', id: race.id, position } as const;
    if (!lane || position === undefined || isDropped(thing, '')) return [];
    const left = Object.entries(leftOf(values, thing, isDropped)).filter(
      ([name, value]) => lane[name as keyof OfficeLane] !== value,
    );
    return left.length > 0 ? [{ position, ...Object.fromEntries(left) }] : [];
  });
}
