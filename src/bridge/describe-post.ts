/** A post in words. Pure. */
import type { RaceRow } from './judge.ts';

/** What is posted of a race, for the log. */
export function describePost({ raceNumber, file, post, missing, notes }: RaceRow): string {
  const results = post?.plan.results ?? [];
  const back = results.filter(({ status }) => status === 'assigned').length;
  const lanes = (count: number) => `${count} ${count === 1 ? 'lane' : 'lanes'}`;
  const parts = [
    `race ${raceNumber} from ${file}: ${lanes(results.length - back)}`,
    ...(back > 0 ? [`${lanes(back)} taken back`] : []),
    ...(missing.length > 0 ? [`missing ${missing.join(', ')}`] : []),
    ...notes,
  ];
  return `${parts.join('; ').replace(/\.$/, '')}.`;
}
