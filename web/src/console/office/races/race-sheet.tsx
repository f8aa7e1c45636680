/** One race: what it is, its state, its results or its draw, and who posted them last. */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { HistoryEntry } from '../../../../../src/contract/console/history.ts';
import type { Office, OfficeRace } from '../../../../../src/contract/console/office.ts';
import { numberShown } from '../../../../../src/domain/races/race-name.ts';
import { isScored } from '../../../../../src/domain/results/standings.ts';
import { dateLanguage } from '../../../shared/page/language.ts';
import { dayName, timeOfDay, venueDay } from '../../../shared/times.ts';
import { call } from '../../api.ts';
import { lazyWithWords } from '../../lazy.tsx';
import { queryValue } from '../../place.ts';
import { racesWords } from '../../words/office-races.ts';
import { type Command, useCommands } from '../frame/commands.ts';
import { raceTitle } from '../race-names.ts';
import { tableDraft } from '../table/table-draft.ts';
import { useUnsaved } from '../unsaved.ts';
import type { UnsavedThing } from '../unsaved-things.ts';
import { DrawEditor } from './draw/draw-editor.tsx';
import { focusFirstCrew } from './draw/draw-row.tsx';
import { RaceActions } from './race-actions.tsx';
import { RaceKind, raceTimes, wordsOfKind } from './race-words.ts';
import type { RacingViewName } from './racing/racing.tsx';
import { crewedLanes } from './results/field-entry.ts';
import { useResultsDraft } from './results/results-draft.ts';
import { focusOrder, ResultsEntry } from './results/results-entry.tsx';
import { focusFirstLane } from './results/results-lane.tsx';

/** Loaded after the first view, because few people need it. */
const RacingView = lazyWithWords(() => import('./racing/racing.tsx').then((it) => it.RacingView));
const RaceCourse = lazyWithWords(() => import('./racing/racing.tsx').then((it) => it.RaceCourse));

/** The view of a race that is shown. */
type View = 'results' | 'draw' | RacingViewName;

/** The views of a head race, and of any other. */
const VIEWS: Readonly<Record<OfficeRace['effectiveKind'], readonly View[]>> = {
  lanes: ['results', 'entries', 'finishes', 'draw'],
  head: ['results', 'entries', 'starts', 'finishes', 'draw'],
};
const VIEW_KEYS: Readonly<Record<View, string>> = {
  results: 'e',
  entries: 'h',
  starts: 'b',
  finishes: 'a',
  draw: 'd',
};

/** Where the focus goes when another race is shown. */
export type Begin = 'heading' | 'results' | undefined;

interface RaceSheetProps {
  eventId: number;
  document: Office;
  race: OfficeRace;
  begin: Begin;
  /** Goes to another race. @param from where the focus goes there */
  step: (by: number, from: Begin) => void;
}

export function RaceSheet({ eventId, document, race, begin, step }: RaceSheetProps) {
  const hasCrews = crewedLanes(race).length > 0;
  const results = useResultsDraft(eventId, race);
  const draw = tableDraft(`draw ${eventId} ${race.id}`);
  const unsaved = useUnsaved(eventId).filter(({ raceId }) => raceId === race.id);
  const [view, show] = useState<View>(() => {
    const isDrawn = queryValue('draw') !== null || draw.isChanged.peek();
    if (isDrawn || (!hasCrews && begin !== 'results')) return 'draw';
    return openView(race, unsaved) ?? 'results';
  });
  const t = wordsOfKind(race.effectiveKind);
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
    ...VIEWS[race.effectiveKind]
      .filter((each) => isOfRacing(each))
      .map((each) => ({
        id: `races.${each}`,
        words: t[each],
        keys: [VIEW_KEYS[each]],
        run: () => show(each),
      })),
  ]);
  // A layout effect, so that the focus moves before the next key press.
  useLayoutEffect(() => {
    if (begin === 'results') focusFirstLane(results.entry);
  }, []);
  const course = <RaceCourse eventId={eventId} document={document} race={race} />;
  return (
    <RaceKind.Provider value={race.effectiveKind}>
      <div class="race-top">
        <RaceHead
          document={document}
          race={race}
          // Where nothing can be typed, the heading has the focus, so that keys work from there.
          hasFocus={begin === 'heading' || (begin === 'results' && !hasCrews)}
        />
        <Views race={race} view={view} show={show} changed={changedViews(unsaved)} />
      </div>
      {race.effectiveKind === 'head' && course}
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
      {isOfRacing(view) && (
        <RacingView eventId={eventId} document={document} race={race} view={view} />
      )}
      {isScored(race.lanes) && <PostedBy eventId={eventId} document={document} race={race} />}
      <RaceActions
        eventId={eventId}
        document={document}
        race={race}
        isTyped={results.draft.isChanged.value}
      />
      {race.effectiveKind === 'lanes' && course}
    </RaceKind.Provider>
  );
}

function isOfRacing(view: View): view is RacingViewName {
  return view !== 'results' && view !== 'draw';
}

/** The view in which a kind of draft is typed. */
const VIEW_OF_UNSAVED: Partial<Record<UnsavedThing['kind'], View>> = {
  results: 'results',
  draw: 'draw',
  entries: 'entries',
  'paste-entries': 'entries',
  starts: 'starts',
  finishes: 'finishes',
};

function changedViews(unsaved: readonly UnsavedThing[]): ReadonlySet<View> {
  return new Set(unsaved.flatMap(({ kind }) => VIEW_OF_UNSAVED[kind] ?? []));
}

/** The view that the address names, else one with unsaved input, so that a list of boats is open again after a reload. */
function openView(race: OfficeRace, unsaved: readonly UnsavedThing[]): View | undefined {
  const asked = queryValue('view');
  const views = VIEWS[race.effectiveKind].filter(isOfRacing);
  return (
    views.find((each) => each === asked) ?? views.find((each) => changedViews(unsaved).has(each))
  );
}

/** Go to the next and the previous race, where typing continues; the keys work in fields too. */
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
  // A layout effect, so that the focus moves before the next key press, which may move it into a field.
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
        <span class="race-number">{numberShown(race)}</span> {title}
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
  race: OfficeRace;
  view: View;
  show: (view: View) => void;
  /** Views with unsaved input. */
  changed: ReadonlySet<View>;
}

function Views({ race, view, show, changed }: ViewsProps) {
  const t = racesWords.value;
  return (
    <fieldset class="race-views" aria-label={t.views}>
      {VIEWS[race.effectiveKind].map((each) => (
        <button
          key={each}
          type="button"
          class="pill"
          aria-pressed={view === each}
          aria-keyshortcuts={VIEW_KEYS[each].toUpperCase()}
          onClick={() => show(each)}
        >
          {t[each]}
          {changed.has(each) && view !== each && <span> ({t.notSaved})</span>}
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

/** The last entry of the history with results of the race; requested again when the results change. */
function useLastPost(eventId: number, race: OfficeRace): HistoryEntry | undefined {
  const [entry, setEntry] = useState<HistoryEntry | undefined>(undefined);
  const shown = JSON.stringify(race.lanes);
  useEffect(() => {
    let isOver = false;
    // Opens no sign-in dialog just for a line of quiet text.
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
