/** What a screen reader announces: notices, delays, and what has become of the races that this device follows. */
import { signal } from '@preact/signals';
import type { BoardRace } from '../../../../src/contract/board.ts';
import { isScored } from '../../../../src/domain/results/standings.ts';
import { dateLanguage } from '../../shared/page/language.ts';
import { words } from '../../shared/words/board.ts';
import { ordinalText, soFarText } from '../../shared/race/places.ts';
import { stateLine } from '../../shared/race/race-state.ts';
import { laneResults } from '../../shared/race/results.ts';
import { dayDelayText, dayName } from '../../shared/times.ts';
import { board, onDocumentChange } from './document-on-screen.ts';
import { follows } from '../following/follows.ts';
import { laterWords } from '../../shared/words/later.ts';
import { myRaces } from '../following/my-races.ts';

/** More results at once take too long to listen to. */
const MAX_RACES = 3;

/** The text of the page's live region. */
export const announcement = signal('');

/** Announces changes from now on. */
export function startAnnouncements(): void {
  onDocumentChange(({ races, delays, notices }) => {
    const t = words.value;
    const lines = [
      ...notices.map(({ text }) => text),
      ...delays.map(
        (delay) =>
          `${dayName(delay.day, dateLanguage())}: ${dayDelayText(delay, board.value?.timezone ?? null, t)}`,
      ),
      ...races
        .filter((race) => race.state !== 'planned' && isFollowed(race))
        .slice(0, MAX_RACES)
        .map((race) => stateLine(race, t)),
      ...races
        .filter((race) => isScored(race.lanes) && isFollowed(race))
        .slice(0, MAX_RACES)
        .map((race) => laterWords.value.resultsOf(t.race(race.number), resultsText(race))),
    ];
    if (lines.length > 0) announcement.value = lines.join('. ');
  });
}

function isFollowed(race: BoardRace): boolean {
  return follows.value.wholeEvent || myRaces.value.some(({ id }) => id === race.id);
}

function resultsText(race: BoardRace): string {
  const t = words.value;
  const lanes = laneResults(race, t.decimalMark).map((result) => {
    const { lane, time } = result;
    const { status } = lane;
    const outcome = lane.withdrawn
      ? t.withdrawn
      : status === 'dns' || status === 'dnf' || status === 'dsq'
        ? t.statuses[status]
        : [ordinalText(result, t), time].filter(Boolean).join(' ');
    return `${lane.crewName} ${outcome}`.trim();
  });
  return [soFarText(race, t), ...lanes].filter(Boolean).join(', ');
}
