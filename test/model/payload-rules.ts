/**
 * What the specification says of request bodies, as tables: which properties there are, in which
 * order, what each may hold, and what must not repeat. It is written from the specification alone
 * and shares nothing with the service.
 */
import { MISSPELT } from './misspelt.ts';

/** What was read from a body, or the fields that are wrong in it, in document order. */
export type Reading<T> = { wrong: string[] } | { value: T };

export type ResultMode = 'timed' | 'placesOnly';
export type Status = 'assigned' | 'finished' | 'dns' | 'dnf' | 'dsq';

export interface CrewWrite {
  externalId: string;
  name: string;
  clubId?: string | null;
  boatIndex?: number | null;
  sortOrder?: number;
}

/** The properties of a race that a caller may write and leave out, as they are stored. */
export interface RaceSettings {
  title: string | null;
  scheduledAt: number;
  distanceMeters: number | null;
  boatClass: string | null;
  round: string | null;
  divisionLabel: string | null;
  resultMode: ResultMode;
  resultVisibility: string | null;
  laneScheme: string[] | null;
  notes: string | null;
}

export interface RaceWrite extends Partial<RaceSettings> {
  externalId: string;
  raceNumber: number;
}

export interface LaneWrite {
  position: number;
  positionLabel?: string | null;
  teamExternalId?: string | null;
}

export interface ResultWrite {
  position: number;
  status?: Status;
  finishTimeMillis?: number | null;
  finishPlace?: number | null;
  penaltyMillis?: number | null;
}

export interface ScheduleWrite {
  laneScheme?: string[] | null;
  defaultResultMode?: ResultMode;
  defaultResultVisibility?: string;
}

export interface DelayWrite {
  venueDay: string;
  delayMinutes: number;
}

interface Writes {
  teams: CrewWrite;
  races: RaceWrite;
  lanes: LaneWrite;
  results: ResultWrite;
}

export type ListKey = keyof Writes;

type Properties = Record<string, unknown>;

/** Returns the value as it is stored, or notes the path as wrong. */
type Reader = (value: unknown, path: string, wrong: string[], soFar: Properties) => unknown;

interface Field {
  name: string;
  read: Reader;
  isRequired?: boolean;
  /** True when two elements of one list may not hold the same value (decision L1). */
  isUnique?: boolean;
}

const MAX_INTEGER = 2_147_483_647;
const MODES = ['timed', 'placesOnly'];
const VISIBILITIES = ['hidden', 'placesOnly', 'full'];
const STATUSES = ['assigned', 'finished', 'dns', 'dnf', 'dsq'];

const label = text(1, 40);

const TABLES: Record<ListKey, Field[]> = {
  teams: [
    { name: 'externalId', read: externalId, isRequired: true, isUnique: true },
    { name: 'name', read: crewName, isRequired: true, isUnique: true },
    { name: 'clubId', read: nullable(clubId) },
    { name: 'boatIndex', read: nullable(integer(1)) },
    { name: 'sortOrder', read: integer(-MAX_INTEGER - 1) },
  ],
  races: [
    { name: 'externalId', read: externalId, isRequired: true, isUnique: true },
    { name: 'raceNumber', read: integer(1), isRequired: true, isUnique: true },
    { name: 'title', read: nullable(text(0, 200)) },
    { name: 'scheduledAt', read: instant },
    { name: 'distanceMeters', read: nullable(integer(1)) },
    { name: 'boatClass', read: nullable(text(0, 60)) },
    { name: 'round', read: nullable(text(0, 60)) },
    { name: 'divisionLabel', read: nullable(text(0, 60)) },
    { name: 'resultMode', read: oneOf(MODES) },
    { name: 'resultVisibility', read: nullable(oneOf(VISIBILITIES)) },
    { name: 'laneScheme', read: nullable(laneScheme) },
    { name: 'notes', read: nullable(text(0, 500)) },
  ],
  lanes: [
    { name: 'position', read: integer(1), isRequired: true, isUnique: true },
    { name: 'positionLabel', read: nullable(label) },
    { name: 'teamExternalId', read: nullable(externalId) },
  ],
  results: [
    { name: 'position', read: integer(1), isRequired: true, isUnique: true },
    { name: 'status', read: oneOf(STATUSES) },
    { name: 'finishTimeMillis', read: notWhenAssigned(nullable(integer(0))) },
    { name: 'finishPlace', read: notWhenAssigned(nullable(integer(1))) },
    { name: 'penaltyMillis', read: notWhenAssigned(nullable(integer(0))) },
  ],
};

const SCHEDULE: Field[] = [
  { name: 'laneScheme', read: nullable(laneScheme) },
  { name: 'defaultResultMode', read: oneOf(MODES) },
  { name: 'defaultResultVisibility', read: oneOf(VISIBILITIES) },
];

const DELAY: Field[] = [
  { name: 'venueDay', read: date, isRequired: true },
  { name: 'delayMinutes', read: integer(-1440, 1440), isRequired: true },
];

/** Reads a list, bare or under its key. */
export function readList<K extends ListKey>(key: K, body: unknown): Reading<Writes[K][]> {
  const list = isObject(body) ? body[key] : body;
  if (!Array.isArray(list)) return { wrong: [key] };
  const wrong: string[] = [];
  const seen = new Set<string>();
  const value = list.map((element, index) =>
    readProperties(TABLES[key], element, `${key}[${index}]`, wrong, seen),
  );
  return wrong.length > 0 ? { wrong } : { value: value as unknown as Writes[K][] };
}

/** Reads the body of `POST /schedule`; it may be missing. */
export function readSchedule(body: unknown): Reading<ScheduleWrite> {
  return readSingle<ScheduleWrite>(SCHEDULE, body === undefined ? {} : body);
}

export function readDelay(body: unknown): Reading<DelayWrite> {
  return readSingle<DelayWrite>(DELAY, body);
}

/** Reads an instant by decision R12, as epoch milliseconds; undefined when it is none. */
export function parseInstant(source: unknown): number | undefined {
  if (typeof source !== 'string') return undefined;
  const match =
    /^(\d{4}-\d\d-\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:[Zz]|([+-])(\d\d):(\d\d))$/.exec(
      source,
    );
  if (!match) return undefined;
  const [, day = '', hour, minute, second, fraction = '', sign, offsetHours, offsetMinutes] = match;
  const inRange = [
    [hour, 23],
    [minute, 59],
    [second, 59],
    [offsetHours ?? 0, 23],
    [offsetMinutes ?? 0, 59],
  ].every(([part, most]) => Number(part) <= Number(most));
  if (!isDate(day) || day < '0001' || !inRange) return undefined;
  const millis = fraction.slice(0, 3).padEnd(3, '0');
  const local = Date.parse(`${day}T${hour}:${minute}:${second}.${millis}Z`);
  const offset = (Number(offsetHours ?? 0) * 60 + Number(offsetMinutes ?? 0)) * 60_000;
  const at = sign === '-' ? local + offset : local - offset;
  const year = new Date(at).getUTCFullYear();
  return year >= 1 && year <= 9999 ? at : undefined;
}

function readSingle<T>(fields: Field[], body: unknown): Reading<T> {
  const wrong: string[] = [];
  if (!isObject(body)) return { wrong: ['body'] };
  const value = readProperties(fields, body, '', wrong, new Set());
  return wrong.length > 0 ? { wrong } : { value: value as T };
}

function readProperties(
  fields: Field[],
  element: unknown,
  path: string,
  wrong: string[],
  seen: Set<string>,
): Properties {
  const soFar: Properties = {};
  if (!isObject(element)) {
    wrong.push(path);
    return soFar;
  }
  for (const { name, read, isRequired, isUnique } of fields) {
    const place = path === '' ? name : `${path}.${name}`;
    if (!Object.hasOwn(element, name)) {
      const typed = Object.keys(element).filter((other) => MISSPELT[name]?.includes(other));
      for (const other of typed) wrong.push(path === '' ? other : `${path}.${other}`);
      if (isRequired && typed.length === 0) wrong.push(place);
      continue;
    }
    const wrongBefore = wrong.length;
    const value = read(element[name], place, wrong, soFar);
    if (wrong.length > wrongBefore) continue;
    soFar[name] = value;
    if (!isUnique) continue;
    const mark = `${name} ${value}`;
    if (seen.has(mark)) wrong.push(place);
    seen.add(mark);
  }
  return soFar;
}

function isObject(value: unknown): value is Properties {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function nullable(read: Reader): Reader {
  return (value, path, wrong, soFar) => (value === null ? null : read(value, path, wrong, soFar));
}

/** Decision L8: a result that is taken back carries nothing. */
function notWhenAssigned(read: Reader): Reader {
  return (value, path, wrong, soFar) => {
    if (soFar.status !== 'assigned' || value === null) return read(value, path, wrong, soFar);
    wrong.push(path);
    return undefined;
  };
}

function integer(least: number, most = MAX_INTEGER): Reader {
  return (value, path, wrong) => {
    const isFine = Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
    if (!isFine) wrong.push(path);
    return value;
  };
}

function oneOf(values: string[]): Reader {
  return (value, path, wrong) => {
    if (!values.includes(value as string)) wrong.push(path);
    return value;
  };
}

/** Text that is normalised, its length counted in code points (decision R10). */
function text(least: number, most: number): Reader {
  return (value, path, wrong) => {
    const normal = storable(value)?.normalize('NFC');
    if (normal === undefined || !hasLength(normal, least, most)) wrong.push(path);
    return normal;
  };
}

function crewName(value: unknown, path: string, wrong: string[]): unknown {
  const normal = storable(value)
    ?.normalize('NFC')
    .replace(/^\p{White_Space}+|\p{White_Space}+$/gu, '');
  if (normal === undefined || !hasLength(normal, 1, 120)) wrong.push(path);
  return normal;
}

function clubId(value: unknown, path: string, wrong: string[]): unknown {
  const id = storable(value);
  if (id === undefined || !hasLength(id, 0, 64)) wrong.push(path);
  return id;
}

function externalId(value: unknown, path: string, wrong: string[]): unknown {
  const id = storable(value);
  const isFine = id !== undefined && hasLength(id, 1, 128) && !/^\.\.?$|\p{Cc}/u.test(id);
  if (!isFine) wrong.push(path);
  return id;
}

function laneScheme(value: unknown, path: string, wrong: string[], soFar: Properties): unknown {
  if (Array.isArray(value) && value.length <= 100)
    return value.map((item, index) => label(item, `${path}[${index}]`, wrong, soFar));
  wrong.push(path);
  return undefined;
}

function instant(value: unknown, path: string, wrong: string[]): unknown {
  const at = parseInstant(value);
  if (at === undefined) wrong.push(path);
  return at;
}

function date(value: unknown, path: string, wrong: string[]): unknown {
  if (typeof value !== 'string' || !isDate(value)) wrong.push(path);
  return value;
}

function storable(value: unknown): string | undefined {
  return typeof value === 'string' && value.isWellFormed() && !value.includes('\0')
    ? value
    : undefined;
}

function hasLength(value: string, least: number, most: number): boolean {
  const length = Array.from(value).length;
  return length >= least && length <= most;
}

function isDate(value: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(value)) return false;
  const at = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(value);
}
