/** What a race, its lanes and its times are called in this part. */
import type { Office, OfficeRace } from '../../../../../src/contract/console/office.ts';
import { delayText, timeOfDay } from '../../../shared/times.ts';
import { words } from '../../../shared/words/board.ts';
import { racesWords } from '../../words/office-races.ts';

/** `planned 09:40, expected 09:55 (Runs 15 min late)` */
export function raceTimes(
  { scheduledAt, estimatedAt }: Pick<OfficeRace, 'scheduledAt' | 'estimatedAt'>,
  timezone: string | null,
): string {
  const t = racesWords.value;
  const [planned, expected] = [Date.parse(scheduledAt), Date.parse(estimatedAt)];
  const said = t.planned(timeOfDay(planned, timezone));
  if (planned === expected) return said;
  const minutes = Math.round((expected - planned) / 60_000);
  const delay = delayText(minutes, words.value);
  return `${said}, ${t.expected(timeOfDay(expected, timezone), delay)}`;
}

/** The names of the crews from which a person chooses who gets a lane; empty where there is no such choice. */
export function tiedCrews(
  draw: OfficeRace['draw'],
  position: number,
  document: Pick<Office, 'crews'>,
): string {
  const tie = draw?.ties.find(({ positions }) => positions.includes(position));
  return (tie?.crewIds ?? []).map(crewNames(document)).join(', ');
}

/** The name of a crew by its id. */
export function crewNames({ crews }: Pick<Office, 'crews'>): (crewId: number | null) => string {
  const names = new Map(crews.map(({ id, name }) => [id, name]));
  return (crewId) => (crewId === null ? '' : (names.get(crewId) ?? ''));
}
