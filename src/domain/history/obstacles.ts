/**
 * What stands in the way of a change, or of taking one back: as it is, for pages, which say it in the reader's language (console,
 * "Details"), and in English for everybody else.
 */
import type { Obstacle } from '../../contract/console/history.ts';
import { obstructed, type Refusal, shortList } from '../refusal.ts';
import type { Thing } from './changes.ts';

/** What is called so in a sentence; others by the names of their properties. */
const CALLED: Readonly<Record<string, string>> = {
  'race raceNumber': 'race number',
  'race externalId': 'externalId of a race',
  'team name': 'crew name',
  'team externalId': 'externalId of a crew',
};

/** An obstacle that is about one thing. */
export function obstacle(
  kind: Obstacle['kind'],
  { subject, id, position, name }: Thing,
  more: Pick<Obstacle, 'property' | 'value'> = {},
): Obstacle {
  const of = { ...(id !== undefined && { id }), ...(position !== undefined && { position }) };
  return { kind, subject, ...of, name, ...more };
}

/** A refusal that names the obstacles. */
export function inTheWay(obstacles: readonly Obstacle[]): Refusal {
  return obstructed(obstaclesInWords(obstacles), obstacles);
}

export function obstaclesInWords(obstacles: readonly Obstacle[]): string {
  return `In the way: ${shortList(obstacles.map(inWords))}.`;
}

function inWords({ kind, subject, name, property, value }: Obstacle): string {
  const written = JSON.stringify(value);
  switch (kind) {
    case 'value':
      return `${name}: ${property} is ${written} now`;
    case 'changed':
      return `${name} has been changed since`;
    case 'again':
      return `${name} is there again`;
    case 'gone':
      return `${name} is gone`;
    case 'drawn':
      return `${name} has been drawn`;
    case 'source-gone':
      return `${name} takes its crew from a race that is gone`;
    case 'crew-gone':
      return `${name} needs the crew ${written}`;
    case 'crew-twice':
      return `${name}: the crew ${written} stands in another lane, too`;
    case 'taken':
      return `the ${CALLED[`${subject} ${property}`] ?? property} ${written} is taken`;
    case 'circle':
      return `the rules of ${name} would lead back to it`;
  }
}
