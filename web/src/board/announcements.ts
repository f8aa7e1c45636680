/** What a screen reader announces: delays, and results of what this device follows. */
import { signal } from '@preact/signals';
import type { BoardRace } from '../../../src/contract/board.ts';
import { isScored } from '../../../src/domain/standings.ts';
import { dateLanguage, words } from '../shared/language.ts';
import { laneResults } from '../shared/results.ts';
import { dayName, delayText } from '../shared/times.ts';
import { onDocumentChange } from './document-on-screen.ts';
import { follows } from './follows.ts';

/** More results at once take too long to listen to. */
const MAX_RACES = 3;

/** The text of the page's live region. */
export const announcement = signal('');

/** Announces changes from now on. */
export function startAnnouncements(): void {
  onDocumentChange(({ races, delays }) => {
    const t = words.value;
    const lines = [
      ...delays.map(
        ({ day, delayMinutes }) => `${dayName(day, dateLanguage())}: ${delayText(delayMinutes, t)}`,
      ),
      ...races
        .filter((race) => isScored(race.lanes) && isFollowed(race))
        .slice(0, MAX_RACES)
        .map((race) => t.resultsOf(t.race(race.raceNumber), resultsText(race))),
    ];
    if (lines.length > 0) announcement.value = lines.join('. ');
  });
}

function isFollowed(race: BoardRace): boolean {
  const { wholeEvent, crews, races } = follows.value;
  return (
    wholeEvent ||
    races.includes(race.id) ||
    race.lanes.some((lane) => lane.crewId !== null && crews.includes(lane.crewId))
  );
}

function resultsText(race: BoardRace): string {
  const t = words.value;
  return laneResults(race, t.decimalMark)
    .map(({ lane, time }) => {
      const { status, finishPlace } = lane;
      const outcome =
        status === 'dns' || status === 'dnf' || status === 'dsq'
          ? t.statuses[status]
          : [finishPlace === null ? '' : t.ordinal(finishPlace), time].filter(Boolean).join(' ');
      return `${lane.crewName} ${outcome}`.trim();
    })
    .join(', ');
}
