/** The sheets: each names its revision and when it was printed, and has the code of the live board. */
import { encode } from 'uqr';
import type { Board } from '../../../../src/contract/board.ts';
import { DaySheet } from '../../shared/components/day-sheet.tsx';
import { EventLogo } from '../../shared/components/event-look.tsx';
import { BORDER, QrModules } from '../../shared/components/qr-code.tsx';
import { isolated } from '../../shared/page/isolated.ts';
import { dateLanguage } from '../../shared/page/language.ts';
import { urlOf } from '../../shared/page/page.ts';
import { datesAndPlace, dayName, givenZone } from '../../shared/times.ts';
import { words } from '../../shared/words/board.ts';
import { paperWords } from '../../shared/words/paper.ts';
import { TrialNote } from '../components/trial-note.tsx';
import { clock, days, today } from '../document/derived-state.ts';
import { now, races } from '../document/document-on-screen.ts';
import { CompactSheet } from './compact-sheet.tsx';
import { type PrintOptions, printedDays } from './options.ts';
import '../styles/print.css';

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
  const printedAt = `${clock.value}, ${dayName(today.value, dateLanguage(), 'short', true)}`;
  const printed = printedDays(days.value, options, { now: now.value, today: today.value }).filter(
    ({ day }) => chosenDay === '' || day === chosenDay,
  );
  // Made at once, not loaded later: a browser that prints waits for nothing.
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

/** Before there is a running order: what is known of the event, and the code of the page on which it comes. */
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

/** The day that is printed unless another one is chosen: today where it is one, else all. */
export function usualDay(): string {
  return days.value.some(({ day }) => day === today.value) ? today.value : '';
}
