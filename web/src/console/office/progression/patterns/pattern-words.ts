/** Words for a pattern, its rounds and the lanes of its races, in the reader's language. */
import type { Office } from '../../../../../../src/contract/console/office.ts';
import type { patternProblems } from '../../../../../../src/domain/progression/patterns/pattern-problems.ts';
import {
  type KnownPattern,
  racesOf,
  type Way,
} from '../../../../../../src/domain/progression/patterns/pattern-table.ts';
import type { PatternTarget } from '../../../../../../src/domain/progression/patterns/plan-pattern.ts';
import { numberShown } from '../../../../../../src/domain/races/race-name.ts';
import { words } from '../../../../shared/words/board.ts';
import { patternWords } from '../../../words/office-progression.ts';
import { sourceText } from '../../race-names.ts';

/** `1 repechage, semi-finals, finals A–C · 6 lanes · 13–15 crews`. */
export function patternName(pattern: KnownPattern): string {
  const t = patternWords.value;
  const repechages = racesOf(pattern, 'R');
  const finals = pattern.rounds.map(({ name }) => name).filter((name) => /^[A-D]$/.test(name));
  const rounds = [
    repechages > 0 && t.repechages(repechages),
    racesOf(pattern, 'S') > 0 && t.semifinals,
    t.finals(finals[0] ?? '', finals.at(-1) ?? ''),
  ];
  const { from, to } = pattern.crews;
  return t.name(rounds.filter(Boolean).join(', '), pattern.lanes, from, to);
}

/** The name of a target, such as `Semi-final C/D 1`. */
export function targetName({ name, number, hasMore }: PatternTarget): string {
  const t = patternWords.value.roundNames;
  const said = number === null ? '' : ` ${number}`;
  if (name === 'S') return (hasMore ? t.SofMore : t.S)(said);
  return name === 'R' || name === 'T' ? t[name](said) : t.F(name);
}

/** Who goes on to a round: `1st–2nd of each heat`. */
export function wayText({ from, places: [first, last], fastest }: Way): string {
  const t = patternWords.value;
  const { ordinal } = words.value;
  const places = first === last ? ordinal(first) : `${ordinal(first)}–${ordinal(last)}`;
  if (!fastest) return t.way(places, t.of[from]);
  const ranks = fastest[0] === fastest[1] ? String(fastest[0]) : fastest.join('–');
  return t.wayFastest(ranks, places, t.of[from]);
}

/** Where the crew of a lane comes from; a race that does not exist yet is named by its round. */
export function ruleText(
  { races, place, fastest }: PatternTarget['rules'][number],
  targets: readonly PatternTarget[],
  document: Pick<Office, 'races'>,
): string {
  const ids = races.filter((race) => typeof race === 'number');
  if (ids.length === races.length) return sourceText({ races: ids, place, fastest }, document);
  const t = patternWords.value;
  const { ordinal } = words.value;
  const names = races
    .map((race) => targets.find(({ key, raceId }) => race === (raceId ?? key)))
    .map((target) => (target ? targetName(target) : ''))
    .join(', ');
  return fastest === null
    ? t.placeIn(ordinal(place), names)
    : t.fastestIn(fastest, ordinal(place), names);
}

type Problem = ReturnType<typeof patternProblems>[number];

/** The text of a problem; `undefined` where it is shown beside a field. */
export function problemWords(
  problem: Problem,
  { races }: Pick<Office, 'races'>,
): string | undefined {
  const t = patternWords.value.problems;
  const label = (id: number) => {
    const race = races.find((each) => each.id === id);
    return race ? numberShown(race) : '';
  };
  switch (problem.kind) {
    case 'crews':
      return t.crews(problem.crews, problem.from, problem.to);
    case 'lanes':
      return t.lanes(label(problem.raceId), problem.crews, problem.lanes);
    case 'replaces':
    case 'drawn':
      return t[problem.kind](label(problem.raceId));
    case 'taken':
      return t.taken(label(problem.raceId), label(problem.heatId));
    case 'early':
      return undefined;
  }
}
