/**
 * How the crews of a file are called. Two boats of one name are two crews, which the file cannot say; so it is asked
 * (tools.md, "Matching"; formats.md §4.5, question 12).
 */
import { readObject } from '../../contract/read-body.ts';
import { TeamWrite } from '../../contract/team.ts';
import Type from 'typebox';
import { letterOf } from '../../exchange/letters.ts';
import type { ReadCrew, Reading, ReadRace } from '../../exchange/reading.ts';
import { type ImportContext, oneAnswer } from './context.ts';

/** A crew as it is to be stored. */
export interface NamedCrew {
  externalId: string;
  name: string;
  clubId: string | null;
  row: number;
}

const CrewFields = Type.Object({
  externalId: TeamWrite.properties.externalId,
  name: TeamWrite.properties.name,
  clubId: TeamWrite.properties.clubId,
});

/**
 * @returns the crews of a file under their names, in its order; those with a name or an id that cannot be stored are
 *   missing, and said to be wrong
 */
export function nameCrews(
  reading: Reading,
  { answers, findings }: ImportContext,
): Map<ReadCrew, NamedCrew> {
  const crews = new Map<ReadCrew, NamedCrew>();
  for (const crew of crewsOf(reading)) {
    const { externalId, name, clubId } = crew;
    const read = readObject(CrewFields, { externalId, name, clubId });
    if ('value' in read) {
      crews.set(crew, { externalId, name: read.value.name, clubId, row: crew.row });
      continue;
    }
    for (const { field, detail } of read.violations) {
      findings.reject(crew.row, field === 'name' ? 'crew' : field, `${field} ${detail}`);
    }
  }
  const twins = twinsOf(reading, crews);
  if (twins.size === 0) return crews;
  // Those that meet in a race are two for certain.
  const proposed = [...twins.values()].some(({ meet }) => meet);
  const given = oneAnswer(answers.sameName, [true, false]);
  if (given === undefined) {
    findings.ask({
      id: 'sameName',
      text: `Several crews have the same name: ${listed([...twins.keys()])}. true makes them A, B by the order of the file, false takes all rows of a name for one crew.`,
      proposed,
      options: [true, false],
    });
  }
  if (given ?? proposed) {
    for (const { boats } of twins.values()) numberBoats(boats, crews);
  }
  return crews;
}

function crewsOf({ crews, races }: Reading): ReadCrew[] {
  return [...crews, ...races.flatMap(({ lanes }) => lanes.flatMap(({ crew }) => crew ?? []))];
}

interface Twins {
  /** The rows of each boat. */
  boats: ReadCrew[][];
  /** Whether two of them are in one race. */
  meet: boolean;
}

/** By name: crews with several ids, or that stand in one race more than once. */
function twinsOf(reading: Reading, crews: ReadonlyMap<ReadCrew, NamedCrew>): Map<string, Twins> {
  const rows = new Map<string, ReadCrew[]>();
  for (const [crew, { name }] of crews) rows.set(name, [...(rows.get(name) ?? []), crew]);
  const turns = turnsInRaces(reading.races, crews);
  const twins = new Map<string, Twins>();
  for (const [name, ofName] of rows) {
    const boats = new Map<string, ReadCrew[]>();
    const hasIds = new Set(ofName.map(({ externalId }) => externalId)).size > 1;
    for (const crew of ofName) {
      const boat = hasIds ? crew.externalId : String(turns.get(crew) ?? 1);
      boats.set(boat, [...(boats.get(boat) ?? []), crew]);
    }
    if (boats.size < 2) continue;
    const meet = ofName.some((crew) => (turns.get(crew) ?? 1) > 1);
    twins.set(name, { boats: [...boats.values()], meet });
  }
  return twins;
}

/** Of a crew whose name stands in its race already: which time this is. */
function turnsInRaces(
  races: readonly ReadRace[],
  crews: ReadonlyMap<ReadCrew, NamedCrew>,
): Map<ReadCrew, number> {
  const turns = new Map<ReadCrew, number>();
  for (const { lanes } of races) {
    const inRace = new Map<string, number>();
    for (const { crew } of lanes) {
      const name = crew && crews.get(crew)?.name;
      if (!name) continue;
      const turn = (inRace.get(name) ?? 0) + 1;
      inRace.set(name, turn);
      turns.set(crew, turn);
    }
  }
  return turns;
}

function numberBoats(
  boats: readonly (readonly ReadCrew[])[],
  crews: Map<ReadCrew, NamedCrew>,
): void {
  const ids = new Set(boats.map(([first]) => first?.externalId));
  for (const [index, boat] of boats.entries()) {
    const letter = letterOf(index + 1);
    for (const crew of boat) {
      const named = crews.get(crew);
      if (!named) continue;
      const externalId = ids.size > 1 ? named.externalId : `${named.externalId} ${letter}`;
      crews.set(crew, { ...named, name: `${named.name} ${letter}`, externalId });
    }
  }
}

const MAX_LISTED = 3;

/** The first of some names. */
export function listed(names: readonly string[]): string {
  const first = names.slice(0, MAX_LISTED).map((name) => JSON.stringify(name));
  const more = names.length - first.length;
  return first.join(', ') + (more > 0 ? ` and ${more} more` : '');
}
