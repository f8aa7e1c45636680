/** Reads what is typed to have heats drawn, and makes the request to the service. Pure. */
import type { OfficeCrew, OfficeRace } from '../../../../../../src/contract/console/office.ts';
import type { DrawPlanWrite } from '../../../../../../src/contract/console/office-progression.ts';
import { crewNamed } from '../../races/draw/drawn-lanes.ts';
import { classesOf, NO_ROUND } from '../rounds.ts';
import { readCount, readRaces, writeRaces } from '../rule-fields.ts';

export type HeatsFields = {
  /** Races by their numbers, in the order in which crews are dealt to them: `12-14`. */
  races: string;
  /** The ids of crews; empty for those of the races, `NOBODY` for none. */
  crews: string;
  method: string;
  /** Names of crews, the best first, one per line. */
  ranking: string;
  clubsApart: boolean;
  /** The order of lanes; `list`: that in `positions`. */
  lanes: string;
  positions: string;
  /** Empty until the service has made a draw, or somebody has typed a seed. */
  seed: string;
};

export const NO_HEATS: HeatsFields = {
  races: '',
  crews: '',
  method: 'random',
  ranking: '',
  clubsApart: true,
  lanes: 'middle-out',
  positions: '',
  seed: '',
};

export interface HeatsTrouble {
  field: 'races' | 'ranking' | 'positions' | 'seed';
  kind: 'unknown' | 'unknown-crew' | 'not-chosen' | 'twice' | 'positions' | 'seed';
  /** What was typed. */
  text: string;
}

/** The body of the request, without the seed. */
export type AskedDraw = Omit<DrawPlanWrite, 'seen' | 'seed'>;

interface ReadHeats {
  /** The crews of the races, without those that have withdrawn. */
  inRaces: ReadonlySet<number>;
  crewIds: ReadonlySet<number>;
  troubles: readonly HeatsTrouble[];
  /** `undefined` until races and crews are named, and all fields are valid. */
  asked: AskedDraw | undefined;
  /** The typed seed in the form for the service; `undefined` where there is none or it is not valid. */
  seed: string | undefined;
}

type Race = Pick<OfficeRace, 'id' | 'raceNumber' | 'printedNumber' | 'lanes'>;
type Crew = Pick<OfficeCrew, 'id' | 'name' | 'clubId'>;

interface Known {
  /** In running order. */
  races: readonly Race[];
  crews: readonly Crew[];
}

export function readHeats(fields: HeatsFields, { races, crews }: Known): ReadHeats {
  const { ids: raceIds, unknown } = readRaces(fields.races, races);
  const inRaces = new Set(crewsIn(races.filter(({ id }) => raceIds.includes(id))));
  const crewIds = fields.crews === '' ? inRaces : readCrews(fields.crews, crews);
  const ranking = readRanking(fields, crews, crewIds);
  const positions = readPositions(fields);
  const seed = readSeed(fields.seed);
  const troubles: HeatsTrouble[] = [
    ...(unknown === undefined ? [] : [{ field: 'races', kind: 'unknown', text: unknown } as const]),
    ...ranking.troubles,
    ...(positions ? [] : [{ field: 'positions', kind: 'positions', text: '' } as const]),
    ...(seed === null ? [{ field: 'seed', kind: 'seed', text: fields.seed } as const] : []),
  ];
  const isReady = troubles.length === 0 && raceIds.length > 0 && crewIds.size > 0;
  const isRandom = fields.method === 'random';
  const asked: AskedDraw = {
    raceIds: [...raceIds],
    crewIds: [...crewIds],
    method: isRandom ? 'random' : 'seeded',
    ...(isRandom ? { clubsApart: fields.clubsApart } : { order: ranking.ids }),
    lanes: positions ?? [],
  };
  return {
    inRaces,
    crewIds,
    troubles,
    asked: isReady ? asked : undefined,
    seed: seed ?? undefined,
  };
}

const NOBODY = '-';

function readCrews(text: string, crews: readonly Crew[]): ReadonlySet<number> {
  const ids = new Set(crews.map(({ id }) => id));
  const ticked = text.split(' ').map(Number);
  return new Set(ticked.filter((id) => ids.has(id)));
}

function crewsIn(races: readonly Pick<OfficeRace, 'lanes'>[]): number[] {
  return races.flatMap(({ lanes }) =>
    lanes.flatMap(({ crewId, withdrawn }) => (crewId === null || withdrawn ? [] : crewId)),
  );
}

/** The ticked crews as text of the field `crews`. */
export function writeCrews(crewIds: ReadonlySet<number>): string {
  return crewIds.size === 0 ? NOBODY : [...crewIds].join(' ');
}

function readRanking(
  { method, ranking }: HeatsFields,
  crews: readonly Crew[],
  chosen: ReadonlySet<number>,
): { ids: number[]; troubles: HeatsTrouble[] } {
  if (method === 'random') return { ids: [], troubles: [] };
  const ids = new Set<number>();
  const troubles: HeatsTrouble[] = [];
  const lines = ranking.split('\n').map((line) => line.trim());
  for (const text of lines.filter((line) => line !== '')) {
    const crew = crewNamed(crews, text);
    const kind = !crew
      ? 'unknown-crew'
      : ids.has(crew.id)
        ? 'twice'
        : chosen.has(crew.id)
          ? undefined
          : 'not-chosen';
    if (kind) troubles.push({ field: 'ranking', kind, text });
    else if (crew) ids.add(crew.id);
  }
  return { ids: [...ids], troubles };
}

/** @returns `undefined` where `positions` is no list of numbers, each once */
function readPositions({ lanes, positions }: HeatsFields): AskedDraw['lanes'] | undefined {
  if (lanes !== 'list') return lanes === 'in-order' ? 'in-order' : 'middle-out';
  const words = positions.split(/[\s,;]+/).filter((word) => word !== '');
  const numbers = words.map((word) => readCount(word));
  if (numbers.length === 0 || numbers.includes(undefined)) return undefined;
  return new Set(numbers).size < numbers.length ? undefined : (numbers as number[]);
}

/** @returns `undefined` where nothing is typed; `null` where the text is no seed */
function readSeed(text: string): string | undefined | null {
  const seed = text.replaceAll(/\s/g, '').toLowerCase();
  if (seed === '') return undefined;
  return /^[0-9a-f]{32}$/.test(seed) ? seed : null;
}

/** The races of one class and round, which can be chosen together. */
interface RoundToDraw {
  /** The name of the class; `round` is empty where it has none. */
  name: string;
  round: string;
  /** The races as text of the field `races`. */
  races: string;
}

/** The rounds in which no race has started or has a result. @param races in running order */
export function roundsToDraw(races: readonly OfficeRace[]): RoundToDraw[] {
  const open = new Set(
    races.filter(({ scored, startedAt }) => scored === 0 && startedAt === null).map(({ id }) => id),
  );
  return classesOf(races).flatMap(({ name, rounds }) =>
    [...rounds].flatMap(([round, ids]) =>
      ids.every((id) => open.has(id))
        ? { name, round: round === NO_ROUND ? '' : round, races: writeRaces(ids, races) }
        : [],
    ),
  );
}
