/** What one read of a regatta under load shows: the generation of each register, and contradictions. */
import { CREWS, crewOf, nameOf, type Regatta } from './regatta.ts';

interface LaneView {
  position: number;
  positionLabel: string;
  teamExternalId: string | null;
  teamName: string | null;
  finishTimeMillis: number | null;
}

interface RaceView {
  externalId: string;
  raceNumber: number;
  title: string | null;
  lanes: LaneView[];
}

interface TeamView {
  externalId: string | null;
  name: string;
  sortOrder: number;
}

export class Observation {
  /** The generation, by register. */
  readonly values = new Map<string, string>();
  readonly faults: string[] = [];
  updatedAt = '';
  private readonly regatta: Regatta;

  private constructor(regatta: Regatta) {
    this.regatta = regatta;
  }

  /** @param text the document of a schedule, or the answer to a push of races */
  static ofSchedule(regatta: Regatta, text: string): Observation {
    const seen = new Observation(regatta);
    const { races, updatedAt = '' } = JSON.parse(text) as { races: RaceView[]; updatedAt?: string };
    seen.updatedAt = updatedAt;
    const byId = new Map(races.map((race) => [race.externalId, race]));
    const lanesOf = (externalId: string) => byId.get(externalId)?.lanes ?? [];
    seen.isUnique(
      'number',
      races.map((race) => race.raceNumber),
    );
    seen.judgeRaces(races.filter((race) => race.externalId.startsWith('race-')));
    seen.judgeDraw(lanesOf('draw'));
    seen.take(
      'results',
      lanesOf('results').map((lane) => lane.finishTimeMillis),
    );
    const names = lanesOf('crews').map((lane) => lane.teamName ?? '');
    const generation = seen.take('crews', [names.at(-1)?.replace('Generation ', '')]);
    seen.judgeNames(names.slice(0, -1), generation);
    return seen;
  }

  /** @param text the answer to a read of the crews */
  static ofCrews(regatta: Regatta, text: string): Observation {
    const seen = new Observation(regatta);
    const { teams } = JSON.parse(text) as { teams: TeamView[] };
    seen.isUnique(
      'name',
      teams.map((team) => team.name),
    );
    const byId = new Map(teams.map((team) => [team.externalId, team]));
    const swapping = Array.from({ length: CREWS }, (_, n) => byId.get(`crew-${n}`));
    const last = byId.get('generation');
    const generation = seen.take('crews', [
      ...[...swapping, last].map((team) => team?.sortOrder),
      last?.name.replace('Generation ', ''),
    ]);
    seen.judgeNames(
      swapping.map((team) => team?.name ?? ''),
      generation,
    );
    return seen;
  }

  private judgeRaces(races: readonly RaceView[]): void {
    const generation = this.take(
      'races',
      races.map((race) => race.title),
    );
    if (races.length !== this.regatta.batch) this.faults.push(`${races.length} races are there`);
    for (const { externalId, raceNumber } of races) {
      if (raceNumber !== this.regatta.numberOf(Number(externalId.slice(5)), generation)) {
        this.faults.push(`${externalId} of push ${generation} has another push's number`);
      }
    }
  }

  private judgeDraw(lanes: readonly LaneView[]): void {
    const generation = this.take(
      'draw',
      lanes.map((lane) => lane.positionLabel),
    );
    const crews = lanes.map((_, n) => `crew-${crewOf(n, generation)}`);
    if (lanes.some((lane, n) => lane.teamExternalId !== crews[n])) {
      this.faults.push(`draw ${generation} in part`);
    }
  }

  private judgeNames(names: readonly string[], generation: number): void {
    if (names.some((name, n) => name !== nameOf(n, generation))) {
      this.faults.push(`crews in part: ${names.join(', ')}`);
    }
  }

  /** All parts of a push have to carry the same generation. */
  private take(name: string, parts: readonly unknown[]): number {
    const [value, ...others] = new Set(parts.map(String));
    if (value === undefined || others.length > 0) {
      this.faults.push(`${name} in part: ${[value, ...others].join(' and ')}`);
    } else this.values.set(this.regatta.register(name), value);
    return Number(value);
  }

  private isUnique(what: string, values: readonly unknown[]): void {
    if (new Set(values).size < values.length) this.faults.push(`a ${what} is there twice`);
  }
}
