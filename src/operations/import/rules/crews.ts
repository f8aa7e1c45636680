/**
 * Which crew of the event each crew of a file is. A crew of the same name is that crew, whatever its id, and its
 * properties do not change; else the one with the same id, which is called otherwise by now; else it is new.
 * (tools.md, "Matching")
 */
import type { Team } from '../../../domain/crews/plan-teams.ts';
import { nameKey } from '../../../domain/crews/similar-names.ts';
import type { ReadCrew, Reading } from '../../../exchange/reading/reading.ts';
import type { ImportContext } from '../context.ts';
import type { Draft } from '../draft.ts';
import { type NamedCrew, nameCrews } from './crew-names.ts';

export class Crews {
  private readonly draft: Draft;
  private readonly context: ImportContext;
  private readonly named: ReadonlyMap<ReadCrew, NamedCrew>;
  private readonly byName: Map<string, Team>;
  private readonly byId: Map<string, Team>;
  private readonly byKey: Map<string, Team>;
  /** Names that stand in the file: a crew that has one of them is no other one renamed. */
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

  /** How a crew of the file is called; `undefined` where its name is wrong. */
  nameOf(crew: ReadCrew): string | undefined {
    return this.named.get(crew)?.name;
  }

  /** The crew of the event, if it is there. */
  find(crew: ReadCrew): Team | undefined {
    const named = this.named.get(crew);
    return named && this.byName.get(named.name);
  }

  /** The crew of the event, which it gets where it has none; `undefined` where the crew is wrong. */
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
    // Its id belongs to another crew of the file, so it has none of its own.
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
