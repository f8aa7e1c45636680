/** A few lines of a regatta for a frame on another site: now, next, the last result, and the way to the board. */
import type { ComponentChildren } from 'preact';
import type { Board, BoardRace } from '../../../../src/contract/board.ts';
import { isolated } from '../../../../src/domain/text/bidi.ts';
import { EventLogo, OfflineNotice, TrialNote } from '../../shared/components/event-head.tsx';
import { First } from '../../shared/components/lane-table.tsx';
import { dateLanguage, language } from '../../shared/page/language.ts';
import { urlOf, useTitle } from '../../shared/page/page.ts';
import { fitsLines, measuring } from '../../shared/page/text-lines.ts';
import { minutesIfSoon } from '../../shared/race/race-phase.ts';
import { numbered, shortNames } from '../../shared/race/race-title.ts';
import { isUndrawn, lastResultLabel } from '../../shared/race/results.ts';
import { dayOf } from '../../shared/race/running-order.ts';
import { datesAndPlace, dayName, delayText, minutesText, timeOfDay } from '../../shared/times.ts';
import { words } from '../../shared/words/board.ts';
import { embedWords } from '../../shared/words/embed.ts';
import { now, offlineSince } from './embed-document.ts';
import { embedLines } from './embed-lines.ts';

export function EmbedPage({ board }: { board: Board }) {
  const t = words.value;
  const { eventId, eventName, timezone } = board;
  const { today, delayMinutes, onCourse, next, last } = embedLines(board, now.value);
  useTitle(eventName);
  const line = { board, today, names: namesOf(board) };
  return (
    <main class="embed">
      <EventLogo board={board} />
      <h1 class="long-words">{eventName}</h1>
      <TrialNote board={board} />
      {delayMinutes !== 0 && <p class="delay">{delayText(delayMinutes, t)}</p>}
      <OfflineNotice since={offlineSince.value} today={today} timezone={timezone} />
      <ul>
        {onCourse.map((race) => (
          <Line key={race.id} {...line} race={race} label={t.now} time>
            {race.kind === 'head' && race.id !== last?.id && <First race={race} />}
          </Line>
        ))}
        {next && <Line {...line} race={next} label={t.next} time />}
        {last && (
          <Line {...line} race={last} label={lastResultLabel(last, t)}>
            <First race={last} />
          </Line>
        )}
      </ul>
      {board.status === 'announced' ? (
        <Announced board={board} />
      ) : (
        onCourse.length === 0 &&
        !next && <p class="quiet">{board.races.length === 0 ? t.noRaces : t.noMoreRaces}</p>
      )}
      {board.look?.sponsor && <p class="quiet">{isolated(board.look.sponsor)}</p>}
      <p>
        <a class="pill" href={urlOf(`events/${eventId}`)} {...IN_NEW_TAB}>
          {t.toBoard} <span class="vh">({embedWords.value.newTab})</span>
        </a>{' '}
        <a class="privacy" href={urlOf(`privacy?lang=${language.value}`)} {...IN_NEW_TAB}>
          {t.privacy} <span class="vh">({embedWords.value.newTab})</span>
        </a>
      </p>
    </main>
  );
}

function Announced({ board }: { board: Board }) {
  const t = words.value;
  return (
    <>
      <p>{datesAndPlace(board, dateLanguage())}</p>
      <p>{t.organiser(board.organiser)}</p>
      <p class="quiet">{t.announced}</p>
    </>
  );
}

const LINES = 2;
/** The margins of the page at both sides together, in letter sizes. */
const MARGIN = 1.5;

function namesOf({ races }: Board): Map<number, string> {
  const { fontSize } = getComputedStyle(document.documentElement);
  const letter = Number.parseFloat(fontSize);
  const widthOf = measuring(letter);
  const pixels = document.documentElement.clientWidth - MARGIN * letter;
  return shortNames(races, (name, race) =>
    fitsLines(numbered(race, name), { count: LINES, pixels, indentPixels: 0 }, widthOf),
  );
}

/** Links open a new tab, because the board may not be shown in a frame, and the site around it stays open. */
const IN_NEW_TAB = { target: '_blank', rel: 'noopener' };

interface LineProps {
  board: Board;
  today: string;
  /** The names of the races, by their ids. */
  names: ReadonlyMap<number, string>;
  race: BoardRace;
  label: string;
  /** Whether the start is shown. */
  time?: boolean;
  children?: ComponentChildren;
}

function Line({ board, today, names, race, label, time, children }: LineProps) {
  const { eventId, timezone } = board;
  const day = dayOf(race, timezone);
  const minutes = time ? minutesIfSoon(race, now.value) : undefined;
  return (
    <li>
      <a href={urlOf(`events/${eventId}/races/${race.raceNumber}`)} {...IN_NEW_TAB}>
        <span class="label">{label}</span>{' '}
        {time && (
          <time dateTime={race.estimatedAt}>
            {day !== today && `${dayName(day, dateLanguage(), 'short')} `}
            {timeOfDay(Date.parse(race.estimatedAt), timezone)}
          </time>
        )}{' '}
        {minutes && <span class="soon">{words.value.startsIn(minutesText(minutes))}</span>}{' '}
        <b>{numbered(race, names.get(race.id) ?? '')}</b> {children}
        {isUndrawn(race) && race.notes}
        <span class="vh"> ({embedWords.value.newTab})</span>
      </a>
    </li>
  );
}
