/** The part "Crews" of a race office: the crews as a table, edited in place, pasted, ordered, and merged. */
import '../table/edit-table.css';
import './crews.css';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Office, OfficeCrew } from '../../../../../src/contract/console/office.ts';
import { similarNames } from '../../../../../src/domain/crews/similar-names.ts';
import { searchText } from '../../../../../src/domain/text/search-text.ts';
import { CancelButton, Dialog } from '../../components/dialog.tsx';
import { Alert, PageHeading } from '../../components/page-parts.tsx';
import { shownRevision } from '../../documents/office.ts';
import { useOnce } from '../../form.ts';
import { type Problem, problemText } from '../../problems.ts';
import { consoleWords } from '../../words/console.ts';
import { crewsWords } from '../../words/office-crews.ts';
import { frameWords } from '../../words/office-frame.ts';
import { REMOVED } from '../conflicts/conflicts.ts';
import { allOrNothing, writeOffice } from '../conflicts/write.ts';
import { useCommands } from '../frame/commands.ts';
import type { PartProps } from '../frame/parts.ts';
import { hasPaste, PastePanel, savePasted } from '../paste/paste-panel.tsx';
import { EditRows, UnsavedRows } from '../table/edit-row.tsx';
import { focusCell } from '../table/row-actions.ts';
import { faultText } from '../table/row-push.ts';
import { pushCrews } from '../table/table-state.ts';
import { CrewRow, moveCrew } from './crew-row.tsx';
import { CREW_FIELDS, mergeObstacle } from './crew-rows.ts';
import { CrewsState } from './crews-state.ts';
import { CREW_HEADINGS, guessCrewColumn, planCrews } from './plan-crews.ts';

export function Crews({ eventId, document }: PartProps) {
  const t = crewsWords.value;
  const state = useMemo(() => new CrewsState(eventId), [eventId]);
  useEffect(() => state.follow(), [state]);
  const [pasted, setPasted] = useState<{ text?: string } | undefined>(() =>
    hasPaste(nameOfCrewPaste(eventId)) ? {} : undefined,
  );
  const [pair, setPair] = useState<Pair>();
  const [wanted, find] = useState('');
  const add = () => {
    find('');
    focusCell(state.draft.add({ name: '' }), 'name');
  };
  useCommands([
    { id: 'crews.add', words: t.add, keys: ['a'], run: add },
    { id: 'crews.paste', words: t.paste, keys: ['v'], run: () => setPasted({}) },
    { id: 'crews.sort', words: t.sortByName, run: () => state.sortByName() },
    { id: 'crews.down', words: t.keyDown, keys: ['Enter'] },
    { id: 'crews.up', words: t.keyUp, keys: ['Shift+Enter'] },
    { id: 'crews.move-up', words: t.moveUp, keys: ['Alt+ArrowUp'] },
    { id: 'crews.move-down', words: t.moveDown, keys: ['Alt+ArrowDown'] },
  ]);
  return (
    <>
      <PageHeading title={frameWords.value.parts.crews}>
        <span class="quiet">{t.crews(document.crews.length)}</span>
        <div class="tools">
          <input
            class="find"
            type="search"
            autocomplete="off"
            aria-label={t.find}
            placeholder={t.find}
            value={wanted}
            onInput={({ currentTarget: { value } }) => find(value)}
          />
          <button type="button" class="pill" onClick={add}>
            {t.add}
          </button>
          <button type="button" class="pill" title={t.pasteHint} onClick={() => setPasted({})}>
            {t.paste}
          </button>
          <button type="button" class="pill" onClick={() => state.sortByName()}>
            {t.sortByName}
          </button>
        </div>
      </PageHeading>
      <div class={pasted && 'with-panel of-table'}>
        <div>
          <SimilarCrews crews={document.crews} onMerge={setPair} />
          <CrewTable
            state={state}
            wanted={wanted}
            onAdd={() => state.draft.add({ name: '' })}
            onPaste={(text) => setPasted({ text })}
          />
          <div class="page-foot">
            <Selected state={state} onMerge={setPair} />
            <UnsavedRows state={state} text={t.changed} />
          </div>
        </div>
        {pasted && (
          <PasteCrews
            eventId={eventId}
            document={document}
            pasted={pasted.text}
            onClose={() => setPasted(undefined)}
          />
        )}
      </div>
      {pair && (
        <MergeCrews
          state={state}
          races={document.races}
          pair={pair}
          onClose={() => setPair(undefined)}
        />
      )}
    </>
  );
}

interface CrewTableProps {
  state: CrewsState;
  wanted: string;
  onAdd: () => string;
  onPaste: (text: string) => void;
}

function CrewTable({ state, wanted, onAdd, onPaste }: CrewTableProps) {
  const t = crewsWords.value;
  const crews = state.crews.value;
  const rows = found(state, wanted);
  return (
    <EditRows
      rows={rows}
      move={(row, by) => moveCrew(state, row, by)}
      add={onAdd}
      onLeave={() => state.sort()}
      onPaste={onPaste}
    >
      {state.rows.value.length === 0 ? (
        <p class="quiet">{t.none}</p>
      ) : (
        <table class="edit-table crew-table" aria-label={t.table}>
          <thead>
            <tr>
              <th class="select" scope="col">
                <span class="vh">{t.selectColumn}</span>
              </th>
              {CREW_FIELDS.map((field) => (
                <th key={field} scope="col" class={`of-${field}`}>
                  {t.fields[field]}
                </th>
              ))}
              <th scope="col" class="of-races">
                {t.races}
              </th>
              <th class="act" scope="col">
                <span class="vh">{t.moreColumn}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((key) => (
              <CrewRow key={key} state={state} row={key} crew={crews.get(key)} />
            ))}
          </tbody>
        </table>
      )}
    </EditRows>
  );
}

/** The rows whose name or club contains a text; new rows and rows with a draft always. */
function found(state: CrewsState, wanted: string): readonly string[] {
  const text = searchText(wanted);
  const rows = state.rows.value;
  if (text === '') return rows;
  return rows.filter((key) => {
    const { name, clubId } = state.textsUnwatched(key);
    return state.draft.row(key).peek() || searchText(`${name} ${clubId}`).includes(text);
  });
}

function Selected({ state, onMerge }: { state: CrewsState; onMerge: (pair: Pair) => void }) {
  const t = crewsWords.value;
  const crews = [...state.selected.value].flatMap((key) => state.crews.value.get(key) ?? []);
  const [one, other] = crews;
  const free = crews.filter(({ id }) => !state.racesOf.value.has(id));
  if (!one) return null;
  return (
    <section class="bulk-bar" aria-label={t.selected(crews.length)}>
      <b role="status">{t.selected(crews.length)}</b>
      {other && crews.length === 2 && (
        <button type="button" class="pill" onClick={() => onMerge([one, other])}>
          {t.merge}
        </button>
      )}
      {free.length === crews.length && (
        <button
          type="button"
          class="pill"
          onClick={() => {
            for (const { id } of free) state.draft.remove(String(id));
            state.unselect();
          }}
        >
          {t.remove}
        </button>
      )}
      <button type="button" class="pill" onClick={() => state.unselect()}>
        {t.unselect}
      </button>
    </section>
  );
}

interface PasteCrewsProps {
  eventId: number;
  document: Office;
  pasted: string | undefined;
  onClose: () => void;
}

/** The name under which what was pasted is stored. */
function nameOfCrewPaste(eventId: number): string {
  return `paste-crews-${eventId}`;
}

function PasteCrews({ eventId, document, pasted, onClose }: PasteCrewsProps) {
  const t = crewsWords.value;
  return (
    <PastePanel
      name={nameOfCrewPaste(eventId)}
      pasted={pasted}
      headings={CREW_HEADINGS}
      guess={guessCrewColumn}
      plan={(sheet) => planCrews({ crews: document.crews, ...sheet })}
      words={{ names: t.names, fault: (fault) => faultText(fault, t), doubt: t.similarTo }}
      save={(rows) =>
        savePasted(eventId, {
          ...{ rows, push: pushCrews, subject: 'team' },
          writable: CREW_FIELDS,
          seen: document.revision,
        })
      }
      onClose={onClose}
    />
  );
}

type Pair = readonly [OfficeCrew, OfficeCrew];

interface SimilarCrewsProps {
  crews: readonly OfficeCrew[];
  onMerge: (pair: Pair) => void;
}

/** A list of crews whose names are probably of one crew, with a button that merges two of them. */
function SimilarCrews({ crews, onMerge }: SimilarCrewsProps) {
  const t = crewsWords.value;
  const groups = similarNames(crews);
  if (groups.length === 0) return null;
  return (
    <section class="attention" aria-labelledby="similar">
      <h2 id="similar">{t.similarTitle}</h2>
      <ul>
        {groups.map(([one, other, ...more]) => {
          if (!one || !other) return null;
          const names = [one, other, ...more].map(({ name }) => name).join(' · ');
          return (
            <li key={one.id} class="similar">
              <span dir="auto">{names}</span>
              <button
                type="button"
                class="pill"
                aria-label={t.mergeThese(`${one.name}, ${other.name}`)}
                onClick={() => onMerge([one, other])}
              >
                {t.merge}
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

interface MergeCrewsProps {
  state: CrewsState;
  races: Office['races'];
  pair: Pair;
  onClose: () => void;
}

function MergeCrews({ state, races, pair, onClose }: MergeCrewsProps) {
  const t = crewsWords.value;
  const [seen] = useState(shownRevision);
  const [kept, setKept] = useState(() => proposed(pair, state.racesOf.peek()));
  const [problem, setProblem] = useState<Problem>();
  const racesOf = state.racesOf.value;
  const obstacle = mergeObstacle(...pair, races);
  const [isBusy, merge] = useOnce(async () => {
    const other = pair.find(({ id }) => id !== kept.id) as OfficeCrew;
    const outcome = await writeOffice('POST /events/{eventId}/crews/merge', {
      params: { eventId: state.eventId },
      seen,
      ...allOrNothing({ keep: kept.id, remove: other.id }, ({ subject, id }) =>
        subject === 'team' && id === other.id ? REMOVED : undefined,
      ),
      said: t.merged,
    });
    if (outcome.kind === 'refused') return setProblem(outcome.problem);
    if (outcome.kind === 'done') {
      state.draft.discard([String(other.id)]);
      state.unselect();
    }
    onClose();
  });
  return (
    <Dialog title={t.mergeTitle} onCancel={onClose}>
      <p>{t.mergeHint}</p>
      <fieldset class="field">
        <legend>{t.mergeStays}</legend>
        {pair.map((crew) => (
          <label class="tick" key={crew.id}>
            <input
              type="radio"
              name="kept"
              checked={crew.id === kept.id}
              onChange={() => setKept(crew)}
            />
            <span>
              <b dir="auto">{crew.name}</b>{' '}
              <span class="quiet">
                {racesOf.has(crew.id)
                  ? t.drawnIn((racesOf.get(crew.id) ?? []).join(', '))
                  : t.notDrawn}
                {crew.externalId !== null && ` · ${t.adopted}`}
              </span>
            </span>
          </label>
        ))}
      </fieldset>
      <Alert
        texts={[
          obstacle && (obstacle === 'both-kept' ? t.bothKept : t.bothIn(obstacle.races.join(', '))),
          problem && problemText(problem, consoleWords.value),
        ]}
      />
      <div class="actions">
        {!obstacle && (
          <button
            type="button"
            class="pill primary"
            aria-disabled={isBusy}
            onClick={() => void merge()}
          >
            {t.mergeNow}
          </button>
        )}
        <CancelButton onCancel={onClose} />
      </div>
    </Dialog>
  );
}

/** The crew that should stay: the one that timing software uses, else the one that is drawn in more races. */
function proposed([one, other]: Pair, racesOf: ReadonlyMap<number, readonly string[]>): OfficeCrew {
  if ((one.externalId === null) !== (other.externalId === null)) {
    return one.externalId === null ? other : one;
  }
  const count = ({ id }: OfficeCrew) => racesOf.get(id)?.length ?? 0;
  return count(other) > count(one) ? other : one;
}
