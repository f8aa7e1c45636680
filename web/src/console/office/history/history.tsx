/** The part "History" of a race office: who did what, newest first, and undo. */
import { numberShown } from '../../../../../src/domain/races/race-name.ts';
import './history.css';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { HistoryEntry } from '../../../../../src/contract/console/history.ts';
import type { Office } from '../../../../../src/contract/console/office.ts';
import { readVenueInput } from '../../../../../src/domain/day/read-venue-time.ts';
import { OPERATION_NAMES } from '../../../../../src/domain/history/changes.ts';
import { dateLanguage } from '../../../shared/page/language.ts';
import { dayName, venueDay } from '../../../shared/times.ts';
import { call } from '../../api.ts';
import { Confirmation } from '../../components/dialog.tsx';
import { Choice, MomentField, type Options } from '../../components/field.tsx';
import { FormFrame } from '../../components/form-frame.tsx';
import { PageHeading, Refused } from '../../components/page-parts.tsx';
import { shownRevision } from '../../documents/office.ts';
import { useForm } from '../../form.ts';
import { consoleUrl, goTo, queryValue } from '../../place.ts';
import type { Problem } from '../../problems.ts';
import { partPath } from '../../routing.ts';
import { consoleWords } from '../../words/console.ts';
import { frameWords } from '../../words/office-frame.ts';
import { historyWords } from '../../words/office-history.ts';
import { allOrNothing, asReply, refusedHere, writeOffice } from '../conflicts/write.ts';
import type { PartProps } from '../frame/parts.ts';
import { raceOptions } from '../race-names.ts';
import { EntryRow } from './entry-row.tsx';
import {
  authorsOf,
  type FilterName,
  type Filters,
  filtersOf,
  joined,
  type Listed,
  NONE_LISTED,
  queryOf,
  raceNumbersIn,
  undoneIds,
} from './history-decisions.ts';
import { lineContext, venueTimeText } from './line-context.ts';

export function History({ eventId, document }: PartProps) {
  const filters = filtersOf(queryValue);
  const { entries, hasMore, olderRemoved, problem, showMore } = useHistory(
    eventId,
    filters,
    document.revision,
  );
  const seen = useAllSeen(entries);
  const authors = authorsOf(seen);
  const raceNumbers = raceNumbersIn([...(entries ?? []), ...seen]);
  const t = historyWords.value;
  const [restoredAt, restoreAt] = useState<string>();
  const raceId = filters.race === undefined ? undefined : Number(filters.race);
  const race = document.races.find(({ id }) => id === raceId);
  const number = race ? numberShown(race) : (raceNumbers.get(raceId ?? 0) ?? '?');
  const change = (to: Filters) =>
    goTo(consoleUrl(partPath(eventId, 'history')) + queryOf(to), true);
  return (
    <>
      <PageHeading title={frameWords.value.parts.history} />
      <FilterBar
        document={document}
        filters={filters}
        authors={authors}
        removedName={frameWords.value.race(number)}
        onChange={change}
      />
      {raceId !== undefined && (
        <RestoreForm
          key={raceId}
          eventId={eventId}
          document={document}
          raceId={raceId}
          number={number}
        />
      )}
      {problem && <Refused problem={problem} />}
      {!entries && !problem && <p class="waiting">{consoleWords.value.loading}</p>}
      {entries?.length === 0 && (queryOf(filters) !== '' || !olderRemoved) && (
        <p class="quiet">{queryOf(filters) === '' ? t.none : t.noneSuch}</p>
      )}
      {entries && (
        <Entries
          eventId={eventId}
          document={document}
          entries={entries}
          raceNumbers={raceNumbers}
          filters={filters}
          onRestore={raceId === undefined ? undefined : restoreAt}
        />
      )}
      {hasMore && (
        <p class="actions">
          <button type="button" class="pill" onClick={showMore}>
            {consoleWords.value.more}
          </button>
        </p>
      )}
      {olderRemoved && !hasMore && <p class="quiet">{t.olderRemoved}</p>}
      {raceId !== undefined && restoredAt !== undefined && (
        <RestoreDialog
          eventId={eventId}
          document={document}
          raceId={raceId}
          number={number}
          at={restoredAt}
          onClose={() => restoreAt(undefined)}
        />
      )}
    </>
  );
}

interface EntriesProps extends Pick<PartProps, 'eventId' | 'document'> {
  entries: readonly HistoryEntry[];
  raceNumbers: ReadonlyMap<number, string>;
  filters: Filters;
  onRestore: ((at: string) => void) | undefined;
}

/** The entries by day at the venue. */
function Entries(props: EntriesProps) {
  const { eventId, document, entries, raceNumbers, filters, onRestore } = props;
  const context = lineContext(document, raceNumbers);
  const undone = undoneIds(entries);
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const dayOf = ({ at }: HistoryEntry) => venueDay(Date.parse(at), document.event.timezone);
  const days = [...new Set(entries.map(dayOf))];
  return days.map((day) => (
    <section key={day} class="history-day" aria-label={dayName(day, dateLanguage(), 'long', true)}>
      <h2>{dayName(day, dateLanguage(), 'long', true)}</h2>
      <ol class="rows">
        {entries
          .filter((entry) => dayOf(entry) === day)
          .map((entry) => (
            <EntryRow
              key={entry.id}
              eventId={eventId}
              entry={entry}
              context={context}
              filters={filters}
              isUndone={undone.has(entry.id)}
              takenBack={entry.undoOf === null ? undefined : byId.get(entry.undoOf)}
              onRestore={
                onRestore && entry.id !== entries[0]?.id ? () => onRestore(entry.at) : undefined
              }
            />
          ))}
      </ol>
    </section>
  ));
}

/** All entries that were on the screen, whatever the filters are now: the choices of filters come from them. */
function useAllSeen(entries: readonly HistoryEntry[] = []): HistoryEntry[] {
  const seen = useRef(new Map<number, HistoryEntry>());
  const [, redraw] = useState(0);
  useEffect(() => {
    for (const entry of entries) seen.current.set(entry.id, entry);
    redraw(seen.current.size);
  }, [entries]);
  return [...seen.current.values()];
}

/** The pages of the history on the screen: the newest page follows new entries, older ones are requested. */
interface ShownHistory {
  /** Newest first; `undefined` while the first page is requested. */
  entries: readonly HistoryEntry[] | undefined;
  hasMore: boolean;
  /** Whether entries older than the last one were removed. */
  olderRemoved: boolean;
  problem: Problem | undefined;
  showMore(): void;
}

interface State extends Listed {
  olderRemoved: boolean;
  query: string;
}

/** @param revision of the office: a newer one has newer entries */
function useHistory(eventId: number, filters: Filters, revision: number): ShownHistory {
  const query = queryOf(filters);
  const [state, setState] = useState<State>();
  const [problem, setProblem] = useState<Problem>();
  // Only answers to the current filters count.
  const current = useRef(query);
  current.current = query;
  const load = async (before?: number) => {
    const reply = await call('GET /events/{eventId}/history', {
      params: { eventId },
      query: { ...filters, before },
    });
    if (current.current !== query) return;
    setProblem(reply.problem);
    if (reply.problem) return;
    const { entries, next, olderRemoved = false } = reply.body;
    setState((shown) => {
      const own = shown?.query === query ? shown : NONE_LISTED;
      return { ...joined(own, { entries, next }, before), olderRemoved, query };
    });
  };
  useEffect(() => void load(), [query, revision]);
  const shown = state?.query === query ? state : undefined;
  return {
    entries: shown?.entries,
    hasMore: shown !== undefined && shown.next !== null,
    olderRemoved: shown?.olderRemoved ?? false,
    problem,
    showMore: () => void load(shown?.next ?? undefined),
  };
}

/** The filters of the history: by race, crew, person, key and operation. */
interface FilterBarProps {
  document: Office;
  filters: Filters;
  authors: ReturnType<typeof authorsOf>;
  /** The name of a removed race, for a filter by it. */
  removedName: string | undefined;
  onChange: (filters: Filters) => void;
}

function FilterBar({ document, filters, authors, removedName, onChange }: FilterBarProps) {
  const t = historyWords.value;
  const races = raceOptions(document.races, document, dateLanguage());
  const crews = document.crews.map(({ id, name }) => [String(id), name] as const);
  const isRemoved = filters.race !== undefined && !races.some(([id]) => id === filters.race);
  const operations = OPERATION_NAMES.map((name) => [name, t.operations[name]] as const);
  const choices: [FilterName, string, Options][] = [
    [
      'race',
      t.race,
      isRemoved ? [...races, [filters.race ?? '', t.removedRace(removedName ?? '')]] : races,
    ],
    ['crew', t.crew, crews],
    ['person', t.person, authors.people],
    ['key', t.key, authors.keys.map((key) => [key, key] as const)],
    ['operation', t.operation, operations],
  ];
  return (
    <search class="filters" aria-label={t.filters}>
      {choices.map(([name, label, options]) => (
        <div key={name}>
          <label class="quiet" for={`filter-${name}`}>
            {label}
          </label>
          <Choice
            id={`filter-${name}`}
            value={filters[name] ?? ''}
            options={[['', t.all], ...options]}
            onValue={(value) => onChange({ ...filters, [name]: value || undefined })}
          />
        </div>
      ))}
      {Object.values(filters).some(Boolean) && (
        <button type="button" class="pill" onClick={() => onChange({})}>
          {t.clear}
        </button>
      )}
    </search>
  );
}

interface RestoreProps extends Pick<PartProps, 'eventId' | 'document'> {
  raceId: number;
  /** As it is printed; also of a race that was removed. */
  number: string;
}

/** Asks for a time to which a race is restored (console, "History"). */
function RestoreForm(props: RestoreProps) {
  const { eventId, document, raceId } = props;
  const t = historyWords.value.restore;
  const [at, setAt] = useState<string>();
  const form = useForm<{ at: string }>({
    name: `restore ${eventId} ${raceId}`,
    initial: { at: '' },
  });
  const choose = async ({ at: typed }: { at: string }) => {
    const instant = readVenueInput(typed, document.event);
    return instant === undefined ? refusedHere('at', t.noSuchTime) : { body: instant };
  };
  return (
    <details class="more">
      <summary>{t.title(props.number)}</summary>
      <p class="quiet">{t.hint}</p>
      <FormFrame
        form={form}
        submitText={t.choose}
        onSubmit={choose}
        onDone={(instant) => {
          setAt(new Date(instant).toISOString());
          return 'unsaved';
        }}
      >
        <MomentField form={form} name="at" label={t.at} />
      </FormFrame>
      {at !== undefined && <RestoreDialog {...props} at={at} onClose={() => setAt(undefined)} />}
    </details>
  );
}

interface DialogProps extends RestoreProps {
  /** RFC 3339 */
  at: string;
  onClose: () => void;
}

/** Asks for confirmation, and restores the race. */
function RestoreDialog({ eventId, document, raceId, number, at, onClose }: DialogProps) {
  const t = historyWords.value.restore;
  const [seen] = useState(shownRevision);
  const when = venueTimeText(at, document.event.timezone);
  const perform = () =>
    asReply(
      writeOffice('POST /events/{eventId}/races/{raceId}/restore', {
        params: { eventId, raceId },
        seen,
        ...allOrNothing({ at }, () => undefined, t.asItWas(when)),
        said: t.done,
      }),
    );
  return (
    <Confirmation
      title={t.title(number)}
      action={t.action}
      isDangerous={false}
      perform={perform}
      onDone={onClose}
      onCancel={onClose}
      words={{ validation_failed: t.notThere }}
    >
      <p>{t.confirm(number, when)}</p>
      <p class="quiet">{t.hint}</p>
      {document.status === 'published' && <p>{t.shown}</p>}
    </Confirmation>
  );
}
