/** What somebody should know before a pattern is written, in the preview of the service and on the page. */
import type { PatternPreviewWrite } from '../../../contract/console/office-progression.ts';
import type { KnownPattern } from './pattern-table.ts';
import { type KnownRace, type PatternTarget, patternOf, setsOf } from './plan-pattern.ts';

/** None but `early` keeps the pattern from being written. */
type PatternProblem =
  /** The crews of the heats of a class are more or fewer than it is for. */
  | { kind: 'crews'; set: number; crews: number; from: number; to: number }
  /** A heat has more crews than the pattern has lanes. */
  | { kind: 'lanes'; raceId: number; crews: number; lanes: number }
  /** A target has rules, which are replaced. */
  | { kind: 'replaces'; raceId: number }
  /** Crews are drawn in a target already. */
  | { kind: 'drawn'; raceId: number }
  /** A target starts before a race from which its crews come. */
  | { kind: 'early'; key: string; raceId: number; sourceId: number }
  /** A race that is no target takes crews of a heat, too. */
  | { kind: 'taken'; raceId: number; heatId: number };

/**
 * @param targets of `patternTargets`
 * @param all every race of the event
 */
export function patternProblems(
  { patternId, heats }: PatternPreviewWrite,
  targets: readonly PatternTarget[],
  all: readonly KnownRace[],
): PatternProblem[] {
  const pattern = patternOf(patternId);
  if (!pattern) return [];
  const races = new Map(all.map((race) => [race.id, race]));
  const found = (ids: readonly number[]) => ids.flatMap((id) => races.get(id) ?? []);
  const existing = targets.flatMap(({ key, raceId, rules }) => {
    const race = races.get(raceId ?? 0);
    return race ? [{ key, race, rules }] : [];
  });
  const own = new Set(existing.map(({ race }) => race.id));
  return [
    ...setsOf(heats).flatMap((set, index) => problemsOfHeats(found(set), index, pattern)),
    ...existing.flatMap(({ key, race, rules }) => {
      const raceId = race.id;
      const ids = new Set(
        rules.flatMap((rule) => rule.races.filter((id) => typeof id === 'number')),
      );
      const late = found([...ids]).find((source) => startOf(source) > startOf(race));
      return [
        ...(late ? [{ kind: 'early', key, raceId, sourceId: late.id } as const] : []),
        ...(race.lanes.some(({ from }) => from) ? [{ kind: 'replaces', raceId } as const] : []),
        ...(race.lanes.some(({ crewId }) => crewId !== null)
          ? [{ kind: 'drawn', raceId } as const]
          : []),
      ];
    }),
    ...all.flatMap((race): PatternProblem[] => {
      if (own.has(race.id)) return [];
      const sources = new Set(race.lanes.flatMap(({ from }) => from?.races ?? []));
      const heatId = heats.flat().find((id) => sources.has(id));
      return heatId === undefined ? [] : [{ kind: 'taken', raceId: race.id, heatId }];
    }),
  ];
}

function problemsOfHeats(
  heats: readonly KnownRace[],
  set: number,
  { crews: { from, to }, lanes }: KnownPattern,
): PatternProblem[] {
  const crews = heats.reduce((sum, { entered }) => sum + entered, 0);
  const isOther = crews > 0 && (crews < from || crews > to);
  return [
    ...(isOther ? [{ kind: 'crews', set, crews, from, to } as const] : []),
    ...heats
      .filter(({ entered }) => entered > lanes)
      .map(({ id, entered }) => ({ kind: 'lanes', raceId: id, crews: entered, lanes }) as const),
  ];
}

function startOf({ scheduledAt }: KnownRace): number {
  return Date.parse(scheduledAt);
}

/** A problem in English. @param label of a race */
export function problemText(problem: PatternProblem, label: (raceId: number) => string): string {
  switch (problem.kind) {
    case 'crews':
      return `The heats${problem.set > 0 ? ` of class ${problem.set + 1}` : ''} have ${problem.crews} crews; the pattern is for ${problem.from} to ${problem.to}.`;
    case 'lanes':
      return `Race ${label(problem.raceId)} has ${problem.crews} crews; the pattern is for ${problem.lanes} lanes.`;
    case 'replaces':
      return `Race ${label(problem.raceId)} has rules already: they are replaced.`;
    case 'drawn':
      return `In race ${label(problem.raceId)} crews are drawn already: they stay.`;
    case 'early':
      return `Race ${label(problem.raceId)} starts before race ${label(problem.sourceId)}, from which its crews come.`;
    case 'taken':
      return `Race ${label(problem.raceId)} takes crews of race ${label(problem.heatId)}, too: a crew may be drawn in both.`;
  }
}
