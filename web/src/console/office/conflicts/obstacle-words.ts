/** What stands in the way of a change, or of taking one back, in the reader's words. Pure. */
import type { Obstacle } from '../../../../../src/contract/console/history.ts';
import type { Problem } from '../../problems.ts';
import { type ChangeContext, propertyText, thingText, valueText } from './change-words.ts';

/** So many are said; who has mended those sees the others. */
const MAX_SAID = 5;

/** What is said of a refusal to take something back; nothing where it is another kind of refusal. */
export function refusalText(problem: Problem, context: ChangeContext): string | undefined {
  const { code, changed, obstacles } = problem;
  const t = context.words.obstacles;
  if (code !== 'conflict') return undefined;
  if (changed && changed.length > 0) return t.later;
  return obstacles && obstacles.length > 0 ? obstaclesText(obstacles, context) : t.ever;
}

/** The first of the obstacles, and how many more there are. */
export function obstaclesText(obstacles: readonly Obstacle[], context: ChangeContext): string {
  const said = obstacles.slice(0, MAX_SAID).map((obstacle) => obstacleText(obstacle, context));
  const more = obstacles.length - said.length;
  return [...said, ...(more > 0 ? [context.words.obstacles.more(more)] : [])].join(' ');
}

function obstacleText({ kind, property = '', ...obstacle }: Obstacle, context: ChangeContext) {
  const t = context.words.obstacles;
  const thing = thingText(obstacle, context);
  const value = valueText(property, obstacle.value, context);
  switch (kind) {
    case 'value':
      return t.value(thing, propertyText(property, context), value);
    case 'taken':
      return obstacle.subject === 'race' && property === 'raceNumber'
        ? t.numberTaken(value)
        : t.taken(propertyText(property, context), value);
    case 'crew-gone':
      return t.crewGone(thing, value);
    case 'crew-twice':
      return t.crewTwice(thing, value);
    default:
      return t.of[kind](thing);
  }
}
