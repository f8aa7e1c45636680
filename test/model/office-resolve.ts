/** Turns an operation of the office into a request about the rows that exist by then. */
import type { OfficeOperation, Pick } from './office-commands.ts';
import type { OfficeModel } from './office-model.ts';
import type { OfficeWrite, TakeBack } from './office-payloads.ts';
import type { Source } from './office-progression.ts';
import type { Facts } from './office-state.ts';
import type { Element } from './spoil.ts';

/** An operation with the ids of rows in place of picks. */
export type Resolved = { write: OfficeWrite; seen: number } | { takeBack: TakeBack };

const UNKNOWN = 0;

/** @returns undefined when there is no row for the operation */
export function resolveOffice(
  { wish, staleBy }: OfficeOperation,
  model: OfficeModel,
): Resolved | undefined {
  const seen = Math.max(0, model.revision - staleBy);
  const ids = (what: 'race' | 'crew', facts: Facts) =>
    [...facts.keys()]
      .filter((key) => key.startsWith(`${what} `))
      .map((key) => Number(key.split(' ')[1]));
  const pick = (what: 'race' | 'crew', which: Pick): number => {
    const present = ids(what, model.facts).sort((a, b) => a - b);
    if (typeof which === 'number') return present[which % present.length] ?? UNKNOWN;
    if (which === 'unknown') return UNKNOWN;
    if (which === 'newest') return present.at(-1) ?? UNKNOWN;
    if (which === 'busiest') return busiest(present, model.facts) ?? UNKNOWN;
    const ever = new Set(model.entries.flatMap(({ facts }) => ids(what, facts)));
    return [...ever].findLast((id) => !present.includes(id)) ?? UNKNOWN;
  };
  const write = (of: OfficeWrite) => ({ write: of, seen });
  switch (wish.kind) {
    case 'races':
    case 'crews': {
      const what = wish.kind === 'races' ? 'race' : 'crew';
      const rows = wish.rows.map(({ pick: which, facts }) => ({
        id: which === null ? null : pick(what, which),
        facts,
      }));
      return write({
        kind: wish.kind,
        rows,
        removed: wish.removed.map((each) => pick(what, each)),
      });
    }
    case 'merge':
      return write({
        kind: 'merge',
        keep: pick('crew', wish.keep),
        remove: pick('crew', wish.remove),
      });
    case 'lanes': {
      const lanes = wish.lanes.map(({ crew, ...lane }) => ({
        ...lane,
        crewId: crew === null ? null : pick('crew', crew),
      }));
      return write({ kind: 'lanes', raceId: pick('race', wish.race), lanes });
    }
    case 'results': {
      const raceId = pick('race', wish.race);
      return write({ kind: 'results', raceId, results: resultsOf(wish, raceId, model.facts) });
    }
    case 'state': {
      const { race, ...rest } = wish;
      return write({ ...rest, raceId: pick('race', race) });
    }
    case 'official':
      return write({ kind: 'official', raceId: pick('race', wish.race), official: wish.official });
    case 'progression': {
      const raceId = wish.race === 'last' ? lastOf(model.facts) : pick('race', wish.race);
      const others = ids('race', model.facts)
        .filter((id) => id !== raceId)
        .sort((a, b) => a - b);
      const source = (each: Pick) =>
        typeof each === 'number' ? others[each % others.length] : undefined;
      const rules = wish.rules.map(({ races, ...rest }) => ({
        ...rest,
        races: races.map((each) => source(each) ?? pick('race', each)),
      }));
      return write({ kind: 'progression', raceId, rules });
    }
    case 'finish': {
      const raceId = sourcesIn(model.facts)[wish.source];
      if (raceId === undefined) return undefined;
      return write({ kind: 'results', raceId, results: allOf(wish.seconds, raceId, model.facts) });
    }
    case 'apply': {
      const raceId = wish.race === 'ruled' ? ruledOf(model.facts) : pick('race', wish.race);
      return raceId === undefined ? undefined : write({ kind: 'apply', raceId });
    }
    case 'settings':
      return write(wish);
    case 'undo': {
      const entry = model.revision - wish.back;
      return entry < 1 ? undefined : { takeBack: { kind: 'undo', entry } };
    }
    case 'restore': {
      const entry = model.revision - wish.back;
      const raceId = pick('race', wish.race);
      if (entry < 1 || raceId === UNKNOWN) return undefined;
      return { takeBack: { kind: 'restore', raceId, entry, seen } };
    }
  }
}

/** The race with most lanes that have a status; among equal ones, that with most lanes. */
function busiest(races: number[], facts: Facts): number | undefined {
  const scores = new Map(races.map((id) => [id, 0]));
  for (const [key, { status }] of facts) {
    const [what, id] = key.split(' ');
    if (what !== 'lane') continue;
    scores.set(Number(id), (scores.get(Number(id)) ?? 0) + (status === 'assigned' ? 1 : 100));
  }
  return races.toSorted((a, b) => (scores.get(b) ?? 0) - (scores.get(a) ?? 0))[0];
}

function resultsOf(
  { marks, isWrong }: Extract<OfficeOperation['wish'], { kind: 'results' }>,
  raceId: number,
  facts: Facts,
): Element[] {
  const positions = [...facts.keys()]
    .filter((key) => key.startsWith(`lane ${raceId} `))
    .map((key) => Number(key.split(' ')[2]));
  if (isWrong) positions.unshift(77);
  const isTimed = facts.get(`race ${raceId}`)?.resultMode !== 'placesOnly';
  return marks.flatMap((mark, at): Element[] => {
    const position = positions[at];
    if (!mark || position === undefined) return [];
    const { status, value, penaltyMillis } = mark;
    if (status === 'assigned') return [{ position, status }];
    const finish =
      isTimed !== isWrong ? { finishTimeMillis: value * 1000 } : { finishPlace: value };
    return [{ position, status, ...finish, penaltyMillis }];
  });
}

/** The race that starts last. */
function lastOf(facts: Facts): number {
  const races = [...facts].filter(([key]) => key.startsWith('race '));
  const last = races
    .toSorted(([, a], [, b]) => Number(a.scheduledAt) - Number(b.scheduledAt))
    .at(-1);
  return Number(last?.[0].split(' ')[1] ?? UNKNOWN);
}

/** A race with rules, if there is one. */
function ruledOf(facts: Facts): number | undefined {
  const lane = [...facts].find(([key, { from }]) => key.startsWith('lane ') && from);
  return lane && Number(lane[0].split(' ')[1]);
}

/** The races that rules name, and in which a crew is drawn. */
function sourcesIn(facts: Facts): number[] {
  const named = [...facts.values()].flatMap(({ from }) => (from as Source | null)?.races ?? []);
  const drawn = [...facts].filter(([key, lane]) => key.startsWith('lane ') && lane.crewId !== null);
  const ids = new Set(drawn.map(([key]) => Number(key.split(' ')[1])));
  return [...new Set(named)].filter((id) => ids.has(id));
}

function allOf(seconds: number[], raceId: number, facts: Facts): Element[] {
  const isTimed = facts.get(`race ${raceId}`)?.resultMode !== 'placesOnly';
  const lanes = [...facts.keys()].filter((key) => key.startsWith(`lane ${raceId} `));
  return lanes.map((key, at) => {
    const value = seconds[at % seconds.length] as number;
    const finish = isTimed ? { finishTimeMillis: value * 1000 } : { finishPlace: value };
    return { position: Number(key.split(' ')[2]), ...finish };
  });
}
