/** What a timing package pushes for a regatta: the bodies of its requests, in order. */
import type { Regatta, RegattaLane, RegattaRace } from './regatta.ts';

/** The body of `POST /schedule`. */
export interface ScheduleWrite {
  laneScheme?: string[];
  defaultResultMode: 'timed';
  defaultResultVisibility: 'full';
}

/** One element of `PUT /teams`. */
export interface TeamWrite {
  externalId: string;
  name: string;
}

/** One element of `PUT /races`. */
export interface RaceWrite {
  externalId: string;
  raceNumber: number;
  title: string;
  /** RFC 3339 with the venue's UTC offset. */
  scheduledAt: string;
  boatClass?: string;
  round: string;
  divisionLabel?: string;
  resultMode: 'timed';
  notes?: string;
}

/** One element of `PUT /races/{externalId}/entries`. */
export interface LaneWrite {
  position: number;
  positionLabel?: string;
  teamExternalId: string;
}

/** One element of `PUT /races/{externalId}/results`. */
export interface ResultWrite {
  position: number;
  status: 'finished' | 'dns' | 'dnf' | 'dsq';
  finishTimeMillis?: number;
  penaltyMillis?: number;
}

/** The draw of one race. */
interface DrawPush {
  externalId: string;
  lanes: LaneWrite[];
}

/** The results of one race, and the places the service should derive from them. */
export interface ResultPush {
  externalId: string;
  results: ResultWrite[];
  /** Position to official place, null for a crew without one. */
  expectedPlaces: Map<number, number | null>;
}

/** Everything a timing package pushes for one regatta, in the order in which to push it. */
export interface RegattaPush {
  schedule: ScheduleWrite;
  teams: TeamWrite[];
  races: RaceWrite[];
  draws: DrawPush[];
  results: ResultPush[];
}

interface RegattaPushOptions {
  /** The day to move the regatta to, `YYYY-MM-DD`; its own day if omitted. */
  date?: string;
}

/**
 * Turns a regatta into what a timing package would push. Times of day are kept when the regatta
 * moves to another day. The same regatta always gives the same external ids.
 */
export function regattaPush(regatta: Regatta, options: RegattaPushOptions = {}): RegattaPush {
  const date = options.date ?? regatta.date;
  const starts = startSeconds(regatta.races);
  const teams = teamWrites(regatta);
  const teamIds = new Map(teams.map((team) => [team.name, team.externalId]));
  const drawn = regatta.races.filter((race) => race.lanes.length > 0);
  return {
    schedule: { defaultResultMode: 'timed', defaultResultVisibility: 'full' },
    teams,
    races: regatta.races.map((race, index) =>
      raceWrite(race, index + 1, zonedTimestamp(date, starts[index] ?? 0, regatta.timezone)),
    ),
    draws: drawn.map((race) => ({
      externalId: raceExternalId(race),
      lanes: race.lanes.map((lane) => laneWrite(lane, teamIds)),
    })),
    results: drawn.map(resultPush).filter((push) => push.results.length > 0),
  };
}

/**
 * Writes a local time of day as an RFC 3339 timestamp with the offset that the zone has then.
 * `date` is `YYYY-MM-DD`, `seconds` are seconds since local midnight.
 */
export function zonedTimestamp(date: string, seconds: number, timezone: string): string {
  const local = Date.parse(`${date}T00:00:00Z`) + seconds * 1000;
  // The offset belongs to the instant, which is only known with the offset. The second look is
  // right on both sides of a clock change.
  const guess = zoneOffset(local, timezone);
  const offset = zoneOffset(local - offsetMillis(guess), timezone);
  return `${new Date(local).toISOString().slice(0, 19)}${offset}`;
}

/** The zone's offset from UTC at an instant (epoch milliseconds), as `-04:00`. */
function zoneOffset(instant: number, timezone: string): string {
  const format = new Intl.DateTimeFormat('en', { timeZone: timezone, timeZoneName: 'longOffset' });
  const name = format.formatToParts(instant).find((part) => part.type === 'timeZoneName')?.value;
  // Intl writes "GMT-04:00", and a bare "GMT" for zero.
  return name?.slice('GMT'.length) || '+00:00';
}

function offsetMillis(offset: string): number {
  const [hours = 0, minutes = 0] = offset.slice(1).split(':').map(Number);
  return (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}

/**
 * Start of each race in seconds since midnight. The service orders races by time, so a race
 * without a start gets one between its neighbours: five minutes after the race before it, or
 * half-way to the next known start if that comes sooner.
 */
function startSeconds(races: RegattaRace[]): number[] {
  const known = races.map((race) => parseTimeOfDay(race.startTime));
  const starts: number[] = [];
  for (const [index, own] of known.entries()) {
    const next = known.slice(index + 1).find((start) => start !== null);
    const previous = starts.at(-1) ?? (next ?? 9 * 3600) - 600;
    const later = previous + 300;
    const free = next === undefined || later < next;
    starts.push(own ?? (free ? later : Math.floor((previous + next) / 2)));
  }
  return starts;
}

function parseTimeOfDay(text: string | null): number | null {
  if (text === null) return null;
  const [hours = 0, minutes = 0, seconds = 0] = text.split(':').map(Number);
  return (hours * 60 + minutes) * 60 + seconds;
}

/** Every crew of the regatta once, by name. */
function teamWrites(regatta: Regatta): TeamWrite[] {
  const names = new Set(regatta.races.flatMap((race) => race.lanes.map((lane) => lane.crew)));
  const ids = new Set<string>();
  return [...names].sort().map((name) => {
    const slug = slugify(name);
    let externalId = slug;
    // Two names may share a slug ("St. Mary's", "St Marys"); the later one gets a number.
    for (let number = 2; ids.has(externalId); number++) externalId = `${slug}-${number}`;
    ids.add(externalId);
    return { externalId, name };
  });
}

function slugify(name: string): string {
  const words = name
    .normalize('NFKD')
    .replace(/['’\p{M}]/gu, '')
    .toLowerCase();
  return words.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'crew';
}

function raceExternalId(race: RegattaRace): string {
  return `race-${race.label}`;
}

function raceWrite(race: RegattaRace, raceNumber: number, scheduledAt: string): RaceWrite {
  const { boatClass, round, divisionLabel } = parseRaceName(race.name);
  return {
    externalId: raceExternalId(race),
    raceNumber,
    // Without its label, which would stand beside the number like a second one.
    title: race.name,
    scheduledAt,
    ...(boatClass ? { boatClass } : {}),
    round,
    ...(divisionLabel ? { divisionLabel } : {}),
    resultMode: 'timed',
    ...(race.progression ? { notes: race.progression } : {}),
  };
}

/** Splits "Men's Novice 4+ Heat 1" into division, boat class and round. */
function parseRaceName(name: string) {
  const boatClass = /(?<=^|\s)[1248](?:x\+?|\+|-)(?=\s|$)/.exec(name)?.[0] ?? '';
  const heat = /\bHeat \w+$/.exec(name)?.[0] ?? '';
  const division = name.replace(heat, '').replace(boatClass, '');
  return {
    boatClass,
    round: heat || 'Final',
    divisionLabel: division.replace(/\s+/g, ' ').trim(),
  };
}

function laneWrite(lane: RegattaLane, teamIds: Map<string, string>): LaneWrite {
  const teamExternalId = teamIds.get(lane.crew);
  if (teamExternalId === undefined) throw new Error(`No crew is called ${lane.crew}.`);
  return {
    position: lane.position,
    ...(lane.label === String(lane.position) ? {} : { positionLabel: lane.label }),
    teamExternalId,
  };
}

function resultPush(race: RegattaRace): ResultPush {
  return {
    externalId: raceExternalId(race),
    results: race.lanes.flatMap(resultWrite),
    expectedPlaces: new Map(race.lanes.map((lane) => [lane.position, lane.place])),
  };
}

/** A list of one, or of none for a crew that has no result. */
function resultWrite(lane: RegattaLane): ResultWrite[] {
  const { position, status, rawTimeMillis: raw, penaltyMillis } = lane;
  if (status === 'assigned') return [];
  // An exhibition crew finished without a place. Its time would rank it among the others, and a
  // finish without a time has no place, so the time is not pushed.
  const ranked = status !== 'finished' || lane.place !== null;
  if (raw === null || !ranked) return [{ position, status }];
  // The service knows no negative penalty, so time taken off comes off the finish time itself.
  const penalty = penaltyMillis ?? 0;
  const finishTimeMillis = raw + Math.min(penalty, 0);
  return [
    { position, status, finishTimeMillis, ...(penalty > 0 ? { penaltyMillis: penalty } : {}) },
  ];
}
