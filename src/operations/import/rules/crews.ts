/**
 * Matches each crew of a file to a crew of the event. A crew of the same name is that crew, whatever its id, and its
 * properties do not change; else it is the crew with the same id, which gets the name of the file; else it is new.
 * (tools.md, "Matching") Two boats of one name may be two crews, which a file cannot say; so a person is asked (formats.md
 * §4.5, question 12).
 */
import Type from 'typebox';
import { readObject } from '../../../contract/reading/read-body.ts';
import { TeamWrite } from '../../../contract/team.ts';
import { nameKey } from '../../../domain/crews/similar-names.ts';
import type { Team } from '../../../domain/crews/team.ts';
import type { ReadCrew, Reading } from '../../../exchange/reading/reading.ts';
import { answerTo, type Draft, type ImportContext } from '../context.ts';
import { type Findings, listed } from '../findings.ts';
import {
  appearancesIn,
  type Boat,
  boatsOf,
  haveSeveralClubs,
  meet,
  nameBoats,
  nameOfOne,
  variantsByName,
} from './twin-crews.ts';

export class Crews {
  private readonly draft: Draft;
  private readonly context: ImportContext;
  private readonly named: ReadonlyMap<ReadCrew, NamedCrew>;
  private readonly byName: Map<string, Team>;
  private readonly byId: Map<string, Team>;
  private readonly byKey: Map<string, Team>;
  /** The names in the file: a crew of the event that has one of these is not renamed to another one. */
  private readonly names: ReadonlySet<string>;

  constructor(draft: Draft, context: ImportContext, reading: Reading) {
    this.draft = draft;
    this.context = context;
    const teams = [...draft.teams.values()];
    this.named = nameCrews(reading, teams, context);
    this.byName = new Map(teams.map((team) => [team.name, team]));
    this.byId = new Map(
      teams.flatMap((team) => (team.externalId === null ? [] : [[team.externalId, team] as const])),
    );
    this.byKey = new Map(teams.map((team) => [nameKey(team.name), team]));
    this.names = new Set([...this.named.values()].map(({ name }) => name));
  }

  get areNamed(): boolean {
    return this.named.size > 0;
  }

  /** Whether the event has a crew of the file, or one of nearly the same name. */
  areKnown(): boolean {
    return [...this.names].some((name) => this.byName.has(name) || this.byKey.has(nameKey(name)));
  }

  /** The name under which a crew of the file is stored; `undefined` when the crew is wrong. */
  nameOf(crew: ReadCrew): string | undefined {
    return this.named.get(crew)?.name;
  }

  /** The crew of the event with the name of this crew, if there is one. */
  find(crew: ReadCrew): Team | undefined {
    const named = this.named.get(crew);
    return named && this.byName.get(named.name);
  }

  /** The crew of the event, renamed or added where needed; `undefined` when the crew of the file is wrong. */
  take(crew: ReadCrew): Team | undefined {
    const named = this.named.get(crew);
    if (!named) return undefined;
    const team = this.byName.get(named.name) ?? this.rename(named) ?? this.add(named);
    this.draft.named.teams.add(team.id);
    return team;
  }

  private rename(named: NamedCrew): Team | undefined {
    const team = named.hasNoId ? undefined : this.byId.get(named.externalId);
    if (!team || this.names.has(team.name)) return undefined;
    const { name, clubId } = named;
    this.byName.delete(team.name);
    const renamed = { ...team, name, clubId: clubId ?? team.clubId };
    this.draft.changeTeam(renamed);
    return this.index(renamed);
  }

  private add({ externalId, hasNoId, name, clubId, row }: NamedCrew): Team {
    const similar = this.byKey.get(nameKey(name));
    if (similar) {
      const text = `${JSON.stringify(name)} is new, and probably the crew ${JSON.stringify(similar.name)}: give both the same name, or merge them afterwards.`;
      this.context.findings.note(row, text);
    }
    // An id that another crew has already is not stored again.
    const isFree = !hasNoId && !this.byId.has(externalId);
    return this.index(this.draft.addTeam({ externalId: isFree ? externalId : null, name, clubId }));
  }

  private index(team: Team): Team {
    this.byName.set(team.name, team);
    if (team.externalId !== null) this.byId.set(team.externalId, team);
    const key = nameKey(team.name);
    if (!this.byKey.has(key)) this.byKey.set(key, team);
    return team;
  }
}

/** A crew as it is to be stored. */
interface NamedCrew {
  externalId: string;
  hasNoId?: true | undefined;
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
 * @param teams of the event
 * @returns the crews of a file under their names, in its order; those with a name or an id that cannot be stored are
 *   left out, and reported as wrong
 */
function nameCrews(
  reading: Reading,
  teams: readonly Team[],
  context: ImportContext,
): Map<ReadCrew, NamedCrew> {
  const { findings } = context;
  const read = new Map(
    crewsOf(reading).flatMap((crew): [ReadCrew, NamedCrew][] => {
      const named = storable(crew, findings);
      return named ? [[crew, named]] : [];
    }),
  );
  const called = callBoats(boatsByName(reading, read), teams, context);
  return new Map(
    [...read].flatMap(([crew, named]): [ReadCrew, NamedCrew][] => {
      const final = storable({ ...named, ...called.get(crew) }, findings);
      return final ? [[crew, final]] : [];
    }),
  );
}

function storable(crew: NamedCrew, findings: Findings): NamedCrew | undefined {
  const { externalId, hasNoId, name, clubId, row } = crew;
  const read = readObject(CrewFields, { externalId, name, clubId });
  if ('value' in read) return { externalId, hasNoId, name: read.value.name, clubId, row };
  for (const { field, detail } of read.violations) {
    findings.reject(row, field === 'name' ? 'crew' : field, `${field} ${detail}`);
  }
  return undefined;
}

function crewsOf({ crews, races }: Reading): ReadCrew[] {
  return [...crews, ...races.flatMap(({ lanes }) => lanes.flatMap(({ crew }) => crew ?? []))];
}

/** The boats of each name. */
function boatsByName(
  { races }: Reading,
  crews: ReadonlyMap<ReadCrew, NamedCrew>,
): Map<string, Boat[]> {
  const appearances = appearancesIn(races);
  const rows = Map.groupBy(crews.keys(), (crew) => crews.get(crew)?.name ?? crew.name);
  return new Map([...rows].map(([name, ofName]) => [name, boatsOf(ofName, appearances)]));
}

type Called = Pick<NamedCrew, 'name' | 'externalId' | 'clubId'>;

/** For each row, the name of its boat by the answers given, and the boat's id and club. */
function callBoats(
  boats: ReadonlyMap<string, readonly Boat[]>,
  teams: readonly Team[],
  context: ImportContext,
): Map<ReadCrew, Called> {
  const variants = variantsByName(teams);
  const isNumbered = areNumbered(boats, context);
  const called = new Map<ReadCrew, Called>();
  for (const [name, ofName] of boats) {
    const stored = variants.get(name) ?? [];
    const [first] = ofName;
    const alone =
      context.answers.sameName === true && first ? nameOfOne(name, first, stored) : undefined;
    const names =
      isNumbered && ofName.length > 1
        ? nameBoats(name, ofName, { stored, names: boats })
        : ofName.map(() => (ofName.length === 1 && alone) || name);
    const hasIds = new Set(ofName.map(({ rows: [row] }) => row?.externalId)).size > 1;
    const club = ofName.find(({ clubId }) => clubId !== null)?.clubId ?? null;
    for (const [index, { rows, clubId }] of ofName.entries()) {
      const as = names[index] ?? name;
      for (const row of rows) {
        const externalId = hasIds ? row.externalId : row.externalId + as.slice(name.length);
        called.set(row, { name: as, externalId, clubId: isNumbered ? clubId : club });
      }
    }
  }
  return called;
}

/** Whether the boats of one name are several crews. */
function areNumbered(boats: ReadonlyMap<string, readonly Boat[]>, context: ImportContext): boolean {
  const twins = [...boats].filter(([, ofName]) => ofName.length > 1);
  if (twins.length === 0) return false;
  // Boats that meet in a race, or are of different clubs, are certainly two crews.
  const proposed = twins.some(([, ofName]) => meet(ofName) || haveSeveralClubs(ofName));
  const about = twins.map(([name]) => name);
  const given = answerTo(context, {
    id: 'sameName',
    about,
    text: `Several crews have the same name: ${listed(about)}. true makes them A, B by the order of the file, false takes all rows of a name for one crew.`,
    proposed,
    options: [true, false],
  });
  return given ?? proposed;
}
