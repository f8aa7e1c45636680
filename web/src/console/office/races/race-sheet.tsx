/** One race: what it is, its state, and its results or its draw. */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { HistoryEntry } from '../../../../../src/contract/console/history.ts';
import type { Office, OfficeRace } from '../../../../../src/contract/console/office.ts';
import { isScored } from '../../../../../src/domain/results/standings.ts';
import { dateLanguage } from '../../../shared/page/language.ts';
import { dayName, timeOfDay, venueDay } from '../../../shared/times.ts';
import { call } from '../../api.ts';
import { queryValue } from '../../place.ts';
import { racesWords } from '../../words/office-races.ts';
import { type Command, useCommands } from '../frame/commands.ts';
import { raceTitle, shownNumber } from '../race-names.ts';
import { useTableDraft } from '../table/table-draft.ts';
import { DrawEditor } from './draw/draw-editor.tsx';
import { focusFirstCrew } from './draw/draw-row.tsx';
import { focusFirstLane } from './lane-focus.ts';
import { RaceActions } from './race-actions.tsx';
import { raceTimes } from './race-words.ts';
import { crewedLanes } from './results/field-entry.ts';
import { focusOrder } from './results/finish-order-field.tsx';
import { useResultsDraft } from './results/results-draft.ts';
import { ResultsEntry } from './results/results-entry.tsx';

/** Where the focus goes when another race is shown. */
export type Begin = 'heading' | 'results' | undefined;

interface RaceSheetProps {
  eventId: number;
  document: Office;
  race: OfficeRace;
  begin: Begin;
  /** To another race. @param from where typing goes on there */
  step: (by: number, from: Begin) => void;
}

export function RaceSheet({ eventId, document, race, begin, step }: RaceSheetProps) {
  const hasCrews = crewedLanes(race).length > 0;
  const results = useResultsDraft(eventId, race);
  const draw = useTableDraft(`draw ${eventId} ${race.id}`);
  const [view, show] = useState<'results' | 'draw'>(() =>
    queryValue('draw') !== null || draw.isChanged.peek() || (!hasCrews && begin !== 'results')
      ? 'draw'
      : 'results',
  );
  const t = racesWords.value;
  useCommands([
    ...(view === 'results' ? onwardCommands((by) => step(by, 'results')) : []),
    {
      id: 'races.results',
      words: t.enterResults,
      keys: ['e'],
      run: () => {
        show('results');
        focusFirstLane(results.entry);
      },
    },
    {
      id: 'races.order',
      words: t.order,
      keys: ['f'],
      run: () => {
        show('results');
        focusOrder();
      },
    },
    {
      id: 'races.draw',
      words: t.draw,
      keys: ['d'],
      run: () => {
        show('draw');
        focusFirstCrew();
      },
    },
  ]);
  // Before the next key arrives.
  useLayoutEffect(() => {
    if (begin === 'results') focusFirstLane(results.entry);
  }, []);
  return (
    <>
      <div class="race-top">
        <RaceHead
          document={document}
          race={race}
          // Keys go on from where nothing can be typed, too.
          hasFocus={begin === 'heading' || (begin === 'results' && !hasCrews)}
        />
        <Views
          view={view}
          show={show}
          changed={{ results: results.draft.isChanged.value, draw: draw.isChanged.value }}
        />
      </div>
      {view === 'results' && (
        <ResultsEntry
          eventId={eventId}
          document={document}
          race={race}
          results={results}
          onDraw={() => show('draw')}
        />
      )}
      {view === 'draw' && (
        <DrawEditor eventId={eventId} document={document} race={race} draft={draw} />
      )}
      {isScored(race.lanes) && <PostedBy eventId={eventId} document={document} race={race} />}
      <RaceActions
        eventId={eventId}
        document={document}
        race={race}
        isTyped={results.draft.isChanged.value}
      />
    </>
  );
}

/** To the next and the previous race, where typing goes on; also out of a field. */
function onwardCommands(step: (by: number) => void): Command[] {
  const t = racesWords.value;
  return [
    { id: 'races.onward', words: t.onward, keys: ['PageDown'], run: () => step(1) },
    { id: 'races.back', words: t.back, keys: ['PageUp'], run: () => step(-1) },
  ];
}

function RaceHead({
  document,
  race,
  hasFocus,
}: {
  document: Office;
  race: OfficeRace;
  hasFocus: boolean;
}) {
  const t = racesWords.value;
  const heading = useRef<HTMLHeadingElement>(null);
  // Before the next key arrives, which may put the cursor into a field.
  useLayoutEffect(() => {
    if (hasFocus) heading.current?.focus({ preventScroll: true });
  }, []);
  const title = raceTitle(race);
  return (
    <header class="race-title">
      <h2
        id="race-title"
        ref={heading}
        tabIndex={-1}
        class={race.state === 'cancelled' ? 'struck' : ''}
      >
        <span class="race-number">{shownNumber(race)}</span> {title}
      </h2>
      <p class="race-facts">
        <span>{raceTimes(race, document.event.timezone)}</span>
        <Badges race={race} />
      </p>
      {race.reason && <p class="quiet">{t.reasonOf(race.reason)}</p>}
    </header>
  );
}

function Badges({ race: { state, official, lanes } }: { race: OfficeRace }) {
  const t = racesWords.value.badges;
  const scored = isScored(lanes);
  return (
    <span class="badges">
      {state !== 'planned' && <span class="badge">{t[state]}</span>}
      {scored && official === true && <span class="badge good">{t.official}</span>}
      {scored && official === false && <span class="badge calm">{t.provisional}</span>}
    </span>
  );
}

interface ViewsProps {
  view: 'results' | 'draw';
  show: (view: 'results' | 'draw') => void;
  changed: { results: boolean; draw: boolean };
}

function Views({ view, show, changed }: ViewsProps) {
  const t = racesWords.value;
  return (
    <fieldset class="race-views" aria-label={t.views}>
      {(['results', 'draw'] as const).map((each) => (
        <button
          key={each}
          type="button"
          class="pill"
          aria-pressed={view === each}
          aria-keyshortcuts={each === 'results' ? 'E' : 'D'}
          onClick={() => show(each)}
        >
          {t[each]}
          {changed[each] && view !== each && <span> ({t.notSaved})</span>}
        </button>
      ))}
    </fieldset>
  );
}

interface PostedByProps {
  eventId: number;
  document: Office;
  race: OfficeRace;
}

/** Who posted the results of a race last, when, and with which key. */
function PostedBy({ eventId, document, race }: PostedByProps) {
  const t = racesWords.value;
  const entry = useLastPost(eventId, race);
  if (!entry) return null;
  const { timezone } = document.event;
  const at = Date.parse(entry.at);
  const day = venueDay(at, timezone);
  const time = timeOfDay(at, timezone);
  const when =
    day === venueDay(Date.now(), timezone)
      ? time
      : `${dayName(day, dateLanguage(), 'short')} ${time}`;
  const who = [entry.displayName, entry.keyPrefix && t.withKey(entry.keyPrefix)].filter(Boolean);
  return <p class="quiet posted-by">{t.postedBy(when, who.join(', ') || t.someone)}</p>;
}

/** Asked for again when the results change. */
function useLastPost(eventId: number, race: OfficeRace): HistoryEntry | undefined {
  const [entry, setEntry] = useState<HistoryEntry | undefined>(undefined);
  const shown = JSON.stringify(race.lanes);
  useEffect(() => {
    let isOver = false;
    // Nobody is asked to sign in for a line of quiet text.
    void call('GET /events/{eventId}/history', {
      params: { eventId },
      query: { race: race.id },
      isAboutSignIn: true,
    }).then((reply) => {
      if (!isOver && !reply.problem)
        setEntry(reply.body.entries.find((each) => isPost(each, race.id)));
    });
    return () => {
      isOver = true;
    };
  }, [eventId, race.id, shown]);
  return entry;
}

/** Whether an entry has changed a result of a race. */
function isPost({ changes }: HistoryEntry, raceId: number): boolean {
  return changes.some(
    ({ subject, id, after }) =>
      subject === 'lane' &&
      id === raceId &&
      after !== null &&
      Object.keys(after).some((name) => OF_RESULTS.has(name)),
  );
}

const OF_RESULTS: ReadonlySet<string> = new Set([
  'status',
  'finishTimeMillis',
  'finishPlace',
  'penaltyMillis',
]);
