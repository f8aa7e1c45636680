/** What is sent about a race: its shape, and what is wrong with it whatever the race is. */
import { parseInstant } from './payload-rules.ts';
import type { Kind, Status } from './racing-model.ts';

/** An element of results, right or wrong. */
export type Element = Record<string, unknown>;

export interface EntryWrite {
  position?: number;
  positionLabel?: string;
  category?: string | null;
  outOfCompetition?: boolean;
  allowanceMillis?: number | null;
  plannedStartAt?: string | null;
  startedAt?: string | null;
  finishedAt?: string | null;
  penaltyMillis?: number | null;
  status?: Status;
}

export interface Body {
  kind?: Kind | null;
  startIntervalSeconds?: number | null;
  startedAt?: string | null;
  closed?: boolean;
  clockOffsetMillis?: number | null;
  entries?: EntryWrite[];
}

type Check = (value: unknown) => boolean;

const isNumber = (least: number, most: number): Check => {
  return (value) => Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
};
const orNull = (check: Check): Check => {
  return (value) => value === null || check(value);
};
const isOneOf = (...values: unknown[]): Check => {
  return (value) => values.includes(value);
};
const isFlag = isOneOf(true, false);
const isInstant: Check = (value) => parseInstant(value) !== undefined;
const isCategory: Check = (value) => {
  const length = [...`${value}`.normalize('NFC').trim()].length;
  return typeof value === 'string' && length >= 1 && length <= 60;
};

const ofRace: Record<string, Check> = {
  kind: orNull(isOneOf('lanes', 'head')),
  startIntervalSeconds: orNull(isNumber(1, 3600)),
  startedAt: orNull(isInstant),
  closed: isFlag,
  clockOffsetMillis: orNull(isNumber(-600_000, 600_000)),
};

const ofEntry: Record<string, Check> = {
  category: orNull(isCategory),
  outOfCompetition: isFlag,
  allowanceMillis: orNull(isNumber(-3_600_000, 3_600_000)),
  plannedStartAt: orNull(isInstant),
  startedAt: orNull(isInstant),
  finishedAt: orNull(isInstant),
  penaltyMillis: orNull(isNumber(0, 2_147_483_647)),
  status: isOneOf('assigned', 'finished', 'dns', 'dnf', 'dsq'),
};

function wrongIn(value: object, checks: Record<string, Check>, prefix: string): string[] {
  return Object.entries(checks).flatMap(([name, isRight]) => {
    const said = (value as Element)[name];
    return said === undefined || isRight(said) ? [] : [prefix + name];
  });
}

/** All that is wrong with a body whatever the race is: wrong values, or if there are none, contradictions. */
export function wrongInBody(body: Body): string[] {
  const entries = body.entries ?? [];
  const misshapen = [
    ...wrongIn(body, ofRace, ''),
    ...entries.flatMap((entry, at) => wrongIn(entry, ofEntry, `entries[${at}].`)),
  ];
  if (misshapen.length > 0) return misshapen;
  return entries.flatMap((entry, at) => contradictions(entry, at, entries));
}

/** An entry without a name, or with that of one before it; times of a boat that did not start. */
function contradictions(entry: EntryWrite, at: number, entries: EntryWrite[]): string[] {
  const prefix = `entries[${at}].`;
  const name = nameOf(entry);
  const isRepeated = entries.findIndex((each) => nameOf(each) === name) < at;
  const times = (['startedAt', 'finishedAt'] as const).filter(
    (property) => entry.status === 'dns' && (entry[property] ?? null) !== null,
  );
  const by = typeof name === 'string' ? 'positionLabel' : 'position';
  return [
    ...(name === undefined || isRepeated ? [prefix + by] : []),
    ...times.map((property) => prefix + property),
  ];
}

const nameOf = ({ position, positionLabel }: EntryWrite) => position ?? positionLabel;

/** All that is wrong with results whatever the race is. */
export function wrongInResults(results: Element[]): string[] {
  return results.flatMap((result, at) => {
    const prefix = `results[${at}].`;
    const isRepeated = results.findIndex(({ position }) => position === result.position) < at;
    const values = ['finishTimeMillis', 'finishPlace', 'penaltyMillis'].filter(
      (name) => result.status === 'assigned' && (result[name] ?? null) !== null,
    );
    return [...(isRepeated ? [`${prefix}position`] : []), ...values.map((name) => prefix + name)];
  });
}

const ORDER = [
  ...Object.keys(ofRace),
  'entries',
  'position',
  'positionLabel',
  ...Object.keys(ofEntry),
];

/** The wrong fields of a body, in the order of the contract, each once. */
export function inOrder(fields: string[]): string[] {
  const rank = (field: string) => {
    const [, at, property] = /^entries\[(\d+)\]\.(.*)$/.exec(field) ?? [];
    if (property === undefined) return ORDER.indexOf(field);
    return (Number(at) + 1) * ORDER.length + ORDER.indexOf(property);
  };
  return [...new Set(fields)].sort((a, b) => rank(a) - rank(b));
}
