/**
 * The part "Draw and results" of a race office: one race at a time, first the one that is due next; the next and the previous
 * one are one key away.
 */
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { Office, OfficeRace } from '../../../../../src/contract/console/office.ts';
import { isRowed } from '../../../../../src/domain/results/standings.ts';
import { dateLanguage } from '../../../shared/page/language.ts';
import { dayName, venueDay } from '../../../shared/times.ts';
import { PageHeading } from '../../components/page-parts.tsx';
import { consoleUrl, goTo } from '../../place.ts';
import { partPath } from '../../routing.ts';
import { frameWords } from '../../words/office-frame.ts';
import { type Command, useCommands } from '../frame/commands.ts';
import type { PartProps } from '../frame/parts.ts';
import { choiceText } from '../race-names.ts';
import { raceDueNext, racesRowed, raceToEnter } from './due-race.ts';
import { type Begin, RaceSheet } from './race-sheet.tsx';
import './races.css';
import type { RefObject } from 'preact';
import { racesWords } from '../../words/office-races.ts';
import { tableDraft } from '../table/table-draft.ts';
import { useUnsaved } from '../unsaved.ts';
import type { UnsavedThing } from '../unsaved-things.ts';
import { TypedGone } from './typed-gone.tsx';

export function Races({ eventId, document, raceId }: PartProps) {
  const t = racesWords.value;
  const { races, event } = document;
  const section = useRef<HTMLElement>(null);
  const begin = useRef<Begin>(undefined);
  const known = races.findIndex(({ id }) => id === raceId);
  const go = (race: OfficeRace | undefined, from: Begin, replaces = false) => {
    if (!race) return;
    begin.current = from;
    goTo(consoleUrl(partPath(eventId, 'races', race.id)), replaces);
  };
  useEffect(() => {
    // The address names the race, because others see in which race somebody is.
    if (raceId === undefined) go(raceDueNext(races, event.timezone, Date.now()), undefined, true);
  }, [raceId, races.length > 0]);
  const step = (by: number, from: Begin = 'heading') =>
    go(from === 'results' ? raceToEnter(races, known, by) : races[known + by], from);
  useSwipe(section, (by) => step(by));
  useCommands(
    stepCommands(step, () => go(raceDueNext(races, event.timezone, Date.now()), 'heading')),
  );
  const race = races[known];
  return (
    <>
      <PageHeading title={frameWords.value.parts.races}>
        <Progress races={races} />
        {races.length > 0 && <Steps document={document} known={known} step={step} go={go} />}
      </PageHeading>
      {races.length === 0 && <p class="quiet">{t.noRaces}</p>}
      {raceId !== undefined && !race && <GoneRace key={raceId} eventId={eventId} raceId={raceId} />}
      {race && (
        <section ref={section} class="race-sheet" aria-labelledby="race-title">
          <RaceSheet
            key={race.id}
            eventId={eventId}
            document={document}
            race={race}
            begin={begin.current}
            step={step}
          />
        </section>
      )}
    </>
  );
}

function Progress({ races }: { races: readonly OfficeRace[] }) {
  const { rowed, all } = useMemo(() => racesRowed(races), [races]);
  if (all === 0) return null;
  return (
    <p class="race-progress">
      <progress value={rowed} max={all} aria-hidden="true" />
      {racesWords.value.rowed(rowed, all)}
    </p>
  );
}

interface StepsProps {
  document: Office;
  /** The index of the race that is shown. */
  known: number;
  step: (by: number) => void;
  go: (race: OfficeRace | undefined, from: Begin) => void;
}

function Steps({ document, known, step, go }: StepsProps) {
  const t = racesWords.value;
  const { races } = document;
  return (
    <nav class="tools race-steps" aria-label={t.goTo}>
      <Step by={-1} isPossible={known > 0} step={step} />
      <RaceChoice document={document} current={races[known]} go={go} />
      <Step by={1} isPossible={known < races.length - 1} step={step} />
    </nav>
  );
}

function Step({
  by,
  isPossible,
  step,
}: {
  by: number;
  isPossible: boolean;
  step: (by: number) => void;
}) {
  const t = racesWords.value;
  return (
    <button
      type="button"
      class="pill"
      aria-label={by < 0 ? t.previous : t.next}
      aria-keyshortcuts={by < 0 ? 'P' : 'N'}
      aria-disabled={!isPossible}
      onClick={() => isPossible && step(by)}
    >
      {by < 0 && <span aria-hidden="true">‹</span>}
      <span class="step-word">{by < 0 ? t.previousShort : t.nextShort}</span>
      {by > 0 && <span aria-hidden="true">›</span>}
    </button>
  );
}

interface RaceChoiceProps {
  document: Office;
  current: OfficeRace | undefined;
  go: (race: OfficeRace | undefined, from: Begin) => void;
}

/** The choice of all races, by day. Drawn again only when a race, or what is unsaved, has changed. */
function RaceChoice({ document, current, go }: RaceChoiceProps) {
  const t = racesWords.value;
  const { races, event, days } = document;
  const { timezone } = event;
  const language = dateLanguage();
  const unsaved = useUnsaved(event.id).filter(({ part }) => part === 'races');
  const groups = useMemo(() => {
    return daysOf(races, timezone).map(([day, ofDay]) => (
      <optgroup key={day} label={dayName(day, language, 'long')}>
        {ofDay.map((race) => (
          <option key={race.id} value={race.id} selected={race.id === current?.id}>
            {optionText(
              race,
              { event, days },
              unsaved.find(({ raceId }) => raceId === race.id),
            )}
          </option>
        ))}
      </optgroup>
    ));
  }, [races, current?.id, timezone, days.length, language, t, JSON.stringify(unsaved)]);
  return (
    <select
      aria-label={t.goTo}
      value={current?.id}
      onChange={({ currentTarget: { value } }) =>
        go(
          races.find(({ id }) => id === Number(value)),
          'heading',
        )
      }
    >
      {!current && <option value="" />}
      {groups}
    </select>
  );
}

function daysOf(
  races: readonly OfficeRace[],
  timezone: string | null,
): [day: string, races: OfficeRace[]][] {
  const days = new Map<string, OfficeRace[]>();
  for (const race of races) {
    const day = venueDay(Date.parse(race.scheduledAt), timezone);
    days.set(day, [...(days.get(day) ?? []), race]);
  }
  return [...days];
}

/** @param unsaved its draft, which is not saved or posted */
function optionText(
  race: OfficeRace,
  document: Pick<Office, 'event' | 'days'>,
  unsaved: UnsavedThing | undefined,
): string {
  const t = racesWords.value.badges;
  const mark = unsaved && `● ${unsaved.kind === 'draw' ? t.drawNotSaved : t.notPosted}`;
  const state = race.state !== 'planned' ? `(${t[race.state]})` : isRowed(race.lanes) ? '✓' : '';
  return [choiceText(race, document, dateLanguage()), state, mark].filter(Boolean).join(' · ');
}

function stepCommands(step: (by: number) => void, goToDue: () => void): Command[] {
  const t = racesWords.value;
  return [
    { id: 'races.next', words: t.next, keys: ['n', 'Alt+PageDown'], run: () => step(1) },
    { id: 'races.previous', words: t.previous, keys: ['p', 'Alt+PageUp'], run: () => step(-1) },
    { id: 'races.due', words: t.due, keys: ['.'], run: goToDue },
  ];
}

/** Shown in place of a race that somebody has removed. */
function GoneRace({ eventId, raceId }: { eventId: number; raceId: number }) {
  const t = racesWords.value;
  const draft = tableDraft(`results ${eventId} ${raceId}`);
  return (
    <>
      <p role="alert">{t.gone}</p>
      <TypedGone text={t.goneTyped} draft={draft} keys={draft.keys.value}>
        <a class="pill" href={consoleUrl(partPath(eventId, 'history'))}>
          {frameWords.value.parts.history}
        </a>
      </TypedGone>
    </>
  );
}

/** A shorter movement is no swipe. */
const MIN_PIXELS = 70;
/** A swipe that goes this much more down than across is scrolling. */
const MAX_SLOPE = 0.5;
const MAX_MILLIS = 600;

/**
 * Calls back for a swipe of a finger over the page, to the next or the previous race.
 *
 * @param onSwipe `1` where the finger went to the left, which shows what comes next
 */
function useSwipe(element: RefObject<HTMLElement | null>, onSwipe: (by: 1 | -1) => void): void {
  useEffect(() => {
    const target = element.current;
    if (!target) return;
    let start: { x: number; y: number; at: number } | undefined;
    const onStart = (event: TouchEvent) => {
      const [touch] = event.touches;
      const isElsewhere =
        event.target instanceof Element && event.target.closest('input, [data-drags]');
      start =
        touch && event.touches.length === 1 && !isElsewhere
          ? { x: touch.clientX, y: touch.clientY, at: event.timeStamp }
          : undefined;
    };
    const onEnd = (event: TouchEvent) => {
      const [touch] = event.changedTouches;
      if (!start || !touch || event.timeStamp - start.at > MAX_MILLIS) return;
      const [across, down] = [touch.clientX - start.x, touch.clientY - start.y];
      if (Math.abs(across) < MIN_PIXELS || Math.abs(down) > Math.abs(across) * MAX_SLOPE) return;
      onSwipe(across < 0 ? 1 : -1);
    };
    target.addEventListener('touchstart', onStart, { passive: true });
    target.addEventListener('touchend', onEnd, { passive: true });
    return () => {
      target.removeEventListener('touchstart', onStart);
      target.removeEventListener('touchend', onEnd);
    };
  });
}
