/**
 * The start lists of a schedule, and the numbers of races and crews in them (formats.md §6.2, requirements 19 and 20). A
 * number is never used again: FinishLynx identifies its images by it. Pure.
 */
import { venueDay } from '../../domain/day/venue-day.ts';
import { isDefaultNumber, laneNumberOf, laneRuleOf } from '../../exchange/finishlynx/numbers.ts';
import { type StartListRace, startListName } from '../../exchange/finishlynx/write-start-list.ts';
import { type Ledger, withRenamedCrew, withRenamedRace } from '../ledger.ts';
import {
  crewKeyOf,
  hasRowingCrew,
  raceKeyOf,
  type Schedule,
  type ScheduleRace,
  type Withdrawn,
} from '../schedule.ts';

interface StartListSource {
  schedule: Schedule;
  /** The `clubId` of each crew that has one, by its key. */
  clubs: ReadonlyMap<string, string>;
  /** The races that are cancelled or official, by race number, from the board: `/v1` has no word for these states. */
  closed: ReadonlyMap<number, string>;
  withdrawn: Withdrawn;
  /** YYYY-MM-DD at the venue; `null` for all days. */
  day: string | null;
}

export interface StartLists {
  /** The same object where nothing has changed. */
  ledger: Ledger;
  /** In running order, without cancelled races and those of other days, which keep their numbers in the ledger. */
  races: StartListRace[];
  /** Races whose race number differs from the number of their event in FinishLynx. */
  renumbered: { raceNumber: number; event: number }[];
}

/**
 * Plans the start lists: new races and crews get numbers, and races whose draw has changed are to be reopened. The lane of
 * a crew that has withdrawn stays free (console, "Withdrawn").
 */
export function planStartLists(before: Ledger, source: StartListSource): StartLists {
  const { schedule, closed, withdrawn, clubs, day } = source;
  const inOrder = schedule.races.toSorted(
    (a, b) => Date.parse(a.scheduledAt) - Date.parse(b.scheduledAt) || a.raceNumber - b.raceNumber,
  );
  const numbered = withRaceNumbers(withIds(before, inOrder), inOrder);
  const ledger = withDraws(withCrewNumbers(numbered, inOrder), inOrder, withdrawn);
  const numbers = numbersByRace(ledger);
  const isWritten = ({ raceNumber, scheduledAt }: ScheduleRace) =>
    closed.get(raceNumber) !== 'cancelled' &&
    (day === null || venueDay(Date.parse(scheduledAt), schedule.timezone) === day);
  const races = inOrder.filter(isWritten).map((race) => ({
    event: numbers.get(raceKeyOf(race)) ?? 0,
    name: startListName(race),
    distanceMeters: race.distanceMeters,
    entries: entriesOf(race, ledger, withdrawn).map(({ key, ...entry }) => ({
      ...entry,
      clubId: clubs.get(key) ?? null,
    })),
  }));
  const renumbered = inOrder
    .map((race) => ({ raceNumber: race.raceNumber, event: numbers.get(raceKeyOf(race)) ?? 0 }))
    .filter(({ raceNumber, event }) => raceNumber !== event);
  return { ledger, races, renumbered };
}

/** Races and crews that were entered by hand keep their numbers when another program gives them an id. */
function withIds(before: Ledger, races: readonly ScheduleRace[]): Ledger {
  let ledger = before;
  const known = new Set(Object.values(ledger.numbers).map(({ race }) => race));
  for (const { externalId, raceNumber } of races) {
    const byHand = raceKeyOf({ externalId: null, raceNumber });
    if (externalId !== null && !known.has(externalId) && known.has(byHand)) {
      ledger = withRenamedRace(ledger, byHand, externalId);
    }
  }
  for (const { teamExternalId, teamName } of races.flatMap(({ lanes }) => lanes)) {
    if (teamExternalId === null || teamName === null) continue;
    if (ledger.crews[teamExternalId] === undefined && ledger.crews[teamName] !== undefined) {
      ledger = withRenamedCrew(ledger, teamName, teamExternalId);
    }
  }
  return ledger;
}

/** A new race gets the event number it was posted under, else its race number; if that is taken, one above all others. */
function withRaceNumbers(ledger: Ledger, races: readonly ScheduleRace[]): Ledger {
  const known = numbersByRace(ledger);
  const fresh = races.filter((race) => !known.has(raceKeyOf(race)));
  if (fresh.length === 0) return ledger;
  const taken = new Set(known.values());
  const given: [number, ScheduleRace][] = [];
  const give = (number: number, race: ScheduleRace) => {
    taken.add(number);
    given.push([number, race]);
  };
  const left = fresh.filter((race) => {
    const own = postedNumber(ledger, race) ?? race.raceNumber;
    const isFree = !taken.has(own);
    if (isFree) give(own, race);
    return !isFree;
  });
  let highest = Math.max(...taken, ...races.map(({ raceNumber }) => raceNumber));
  for (const race of left) give(++highest, race);
  const entries = given.map(([number, race]) => [
    number,
    { race: raceKeyOf(race), laneRule: null, draw: '', reopen: false, file: null },
  ]);
  return { ...ledger, numbers: { ...ledger.numbers, ...Object.fromEntries(entries) } };
}

/** The event number under which results of the race came before there were start lists; `null` without any. */
function postedNumber({ races }: Ledger, race: ScheduleRace): number | null {
  const entry = races[raceKeyOf(race)];
  const isNumber = entry !== undefined && /^0*[1-9]\d{0,8}$/.test(entry.event);
  return isNumber && isDefaultNumber(entry.round) && isDefaultNumber(entry.heat)
    ? Number(entry.event)
    : null;
}

function withCrewNumbers(ledger: Ledger, races: readonly ScheduleRace[]): Ledger {
  const keys = races.flatMap(({ lanes }) => lanes.flatMap((lane) => crewKeyOf(lane) ?? []));
  const fresh = [...new Set(keys)].filter((key) => ledger.crews[key] === undefined);
  if (fresh.length === 0) return ledger;
  const highest = Math.max(0, ...Object.values(ledger.crews));
  const entries = fresh.map((key, index) => [key, highest + 1 + index]);
  return { ...ledger, crews: { ...ledger.crews, ...Object.fromEntries(entries) } };
}

/** Marks races whose draw has changed for reopening: FinishLynx may have them open, and does not notice the change. */
function withDraws(ledger: Ledger, races: readonly ScheduleRace[], withdrawn: Withdrawn): Ledger {
  const byKey = new Map(races.map((race) => [raceKeyOf(race), race]));
  const changed = Object.entries(ledger.numbers).flatMap(([number, entry]) => {
    const race = byKey.get(entry.race);
    if (!race) return [];
    const draw = entriesOf(race, ledger, withdrawn)
      .map(({ lane, id }) => `${lane}:${id}`)
      .join(' ');
    if (draw === entry.draw) return [];
    const reopen = entry.reopen || entry.draw !== '';
    return [[number, { ...entry, draw, laneRule: laneRuleOfRace(race), reopen }]];
  });
  if (changed.length === 0) return ledger;
  return { ...ledger, numbers: { ...ledger.numbers, ...Object.fromEntries(changed) } };
}

function entriesOf(race: ScheduleRace, { crews }: Ledger, withdrawn: Withdrawn) {
  const rule = laneRuleOfRace(race);
  return race.lanes.flatMap((lane) => {
    const key = crewKeyOf(lane);
    if (key === null || !hasRowingCrew(lane, race, withdrawn)) return [];
    const crew = lane.teamName ?? key;
    return [{ key, id: crews[key] ?? 0, lane: laneNumberOf(lane, rule), crew }];
  });
}

function laneRuleOfRace({ lanes }: ScheduleRace) {
  return laneRuleOf(lanes.map(({ positionLabel }) => positionLabel));
}

function numbersByRace({ numbers }: Ledger): Map<string, number> {
  return new Map(Object.entries(numbers).map(([number, { race }]) => [race, Number(number)]));
}
