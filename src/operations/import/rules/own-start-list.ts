/**
 * Takes back start lists that Running Order wrote for FinishLynx. Their event numbers are race numbers, whatever ids the
 * races have, and only draws are taken, because names are cut and joined in these files. (tools.md, "Matching") Pure.
 */
import type { Team } from '../../../domain/crews/team.ts';
import type { EventRows } from '../../../domain/event/event-rows.ts';
import type { Race } from '../../../domain/races/race.ts';
import { numberShown } from '../../../domain/races/race-name.ts';
import { parseEvt, parsePpl } from '../../../exchange/finishlynx/files.ts';
import { USUAL_START_LIST, writeStartList } from '../../../exchange/finishlynx/write-start-list.ts';
import type { ReadCrew, Reading, ReadLane, ReadRace } from '../../../exchange/reading/reading.ts';
import { eventStartList, lanesAsPrinted } from '../../../exchange/writers/start-list.ts';
import type { Draft } from '../context.ts';
import type { Findings } from '../findings.ts';
import type { TakenRace } from './races.ts';

interface TakenBack {
  /** With the names that the crews have in the event. */
  reading: Reading;
  /** The races of the list that the event has, with their lanes at the positions of the event. */
  races: TakenRace[];
  /** The reading without the races whose numbers the event has. */
  others: Reading;
}

/** @param reading of a start list that Running Order wrote, for this event or another one */
export function takeBack(draft: Draft, findings: Findings, reading: Reading): TakenBack {
  const written = eventStartList(draft.rows());
  const crews = crewsAsWritten(draft.rows(), written);
  const names = new Map(parseEvt(written.evt).races.map(({ event, name }) => [event, name]));
  const numbers = new Map([...draft.races.values()].map((race) => [race.raceNumber, race]));
  const called = (crew: ReadCrew): ReadCrew => {
    const team = crews.get(crew.name);
    return team
      ? { ...crew, name: team.name, externalId: team.externalId ?? crew.externalId }
      : crew;
  };
  const calledIn = (lane: ReadLane) => ({ ...lane, crew: lane.crew && called(lane.crew) });
  const races = reading.races.map((race) => ({ ...race, lanes: race.lanes.map(calledIn) }));
  const taken = races.flatMap((read): TakenRace[] => {
    const race = read.raceNumber === null ? undefined : numbers.get(read.raceNumber);
    if (!race || !isSameRace(read, race, names, findings)) return [];
    draft.named.races.add(race.id);
    return [{ race, read: { ...read, lanes: lanesAsStored(draft, race, read.lanes) } }];
  });
  const known = { ...reading, crews: reading.crews.map(called), races };
  const others = races.filter(({ raceNumber }) => raceNumber === null || !numbers.has(raceNumber));
  return { reading: known, races: taken, others: { ...known, races: others } };
}

/**
 * Whether a race of the file is still the race with its number. If it has been renamed, a note says so. If another race has its
 * name now, races were renumbered since the file was written, which is wrong.
 */
function isSameRace(
  { title, row }: ReadRace,
  race: Race,
  names: ReadonlyMap<string, string>,
  findings: Findings,
): boolean {
  const [name, written] = [names.get(String(race.raceNumber)), title ?? ''];
  if (name === undefined || name === written) return true;
  const stands = `race ${numberShown(race)} is now written as ${JSON.stringify(name)}, and stands in the file as ${JSON.stringify(written)}`;
  const namesakes = [...names].filter(([, other]) => other === written);
  const [number] = namesakes.length === 1 ? (namesakes[0] ?? []) : [];
  if (number === undefined) findings.note(row, `${stands}: only its draw is taken`);
  else {
    const reason = `${stands}, as race ${number} is now: export the start lists again, and change the draw in them`;
    findings.reject(row, 'name', reason);
  }
  return number === undefined;
}

/** The crews of the event by the names that they have in a start list, where these are short and plain. */
function crewsAsWritten(
  rows: EventRows,
  written: ReturnType<typeof eventStartList>,
): Map<string, Team> {
  // In the order in which a start list numbers them.
  const teams = rows.teams.toSorted((a, b) => a.id - b.id);
  const entries = teams.map(({ name }, index) => ({
    id: index + 1,
    lane: index + 1,
    crew: name,
    clubId: null,
  }));
  // `written` lacks crews that are no longer drawn. They had these names, unless another name collided with theirs.
  const race = { event: 1, name: '', distanceMeters: null, entries };
  const all = writeStartList([race], USUAL_START_LIST);
  const crews = new Map<string, Team>();
  for (const { ppl } of [all, written]) {
    for (const [id, { last }] of parsePpl(ppl)) {
      const team = teams[Number(id) - 1];
      if (team) crews.set(last, team);
    }
  }
  return crews;
}

/**
 * The lanes of a file at their positions in the event. A start list has no empty lanes, so those of the event stay; a race
 * without entries does not change the draw.
 */
function lanesAsStored(draft: Draft, race: Race, lanes: readonly ReadLane[]): ReadLane[] {
  if (lanes.length === 0) return [];
  const stored = draft.lanesOf(race.id);
  const printed = lanesAsPrinted(race, stored, draft.settings.laneScheme);
  const positions = new Map(stored.map(({ position }, index) => [printed[index], position]));
  const arePositions = stored.every(({ position }, index) => printed[index] === position);
  let last = Math.max(0, ...positions.values(), ...(arePositions ? lanes.map(laneNumber) : []));
  const placed = lanes.map((lane): ReadLane => {
    const number = laneNumber(lane);
    const position = positions.get(number) ?? (arePositions && number > 0 ? number : undefined);
    if (position !== undefined) return { ...lane, position, label: null };
    last += 1;
    return { ...lane, position: last };
  });
  const named = new Set(placed.map(({ position }) => position));
  const empty = stored.filter(({ team, position }) => !team && !named.has(position));
  const row = lanes[0]?.row ?? 1;
  return [
    ...placed,
    ...empty.map(({ position }) => ({ position, label: null, crew: null, result: null, row })),
  ];
}

/** The number of a lane; 0 when it has none. */
function laneNumber({ label }: ReadLane): number {
  return /^\d{1,6}$/.test(label ?? '') ? Number(label) : 0;
}
