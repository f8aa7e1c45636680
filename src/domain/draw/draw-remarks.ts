/**
 * What a person should know of a draw before posting it (around, "Draw by the program", `problems`). The service writes it in
 * English, the race office in the reader's language.
 */
import type { RaceState } from '../../contract/board.ts';

/** The lanes of one race in a draw. */
export interface DrawnHeat {
  raceId: number;
  /** Only lanes with a crew, by position. */
  lanes: readonly { position: number; crewId: number }[];
}

/** A race before the draw. */
interface RaceToDraw {
  id: number;
  state: RaceState;
  lanes: readonly { position: number; crewId: number | null; from: object | null }[];
}

interface NamedCrew {
  id: number;
  name: string;
  clubId: string | null;
}

export type DrawRemark = { raceId: number } & (
  | { kind: 'club'; clubId: string; crewIds: readonly number[] }
  /** Lanes with a rule that says where their crew comes from; the draw keeps it. */
  | { kind: 'rules'; positions: readonly number[] }
  /** Lanes that neither the race nor its lane scheme has. */
  | { kind: 'more-lanes'; positions: readonly number[] }
  /** Crews that lose their lane. */
  | { kind: 'left-out'; crewIds: readonly number[] }
  | { kind: 'no-crews' }
  | { kind: 'cancelled' }
);

interface Draw {
  method: 'random' | 'seeded';
  clubsApart: boolean;
  heats: readonly DrawnHeat[];
  races: readonly RaceToDraw[];
  crews: readonly NamedCrew[];
  /** How many lanes the scheme of a race has; `null` without one. */
  schemeOf: (raceId: number) => number | null;
}

/** @param draw its `races` and `crews` may include others of the event @returns the remarks, race by race */
export function drawRemarks({ heats, races, crews, schemeOf, ...how }: Draw): DrawRemark[] {
  const racesById = new Map(races.map((race) => [race.id, race]));
  const clubs = new Map(crews.map(({ id, clubId }) => [id, clubId]));
  const drawn = new Set(heats.flatMap(({ lanes }) => lanes.map(({ crewId }) => crewId)));
  // A seeded draw never keeps clubs apart, so their pairs are named; a random draw that may let them meet needs no remark.
  const namesClubs = how.clubsApart || how.method === 'seeded';
  return heats.flatMap((heat): DrawRemark[] => {
    const { raceId } = heat;
    const race = racesById.get(raceId);
    if (!race) return [];
    const ruled = race.lanes.filter(({ from }) => from !== null).map(({ position }) => position);
    const left = race.lanes.flatMap(({ crewId }) =>
      crewId === null || drawn.has(crewId) ? [] : crewId,
    );
    return [
      ...(race.state === 'cancelled' ? [{ raceId, kind: 'cancelled' as const }] : []),
      ...(heat.lanes.length === 0 ? [{ raceId, kind: 'no-crews' as const }] : []),
      ...moreLanes(heat, race, schemeOf(raceId)),
      ...(ruled.length > 0 ? [{ raceId, kind: 'rules' as const, positions: ruled }] : []),
      ...(left.length > 0 ? [{ raceId, kind: 'left-out' as const, crewIds: left }] : []),
      ...(namesClubs ? clubsIn(heat, clubs) : []),
    ];
  });
}

function moreLanes(
  { raceId, lanes }: DrawnHeat,
  race: RaceToDraw,
  scheme: number | null,
): DrawRemark[] {
  if (race.lanes.length === 0 && scheme === null) return [];
  const own = new Set(race.lanes.map(({ position }) => position));
  const positions = lanes
    .map(({ position }) => position)
    .filter((position) => !own.has(position) && position > (scheme ?? 0));
  return positions.length > 0 ? [{ raceId, kind: 'more-lanes', positions }] : [];
}

function clubsIn(
  { raceId, lanes }: DrawnHeat,
  clubs: ReadonlyMap<number, string | null>,
): DrawRemark[] {
  const met = new Map<string, number[]>();
  for (const { crewId } of lanes) {
    const clubId = clubs.get(crewId);
    if (clubId) met.set(clubId, [...(met.get(clubId) ?? []), crewId]);
  }
  return [...met].flatMap(([clubId, crewIds]) =>
    crewIds.length > 1 ? { raceId, kind: 'club', clubId, crewIds } : [],
  );
}

/** A remark in English. @param raceNames the printed numbers of the races, such as `16A`, by id */
export function remarkText(
  remark: DrawRemark,
  raceNames: ReadonlyMap<number, string>,
  crews: readonly NamedCrew[],
): string {
  const race = `Race ${raceNames.get(remark.raceId) ?? remark.raceId}`;
  const names = (ids: readonly number[]) =>
    ids.map((id) => crews.find((crew) => crew.id === id)?.name ?? String(id)).join(', ');
  const at = ({ length }: readonly number[]) => (length === 1 ? 'position' : 'positions');
  switch (remark.kind) {
    case 'club':
      return `${race} has ${remark.crewIds.length} crews of the club ${remark.clubId}: ${names(remark.crewIds)}.`;
    case 'rules':
      return `${race} keeps the ${remark.positions.length === 1 ? 'rule' : 'rules'} of ${at(remark.positions)} ${remark.positions.join(', ')}, whoever is drawn there.`;
    case 'more-lanes':
      return `${race} has too few lanes: the draw adds ${at(remark.positions)} ${remark.positions.join(', ')}.`;
    case 'left-out':
      return `${race} loses crews that are not drawn now: ${names(remark.crewIds)}.`;
    case 'no-crews':
      return `${race} gets no crew: there are more races than crews.`;
    case 'cancelled':
      return `${race} is cancelled.`;
  }
}
