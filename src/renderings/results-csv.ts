/**
 * The results of a regatta as a table (RFC 4180): one row for each lane of a race with results. For programs, it has the words
 * of the API; for spreadsheets, those of a language, with its separators and decimal marks. Times always have three decimals.
 */
import { mapInSlices } from '../concurrency/long-work.ts';
import type { BoardLane, BoardRace } from '../contract/board.ts';
import { venueDay } from '../domain/day/venue-day.ts';
import { type DecimalMark, formatThousandths } from '../domain/results/finish-time.ts';
import {
  byStanding,
  hasResults,
  isComplete,
  totalMillis,
  withoutEarlyPlaces,
} from '../domain/results/standings.ts';
import { csvOf, linesOf, type TableCell } from '../domain/text/csv.ts';
import { plainLine } from '../domain/text/plain-line.ts';
import type { Language } from '../words/languages.ts';
import { messageWords, pageWords, sharedWords } from '../words/words.ts';
import type { BoardFacts, RaceNow } from './board-facts.ts';
import { raceNotes } from './preview.ts';
import { timeOf } from './race-section.ts';

const COLUMNS = [
  ...(['race', 'title', 'day', 'start', 'place', 'lane', 'crew', 'club'] as const),
  ...(['status', 'time', 'penalty', 'total', 'behind'] as const),
  ...(['round', 'boatClass', 'division', 'note'] as const),
  ...(['category', 'categoryPlace', 'outOfCompetition', 'allowance', 'complete'] as const),
];

/** How the table writes values whose form depends on its reader. */
interface Writing {
  decimalMark: DecimalMark;
  status(status: BoardLane['status']): string;
  /** The word in place of the status of a crew that has withdrawn. */
  withdrawn: string;
  yesNo(is: boolean): string;
}

/**
 * The text of the table.
 *
 * @param language that of headings and statuses, for spreadsheets: German and French ones expect `;` between cells, because
 *   numbers contain commas; `undefined`: for programs, with English headings and the statuses of the API
 */
export async function resultsCsv(
  { inOrder, crews, event: { timezone }, isTrial }: BoardFacts,
  language: Language | undefined,
): Promise<string> {
  const { columns, trial } = pageWords(language ?? 'en');
  const notesOf = (race: BoardRace) =>
    [...(isTrial ? [trial] : []), ...raceNotes(race, language ?? 'en')].join(' · ');
  const writing = language ? writingOf(language) : FOR_PROGRAMS;
  const clubs = new Map(crews.map(({ id, club }) => [id, club]));
  const separator = writing.decimalMark === ',' ? ';' : ',';
  const head = csvOf({ columns: COLUMNS.map((column) => columns[column]), rows: [] }, separator);
  const scored = inOrder.filter(({ lanes }) => hasResults(lanes));
  const lines = await mapInSlices(scored, (race) =>
    linesOf(rowsOf(race, { clubs, timezone, writing, notes: notesOf(race) }), separator),
  );
  return head + lines.join('');
}

const FOR_PROGRAMS: Writing = {
  decimalMark: '.',
  status: (status) => status,
  withdrawn: sharedWords('en').withdrawn,
  yesNo: yesNoIn('en'),
};

function writingOf(language: Language): Writing {
  const { decimalMark, finished, unplaced } = messageWords(language);
  const words = { assigned: '', finished };
  return {
    decimalMark,
    status: (status) =>
      status === 'assigned' || status === 'finished' ? words[status] : unplaced[status].long,
    withdrawn: sharedWords(language).withdrawn,
    yesNo: yesNoIn(language),
  };
}

function yesNoIn(language: Language): Writing['yesNo'] {
  const { yes, no } = pageWords(language);
  return (is) => (is ? yes : no);
}

/** The rows of a race: without places and gaps while it is not over, except in a head race, where they are the present ones. */
function rowsOf(
  race: RaceNow,
  {
    clubs,
    timezone,
    writing: { decimalMark, status, withdrawn, yesNo },
    notes,
  }: {
    clubs: ReadonlyMap<number, string | null>;
    timezone: string;
    writing: Writing;
    notes: string;
  },
): TableCell[][] {
  const start = Date.parse(race.scheduledAt);
  const text = (given: string | null) => (given === null ? null : plainLine(given));
  const facts = [
    ...[text(race.number), text(race.title)],
    ...[venueDay(start, timezone), timeOf(timezone).format(start)],
  ];
  const { lanes } = withoutEarlyPlaces(race);
  const placed = lanes.filter(({ finishPlace }) => finishPlace !== null);
  const totals = placed.map(totalMillis).filter((total) => total !== null);
  const best = totals.length > 0 ? Math.min(...totals) : null;
  const seconds = (millis: number) => (millis / 1000).toFixed(3).replace('.', decimalMark);
  return [...lanes].sort(byStanding).map((lane) => {
    const { crewId, finishTimeMillis, penaltyMillis } = lane;
    const total = totalMillis(lane);
    return [
      ...facts,
      lane.finishPlace,
      text(lane.positionLabel),
      text(lane.crewName),
      crewId === null ? null : text(clubs.get(crewId) ?? null),
      lane.withdrawn ? withdrawn : status(lane.status),
      finishTimeMillis === null ? null : formatThousandths(finishTimeMillis, decimalMark),
      penaltyMillis === null ? null : seconds(penaltyMillis),
      total === null ? null : formatThousandths(total, decimalMark),
      total === null || best === null || lane.finishPlace === null ? null : seconds(total - best),
      ...[text(race.round), text(race.boatClass), text(race.divisionLabel)],
      notes === '' ? null : notes,
      ...[text(lane.category), lane.categoryPlace],
      lane.outOfCompetition ? yesNo(true) : null,
      lane.allowanceMillis === null ? null : seconds(lane.allowanceMillis),
      yesNo(isComplete(race)),
    ];
  });
}
