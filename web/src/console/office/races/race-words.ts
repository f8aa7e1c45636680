/** Words for a race, its lanes and its times in this part. */
import { computed } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Office, OfficeRace } from '../../../../../src/contract/console/office.ts';
import { delayText, timeOfDay } from '../../../shared/times.ts';
import { words } from '../../../shared/words/board.ts';
import { type RacesWords, racesWords } from '../../words/office-races.ts';

/** The kind of the race on the sheet: its words say lane or bow. */
export const RaceKind = createContext<OfficeRace['effectiveKind']>('lanes');

const wordsOfBows = computed<RacesWords>(() => {
  return { ...racesWords.value, ...racesWords.value.ofBows };
});

/** The words of a race of a kind: in a head race people say bow (racing, "Kind of race"). */
export function wordsOfKind(kind: OfficeRace['effectiveKind']): RacesWords {
  return kind === 'head' ? wordsOfBows.value : racesWords.value;
}

/** The words of the race on the sheet. */
export function useRaceWords(): RacesWords {
  return wordsOfKind(useContext(RaceKind));
}

/** `planned 09:40, expected 09:55 (Runs 15 min late)`; once the race was started `planned 09:40, started 09:52` */
export function raceTimes(
  {
    scheduledAt,
    estimatedAt,
    startedAt,
  }: Pick<OfficeRace, 'scheduledAt' | 'estimatedAt' | 'startedAt'>,
  timezone: string | null,
): string {
  const t = racesWords.value;
  const [planned, expected] = [Date.parse(scheduledAt), Date.parse(estimatedAt)];
  const said = t.planned(timeOfDay(planned, timezone));
  if (startedAt !== null) return `${said}, ${t.started(timeOfDay(expected, timezone))}`;
  if (planned === expected) return said;
  const minutes = Math.round((expected - planned) / 60_000);
  const delay = delayText(minutes, words.value);
  return `${said}, ${t.expected(timeOfDay(expected, timezone), delay)}`;
}

/** The names of the tied crews from which a person chooses one for a lane; empty where there is no such choice. */
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
