/**
 * The draw of one race while it is edited: the lanes as they would be, crews by a few letters, what saving does to results and
 * rules, and what is sent. Pure. A row of the draft is a lane; its key is the position.
 */
import type {
  OfficeCrew,
  OfficeRace,
  OfficeSettings,
} from '../../../../../../src/contract/console/office.ts';
import type { OfficeLanesWrite } from '../../../../../../src/contract/console/office-writes.ts';
import { positionLabel } from '../../../../../../src/domain/races/race.ts';
import { searchText } from '../../../../../../src/domain/text/search-text.ts';
import { type IsDropped, type Mine, REMOVED } from '../../conflicts/conflicts.ts';
import type { RowDraft } from '../../table/row-drafts.ts';

/** Prefix of a text that is no crew's name yet, in place of a crew's id. */
const UNKNOWN = '?';
/** The field of a row for a crew that is being typed: no part of the draw until it is chosen or the field is left. */
export const TYPING = 'typing';

type StoredLane = OfficeRace['lanes'][number];
/** What was typed, by position. */
export type DrawRows = ReadonlyMap<number, RowDraft>;

export interface DrawnLane {
  position: number;
  label: string;
  crewId: number | null;
  /** What was typed for the crew, and is no crew's name. */
  unknownCrew: string | undefined;
  /** `undefined`: the lane is new. */
  stored: StoredLane | undefined;
  /** Whether the lane is only offered to be filled: nothing of it is typed or stored. */
  isOffered: boolean;
}

/** The label of a position where none was typed. */
type LabelOf = (position: number) => string;

/** The labels of the race's scheme, else the schedule's, else the numbers. */
export function schemeLabels(
  race: Pick<OfficeRace, 'laneScheme'>,
  settings: Pick<OfficeSettings, 'laneScheme'> | null,
): LabelOf {
  return (position) =>
    positionLabel({ positionLabel: null, position }, race.laneScheme, settings?.laneScheme ?? null);
}

/** Most courses have so many lanes; others are added one by one. */
export const USUAL_LANES = 6;

/**
 * How many empty lanes a race without a draw offers: those of its scheme, else of the schedule's, else as many as the largest
 * other race has, else `USUAL_LANES`; 0 where the race has lanes.
 */
export function offeredLanes(
  race: Pick<OfficeRace, 'lanes' | 'laneScheme'>,
  {
    settings,
    races,
  }: {
    settings: Pick<OfficeSettings, 'laneScheme'> | null;
    races: readonly Pick<OfficeRace, 'lanes'>[];
  },
): number {
  if (race.lanes.length > 0) return 0;
  const scheme = race.laneScheme ?? settings?.laneScheme ?? [];
  if (scheme.length > 0) return scheme.length;
  const most = Math.max(0, ...races.flatMap(({ lanes }) => lanes.map(({ position }) => position)));
  return most || USUAL_LANES;
}

/** The lanes as they would be, by position. @param offered how many empty lanes to offer */
export function drawnLanes(
  race: Pick<OfficeRace, 'lanes'>,
  rows: DrawRows,
  labelOf: LabelOf,
  offered = 0,
): DrawnLane[] {
  const stored = new Map(race.lanes.map((lane) => [lane.position, lane]));
  const empty = Array.from({ length: offered }, (_, index) => index + 1);
  return [...new Set([...stored.keys(), ...rows.keys(), ...empty])]
    .sort((a, b) => a - b)
    .filter((position) => !rows.get(position)?.isRemoved)
    .map((position) => {
      const [lane, values] = [stored.get(position), rows.get(position)?.values];
      const label = values?.label?.trim() ?? lane?.positionLabel;
      const crew = values?.crew;
      return {
        position,
        label: label || labelOf(position),
        ...(crew === undefined
          ? { crewId: lane?.crewId ?? null, unknownCrew: undefined }
          : readCrew(crew)),
        stored: lane,
        isOffered: !lane && !values,
      };
    });
}

/** The crew of a lane as the draft stores it. */
export function crewText(crewId: number | null): string {
  return crewId === null ? '' : String(crewId);
}

/** A text that is no crew's name, as the draft stores it. */
export function unknownCrewText(typed: string): string {
  return typed.trim() === '' ? '' : UNKNOWN + typed;
}

/** Whether a stored crew is a text that is no crew's name. */
export function isUnknownCrew(crew: string): boolean {
  return crew.startsWith(UNKNOWN);
}

/** Whether a lane still has the name of a crew that is being added, and was not changed meanwhile. */
export function awaitsCrew(row: RowDraft | undefined, name: string): boolean {
  return row?.values.crew === unknownCrewText(name);
}

/** The draw in a row of the draft; `undefined` while a crew is only being typed. */
export function drawnRow(row: RowDraft): RowDraft | undefined {
  const { [TYPING]: typing, ...values } = row.values;
  if (typing === undefined) return row;
  return row.isRemoved || Object.keys(values).length > 0 ? { ...row, values } : undefined;
}

function readCrew(text: string): Pick<DrawnLane, 'crewId' | 'unknownCrew'> {
  if (isUnknownCrew(text)) return { crewId: null, unknownCrew: text.slice(UNKNOWN.length) };
  return { crewId: text === '' ? null : Number(text), unknownCrew: undefined };
}

/** What saving the draw also changes; shown before. */
interface Consequences {
  /** Lanes that lose their result, because the crew or the lane is removed. */
  lost: StoredLane[];
  /** Lanes that keep their result although they get another crew. */
  stays: StoredLane[];
  /** Lanes that are removed together with the rule that says where their crew comes from. */
  rules: StoredLane[];
}

export function consequencesOf(
  race: Pick<OfficeRace, 'lanes'>,
  drawn: readonly DrawnLane[],
): Consequences {
  const after = new Map(drawn.map((lane) => [lane.position, lane]));
  const crewAfter = (lane: StoredLane) => after.get(lane.position)?.crewId ?? null;
  const scored = race.lanes.filter(
    ({ crewId, status }) => crewId !== null && status !== 'assigned',
  );
  return {
    lost: scored.filter((lane) => crewAfter(lane) === null),
    stays: scored.filter((lane) => crewAfter(lane) !== null && crewAfter(lane) !== lane.crewId),
    rules: race.lanes.filter(({ from, position }) => from !== null && !after.has(position)),
  };
}

/** The body of `PUT lanes` without `seen`: the whole draw. @param race as it is stored now */
export function lanesBody(
  race: Pick<OfficeRace, 'id' | 'lanes'>,
  rows: DrawRows,
  labelOf: LabelOf,
  isDropped: IsDropped,
): Omit<OfficeLanesWrite, 'seen'> | undefined {
  const left = new Map(
    [...rows].flatMap(([position, row]): [number, RowDraft][] => {
      if (isDropped({ subject: 'lane', id: race.id, position }, '')) return [];
      const { crew, ...others } = row.values;
      // A crew that others have removed cannot be drawn.
      const isGone = crew !== undefined && isDropped({ subject: 'team', id: Number(crew) }, '');
      return [[position, isGone ? { ...row, values: others } : row]];
    }),
  );
  const lanes = drawnLanes(race, left, labelOf).map(({ position, label, crewId }) => ({
    position,
    // `null`, so that the label follows later changes of the scheme.
    positionLabel: label === labelOf(position) ? null : label,
    crewId,
  }));
  return isAsStored(race, lanes, labelOf) ? undefined : { lanes };
}

/** What conflicts ask the write of a draw (`Mine`). @param lanes as they would be */
export function mineOfDraw(
  race: Pick<OfficeRace, 'id'>,
  rows: DrawRows,
  lanes: readonly DrawnLane[],
): Mine {
  return {
    valuesOf: ({ subject, id, position = 0 }) => {
      if (subject === 'team') {
        const of = lanes.filter(({ crewId }) => crewId === id).map(({ label }) => label);
        return of.length > 0 ? { positionLabel: of.join(', ') } : undefined;
      }
      const row = subject === 'lane' && id === race.id ? rows.get(position) : undefined;
      if (!row) return undefined;
      if (row.isRemoved) return REMOVED;
      const lane = lanes.find((each) => each.position === position);
      return { teamId: lane?.crewId ?? null, positionLabel: lane?.label };
    },
    // The whole draw is sent, so a lane that somebody has removed is added again.
    canAdd: ({ subject }) => subject === 'lane',
  };
}

function isAsStored(
  race: Pick<OfficeRace, 'lanes'>,
  lanes: OfficeLanesWrite['lanes'],
  labelOf: LabelOf,
): boolean {
  const stored = new Map(race.lanes.map((lane) => [lane.position, lane]));
  return (
    lanes.length === stored.size &&
    lanes.every(({ position, positionLabel: label, crewId }) => {
      const lane = stored.get(position);
      return (
        lane !== undefined &&
        lane.crewId === (crewId ?? null) &&
        lane.positionLabel === (label ?? labelOf(position))
      );
    })
  );
}

/** The position of one more lane: after the last. */
export function nextFreePosition(drawn: readonly { position: number }[]): number {
  return Math.max(0, ...drawn.map(({ position }) => position)) + 1;
}

type Crew = Pick<OfficeCrew, 'id' | 'name' | 'clubId'>;

/**
 * The crews whose name or club contains every typed word: first the one with exactly that name, then those whose name begins
 * with the text, then those with a word that does.
 *
 * @param limit how many at most
 */
export function findCrews<Found extends Crew>(
  crews: readonly Found[],
  typed: string,
  limit: number,
): Found[] {
  const wanted = searchText(typed);
  const words = wanted.split(' ');
  const rank = (name: string) => {
    if (name === wanted) return 0;
    if (name.startsWith(wanted)) return 1;
    return name.includes(` ${wanted}`) ? 2 : 3;
  };
  return crews
    .map((crew) => ({ crew, name: searchText(crew.name), club: searchText(crew.clubId ?? '') }))
    .filter(({ name, club }) => words.every((word) => name.includes(word) || club.includes(word)))
    .sort((a, b) => rank(a.name) - rank(b.name))
    .slice(0, limit)
    .map(({ crew }) => crew);
}

/** The crew of exactly that name; else the one whose name differs only in case and accents, if there is just one. */
export function crewNamed<Found extends Crew>(
  crews: readonly Found[],
  typed: string,
): Found | undefined {
  const exact = typed.trim().normalize('NFC');
  const same = crews.find(({ name }) => name === exact);
  if (same) return same;
  const wanted = searchText(typed);
  const found = crews.filter(({ name }) => searchText(name) === wanted);
  return found.length === 1 ? found[0] : undefined;
}
