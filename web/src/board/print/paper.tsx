/**
 * The sheets, full or compact: each names its revision and when it was printed, and has the QR code of the live board. Browsers
 * repeat the head on every sheet.
 */
import '../styles/print.css';
import { encode } from 'uqr';
import type { Board } from '../../../../src/contract/board.ts';
import { labelKind } from '../../../../src/domain/draw/label-kind.ts';
import { raceNameParts } from '../../../../src/domain/races/race-name.ts';
import { hasResults } from '../../../../src/domain/results/standings.ts';
import { isolated } from '../../../../src/domain/text/bidi.ts';
import { DaySheet, type DaySheetProps, SheetHead } from '../../shared/components/day-sheet.tsx';
import { EventLogo, TrialNote } from '../../shared/components/event-head.tsx';
import { EntryText, Outcome } from '../../shared/components/lane-table.tsx';
import { BORDER, QrModules } from '../../shared/components/qr-code.tsx';
import { RaceTime } from '../../shared/components/race-time.tsx';
import { dateLanguage } from '../../shared/page/language.ts';
import { urlOf } from '../../shared/page/page.ts';
import { officialText, type ShownRace, stateText } from '../../shared/race/race-phase.ts';
import {
  inCategory,
  listsOf,
  listTitle,
  overallNote,
  placesIn,
  type RankingList,
  standingWords,
} from '../../shared/race/ranking.ts';
import { dottedPlace, occupantOf, soFarText } from '../../shared/race/results.ts';
import { datesAndPlace, dayName, givenZone, venueDay } from '../../shared/times.ts';
import { words } from '../../shared/words/board.ts';
import { paperWords } from '../../shared/words/paper.ts';
import { clock, days, today } from '../document/derived-state.ts';
import { now, races } from '../document/document-on-screen.ts';
import { type PrintOptions, printedDays } from './options.ts';

/** Races side by side in a row of a table: every browser can keep a row on one sheet, unlike columns of text. */
const BESIDE = 2;

/** The races of one day on few sheets: two side by side, in small print. */
function CompactSheet(props: DaySheetProps) {
  const { races } = props.day;
  const rows = Array.from({ length: Math.ceil(races.length / BESIDE) }, (_, row) =>
    races.slice(row * BESIDE, (row + 1) * BESIDE),
  );
  return (
    <table class="day-sheet compact" role="presentation">
      <thead>
        <SheetHead {...props} columns={BESIDE} />
      </thead>
      <tbody>
        {rows.map((beside) => (
          <tr key={beside[0]?.id}>
            {beside.map((race) => (
              <td key={race.id} colSpan={BESIDE - beside.length + 1}>
                <SmallRace race={race} {...props} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type SmallRaceProps = Pick<DaySheetProps, 'races' | 'timezone'> & { race: ShownRace };

function SmallRace({ race, races, timezone }: SmallRaceProps) {
  const t = words.value;
  const scored = hasResults(race.lanes);
  const lists = listsOf(race, t.decimalMark);
  const official = officialText(race, t);
  const heading = [race.number, ...raceNameParts(race).map(isolated)].join(' · ');
  const notes = [
    soFarText(race, t),
    official,
    race.notes && isolated(race.notes),
    race.results === 'hidden' && t.hiddenResults,
  ].filter(Boolean);
  return (
    <section class="small-race">
      <h2>
        <RaceTime race={race} timezone={timezone} />{' '}
        {race.state === 'cancelled' ? <s>{heading}</s> : heading}
        {race.state !== 'planned' && <b class="state"> {stateText(race, t)}</b>}
        {notes.length > 0 && <span class="notes"> {notes.join(' · ')}</span>}
      </h2>
      {lists.map((list) => (
        <SmallList key={list.name ?? ''} {...{ race, races, list, scored }} />
      ))}
    </section>
  );
}

interface SmallListProps extends Pick<DaySheetProps, 'races'> {
  race: ShownRace;
  list: RankingList;
  scored: boolean;
}

function SmallList({ race, races, list, scored }: SmallListProps) {
  const t = words.value;
  const isCategory = list.name !== null;
  const places = placesIn(list);
  const own = standingWords();
  return (
    <>
      {isCategory && <h3>{listTitle(list, race, t)}</h3>}
      <ol>
        {list.results.map((result, index) => (
          <li key={result.lane.position}>
            <span class="place">
              {scored && dottedPlace({ ...result, place: places[index] ?? '' })}
            </span>
            <span class="label">
              <span class="vh">{t[labelKind(race)]} </span>
              {result.lane.positionLabel}
            </span>
            <span class="name">
              <EntryText lane={result.lane}>{occupantOf(result.lane, races, t)}</EntryText>
              {isCategory && <span class="notes"> {overallNote(result, race, own)}</span>}
            </span>
            <span class="result">
              <Outcome result={{ ...(isCategory ? inCategory(result) : result), gap: undefined }} />
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}

interface PaperProps {
  board: Board;
  options: PrintOptions;
  /** YYYY-MM-DD; empty for all days. */
  chosenDay: string;
}

export function Paper({ board, options, chosenDay }: PaperProps) {
  const t = words.value;
  const own = paperWords.value;
  const { eventId, eventName, revision } = board;
  // The calendar day, because the day that is rowed may end after midnight.
  const printedOn = venueDay(now.value, board.timezone);
  const printedAt = `${clock.value}, ${dayName(printedOn, dateLanguage(), 'short', true)}`;
  const printed = printedDays(days.value, options, { now: now.value, today: today.value }).filter(
    ({ day }) => chosenDay === '' || day === chosenDay,
  );
  // The encoder is not loaded later, because a browser that prints waits for nothing.
  const { data } = encode(urlOf(`events/${eventId}`), { border: BORDER });
  const Sheet = options.layout === 'compact' ? CompactSheet : DaySheet;
  const titles = { all: undefined, 'start-lists': own.startLists, results: own.results };
  const title = titles[options.show];
  const sponsors = board.look?.sponsor ? [isolated(board.look.sponsor)] : [];
  if (board.status === 'announced') return <Announced board={board} code={data} />;
  if (days.value.length === 0) return <p>{t.noRaces}</p>;
  if (printed.length === 0) return <p>{own.nothing}</p>;
  return (
    <>
      {printed.map((day) => (
        <Sheet
          key={day.day}
          day={day}
          name={eventName}
          {...(title && { title })}
          isTrial={board.trial === true}
          facts={[t.revision(revision), own.printedAt(printedAt), ...sponsors]}
          aside={
            <>
              <QrModules modules={data} label={own.boardCode} />
              <EventLogo board={board} />
            </>
          }
          hasLegend
          races={races.value}
          timezone={givenZone(board)}
        />
      ))}
    </>
  );
}

/** Of an event that is only announced: what is known of it, and the QR code of the page of the coming running order. */
function Announced({ board, code }: { board: Board; code: boolean[][] }) {
  const t = words.value;
  return (
    <section class="before-races">
      <EventLogo board={board} />
      <h2>{board.eventName}</h2>
      <TrialNote board={board} />
      <p>{datesAndPlace(board, dateLanguage())}</p>
      <p>{t.organiser(board.organiser)}</p>
      <p>{t.announced}</p>
      {board.look?.sponsor && <p>{isolated(board.look.sponsor)}</p>}
      <QrModules modules={code} label={paperWords.value.boardCode} />
    </section>
  );
}

/** The day that is printed unless another one is chosen: today if it has races, else all days (empty). */
export function usualDay(): string {
  return days.value.some(({ day }) => day === today.value) ? today.value : '';
}
