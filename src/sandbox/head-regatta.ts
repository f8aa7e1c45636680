/**
 * An invented head race of 150 boats in three divisions: the category of each boat, and when it starts and finishes.
 * Pure, and the same every time, so that a restarted service can go on with it.
 */
import type {
  LaneWrite,
  RaceWrite,
  ScheduleCreate,
  TeamWrite,
  TimingEntryWrite,
  TimingWrite,
} from '../../sdk/src/index.ts';
import { MINUTE_MILLIS, type PlannedRace, type Span, type Step } from './timetable.ts';

const DIVISIONS = 3;
const BOATS_OF_DIVISION = 50;
const INTERVAL_SECONDS = 20;
/** The time of the fastest boat over 6 km, such as an eight, and how much longer the slowest takes at most. */
const FASTEST_MILLIS = 18 * MINUTE_MILLIS;
const SPREAD_MILLIS = 6 * MINUTE_MILLIS;
/** The usual time between the planned starts of two divisions, at which boats are shown at their real pace. */
const USUAL_GAP_MILLIS = 40 * MINUTE_MILLIS;

const CLUBS = ['Alder', 'Birch', 'Cedar', 'Elm', 'Hazel', 'Juniper', 'Larch', 'Maple', 'Rowan'];
/** The categories of each division. Within a division they start mixed, because bow numbers are drawn. */
const CATEGORIES = [
  ['Open 8+', 'Women 8+', 'Masters C 8+'],
  ['Open 4x', 'Women 4x', 'Junior 4x'],
  ['Open 2x', 'Masters D 2x', 'Mixed 2x'],
];
/** Allowances by category, in milliseconds: older crews get a handicap. */
const ALLOWANCES: Record<string, number> = { 'Masters C 8+': 42_000, 'Masters D 2x': 65_500 };

/** How one boat rows. */
interface Boat {
  bow: number;
  category: string;
  /** Its start, from the planned start of its division, in milliseconds. */
  startMillis: number;
  elapsedMillis: number;
  ends: 'finished' | 'dns' | 'dnf';
  penaltyMillis: number | null;
  outOfCompetition: boolean;
}

interface HeadRegatta {
  schedule: ScheduleCreate;
  teams: TeamWrite[];
  /** The races without planned starts, which `headRaces` adds. */
  races: Omit<RaceWrite, 'scheduledAt'>[];
  draws: { externalId: string; lanes: LaneWrite[] }[];
  /** What the timing knows of each division before it starts. */
  timings: { externalId: string; timing: TimingWrite }[];
}

/** The programme that is pushed before the first start. */
export function headRegatta(): HeadRegatta {
  const divisions = Array.from({ length: DIVISIONS }, (_, index) => ({
    externalId: idOf(index),
    boats: boatsOf(index),
  }));
  const all = divisions.flatMap(({ boats }) => boats);
  return {
    schedule: { defaultResultMode: 'timed', defaultResultVisibility: 'full' },
    teams: all.map(({ bow, category }) => {
      const club = CLUBS[bow % CLUBS.length] ?? '';
      const clubId = club.toUpperCase();
      return { externalId: `boat-${bow}`, name: `${club} ${bow} ${category}`, clubId };
    }),
    races: divisions.map(({ externalId }, index) => ({
      ...{ externalId, raceNumber: index + 1, title: `Division ${index + 1}` },
      distanceMeters: 6000,
    })),
    draws: divisions.map(({ externalId, boats }) => ({
      externalId,
      lanes: boats.map(({ bow }, index) => ({
        ...{ position: index + 1, positionLabel: String(bow), teamExternalId: `boat-${bow}` },
      })),
    })),
    timings: divisions.map(({ externalId, boats }) => ({
      externalId,
      timing: {
        kind: 'head',
        startIntervalSeconds: INTERVAL_SECONDS,
        entries: boats.map(({ category, outOfCompetition }, index) => ({
          ...{ position: index + 1, category, outOfCompetition },
          allowanceMillis: ALLOWANCES[category] ?? null,
        })),
      },
    })),
  };
}

/** The divisions with their planned starts, spread evenly over a span. */
export function headRaces({ races }: HeadRegatta, { startAt, minutes }: Span): RaceWrite[] {
  const gapMillis = (minutes * MINUTE_MILLIS) / DIVISIONS;
  return races.map((race, index) => {
    return { ...race, scheduledAt: new Date(startAt + index * gapMillis).toISOString() };
  });
}

/** All steps of the timing at start and finish, in the order of time. In a shorter span, boats row faster. */
export function headSteps(races: readonly PlannedRace[]): Step[] {
  const [first, second] = races;
  const gapMillis = first && second ? second.scheduledAt - first.scheduledAt : USUAL_GAP_MILLIS;
  const pace = Math.min(1, gapMillis / USUAL_GAP_MILLIS);
  const steps = races.flatMap(({ externalId, scheduledAt }) => {
    const index = Number(externalId.slice(ID.length)) - 1;
    const ofBoats = boatsOf(index).flatMap((boat, position) =>
      stepsOfBoat(boat, { externalId, position: position + 1, scheduledAt, pace }),
    );
    const lastAt = Math.max(...ofBoats.map(({ at }) => at));
    const closed = { at: lastAt + MINUTE_MILLIS * pace, kind: 'timing' as const, externalId };
    return [...ofBoats, { ...closed, timing: { closed: true } }];
  });
  return steps.sort((a, b) => a.at - b.at);
}

const ID = 'division-';

function idOf(index: number): string {
  return `${ID}${index + 1}`;
}

function boatsOf(division: number): Boat[] {
  const random = randomNumbers(division + 1);
  const categories = CATEGORIES[division] ?? [];
  return Array.from({ length: BOATS_OF_DIVISION }, (_, index): Boat => {
    const category = categories[Math.floor(random() * categories.length)] ?? '';
    const lateMillis = Math.round(random() * 4000);
    const elapsedMillis = FASTEST_MILLIS + Math.round(random() * SPREAD_MILLIS);
    const luck = random();
    return {
      ...{ bow: division * BOATS_OF_DIVISION + index + 1, category, elapsedMillis },
      startMillis: index * INTERVAL_SECONDS * 1000 + lateMillis,
      ends: luck < 0.03 ? 'dns' : luck < 0.05 ? 'dnf' : 'finished',
      penaltyMillis: luck > 0.94 ? 10_000 : null,
      outOfCompetition: luck > 0.9 && luck <= 0.92,
    };
  });
}

interface BoatInRace extends PlannedRace {
  position: number;
  /** A factor for starts and rowing times: 1 for real time, less if the regatta is shown in a shorter span. */
  pace: number;
}

function stepsOfBoat(boat: Boat, { externalId, position, scheduledAt, pace }: BoatInRace): Step[] {
  const startedAt = scheduledAt + Math.round(boat.startMillis * pace);
  const finishedAt = startedAt + Math.round(boat.elapsedMillis * pace);
  const step = (at: number, entry: TimingEntryWrite): Step => {
    return { at, kind: 'timing', externalId, timing: { entries: [{ position, ...entry }] } };
  };
  if (boat.ends === 'dns') return [step(startedAt, { status: 'dns' })];
  const start = step(startedAt, { startedAt: new Date(startedAt).toISOString() });
  if (boat.ends === 'dnf') return [start, step(finishedAt, { status: 'dnf' })];
  const { penaltyMillis } = boat;
  const finish = { finishedAt: new Date(finishedAt).toISOString(), penaltyMillis };
  return [start, step(finishedAt, finish)];
}

/** Pseudo-random numbers from 0 to below 1, the same for the same seed (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed * 0x9e3779b9;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
