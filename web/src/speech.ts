/** Says to screen readers what matters: results of crews and races one follows, and delays. */
import { signal } from '@preact/signals';
import type { BoardRace } from '../../src/contract/board.ts';
import { follows } from './follows.ts';
import { dateLanguage, words } from './language.ts';
import { laneResults } from './results.ts';
import { isScored } from './running-order.ts';
import { onChange } from './shown.ts';
import { dayName } from './times.ts';

/** What a screen reader is to say next. */
export const said = signal('');

/** Starts to say what changes from now on. */
export function startSpeaking(): void {
  onChange(({ races, delays }) => {
    const t = words.value;
    const { wholeEvent, crews, races: followedRaces } = follows.value;
    const matters = (race: BoardRace) =>
      wholeEvent ||
      followedRaces.includes(race.id) ||
      race.lanes.some((lane) => lane.crewId !== null && crews.includes(lane.crewId));
    const lines = [
      ...delays.map(
        ({ day, delayMinutes }) => `${dayName(day, dateLanguage())}: ${delayText(delayMinutes)}`,
      ),
      ...races
        .filter((race) => isScored(race) && matters(race))
        .slice(0, 3)
        .map((race) => t.resultsOf(t.race(race.raceNumber), spokenResults(race))),
    ];
    if (lines.length > 0) said.value = lines.join('. ');
  });
}

/** How a day runs: late, early or to plan. */
export function delayText(delayMinutes: number): string {
  const t = words.value;
  if (delayMinutes === 0) return t.onTime;
  const minutes = t.minutes(Math.abs(delayMinutes));
  return delayMinutes > 0 ? t.late(minutes) : t.early(minutes);
}

function spokenResults(race: BoardRace): string {
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
