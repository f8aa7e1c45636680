/** A post in words. Pure. */
import { formatExactTime } from '../domain/results/finish-time.ts';
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

/** Each result of a post with its lane, for who wants to see it before it is posted: `1 6:41.00, 2 dns`. */
export function describeResults({ post }: RaceRow): string {
  const { race, plan } = post ?? {};
  const told = (plan?.results ?? []).map((result) => {
    const { position, status, finishTimeMillis, finishPlace } = result;
    const label = race?.lanes.find((lane) => lane.position === position)?.positionLabel;
    const place = finishPlace === null ? status : `place ${finishPlace}`;
    const said = finishTimeMillis === null ? place : formatExactTime(finishTimeMillis);
    return `${label ?? position} ${status === 'assigned' ? 'taken back' : said}`;
  });
  return told.join(', ');
}
