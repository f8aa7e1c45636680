/** The preview of all changes by the files, and the button that writes them. */
import { useMemo, useState } from 'preact/hooks';
import type { Office } from '../../../../../src/contract/console/office.ts';
import type {
  ImportAnswer,
  ImportDocument,
  ImportItem,
} from '../../../../../src/contract/import.ts';
import { numberShown } from '../../../../../src/domain/races/race-name.ts';
import { dateLanguage } from '../../../shared/page/language.ts';
import { dayName } from '../../../shared/times.ts';
import { words } from '../../../shared/words/board.ts';
import { Alert, FocusedHeading } from '../../components/page-parts.tsx';
import { usePrimaryAction } from '../../form.ts';
import { consoleWords } from '../../words/console.ts';
import { frameWords } from '../../words/office-frame.ts';
import { importWords } from '../../words/office-import.ts';
import { type ChangeContext, propertyText, valueText } from '../conflicts/change-words.ts';
import { English, Reason, SaidInEnglish } from './answer-field.tsx';
import {
  canBeWritten,
  columnBefore,
  type PreviewRow,
  partsOfLocal,
  previewRows,
  ROW_STATES,
  type RowState,
  saidOfNew,
} from './import-decisions.ts';
import type { ImportState } from './import-state.ts';

/** At most so many rows are shown, because nobody reads more; each kind can be shown alone. */
const MAX_SHOWN = 300;

interface PreviewProps {
  state: ImportState;
  document: Office;
  onWrite: () => void;
}

export function Preview({ state, document, onWrite }: PreviewProps) {
  const t = importWords.value;
  const answer = state.answer.value;
  const isShown = answer && answer.questions.length === 0 && state.isCurrent.value;
  const isPrimaryAction = usePrimaryAction(isShown === true, answer ?? null);
  if (!isShown) return null;
  const isReady = canBeWritten(answer);
  const { counts } = answer;
  return (
    <div class="import-preview">
      <FocusedHeading>{t.preview}</FocusedHeading>
      <Alert texts={[answer.changedMeanwhile && t.changedMeanwhile]} />
      <FirstAndLast answer={answer} />
      <SaidInEnglish of={[...answer.wrong, ...answer.skipped, ...answer.notes]} />
      <Notes notes={answer.notes} />
      <Rows answer={answer} document={document} />
      <div class="actions import-actions">
        <button
          type="button"
          class={isPrimaryAction ? 'pill primary' : 'pill'}
          data-saves
          aria-disabled={!isReady || state.isBusy.value}
          onClick={() => isReady && onWrite()}
        >
          {state.isBusy.value ? consoleWords.value.working : t.write}
        </button>
        <button type="button" class="pill" onClick={() => state.discard()}>
          {t.leave}
        </button>
        <span class="quiet">
          {counts.wrong > 0 ? t.mendFirst : counts.new + counts.changed === 0 && t.nothing}
        </span>
      </div>
    </div>
  );
}

/** First and last race with their starts, where a wrong zone is easiest to notice. */
function FirstAndLast({ answer: { firstRace, lastRace } }: { answer: ImportAnswer }) {
  const t = importWords.value;
  if (!firstRace || !lastRace) return null;
  return (
    <dl class="facts">
      {[
        { name: t.firstRace, start: firstRace },
        { name: t.lastRace, start: lastRace },
      ].map(({ name, start }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {frameWords.value.race(start.race)}: {localText(start.local)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function localText(local: string): string {
  const parts = partsOfLocal(local);
  if (!parts) return local;
  const { day, time, offset } = parts;
  return `${dayName(day, dateLanguage(), 'long', true)}, ${time} ${offset}`.trim();
}

function Notes({ notes }: { notes: ImportDocument['notes'] }) {
  const t = importWords.value;
  if (notes.length === 0) return null;
  return (
    <details class="import-notes" open={notes.length <= 3}>
      <summary>{t.notes(notes.length)}</summary>
      <ul>
        {notes.slice(0, MAX_SHOWN).map(({ row, text, file }) => (
          <li key={`${file} ${row} ${text}`}>
            {t.place(file, row)} <English>{text}</English>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Rows({ answer, document }: { answer: ImportAnswer; document: Office }) {
  const t = importWords.value;
  const { counts } = answer;
  const [only, setOnly] = useState<RowState>();
  const rows = useMemo(() => previewRows(answer), [answer]);
  const wanted = rows.filter(({ state }) => only === undefined || state === only);
  const shown = wanted.slice(0, MAX_SHOWN);
  const context = {
    ...{ words: frameWords.value, document },
    ...{ decimalMark: words.value.decimalMark, dateLanguage: dateLanguage() },
  };
  return (
    <>
      <fieldset class="actions filters">
        <legend class="vh">{t.show}</legend>
        <Filter text={t.all} count={rows.length} isOn={only === undefined} onClick={setOnly} />
        {ROW_STATES.filter((state) => counts[state] > 0).map((state) => (
          <Filter
            key={state}
            text={t.states[state]}
            count={counts[state]}
            isOn={only === state}
            onClick={() => setOnly(state)}
          />
        ))}
      </fieldset>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is reached by key. */}
      <section class="sideways" aria-label={t.preview} tabIndex={0}>
        <table class="preview import-rows">
          <thead>
            <tr>
              <th scope="col">{t.outcome}</th>
              <th scope="col">{t.thing}</th>
              <th scope="col">{t.what}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((row, index) => (
              // The index is the key, because the rows of an answer never move.
              <Row key={index} row={row} context={context} />
            ))}
          </tbody>
        </table>
      </section>
      {wanted.length > shown.length && (
        <p class="quiet">{t.shownOf(shown.length, wanted.length)}</p>
      )}
    </>
  );
}

interface FilterProps {
  text: string;
  count: number;
  isOn: boolean;
  onClick: (none: undefined) => void;
}

function Filter({ text, count, isOn, onClick }: FilterProps) {
  return (
    <button type="button" class="pill" aria-pressed={isOn} onClick={() => onClick(undefined)}>
      {text} {count}
    </button>
  );
}

function Row({ row, context }: { row: PreviewRow; context: ChangeContext }) {
  const t = importWords.value;
  const isItem = 'item' in row;
  const column = isItem ? undefined : columnBefore(row);
  return (
    <tr class={`is-${row.state}`}>
      <td class="state">
        <b>{t.states[row.state]}</b>
      </td>
      <td>{isItem ? itemText(row.item, context) : t.place(row.file, row.row)}</td>
      <td class="outcome">
        {isItem ? (
          <Changes item={row.item} context={context} />
        ) : (
          <>
            {column !== undefined && <b>{column}: </b>}
            <Reason {...row} />
          </>
        )}
      </td>
    </tr>
  );
}

/** `Race 12`, `Race 12, lane 3: Saline A`, `Crew Saline A`. */
function itemText(
  { kind, race, position, crew }: ImportItem,
  { words, document }: ChangeContext,
): string {
  if (kind === 'crew') return `${words.crew} ${crew ?? ''}`;
  const ofRace = words.race(race ?? '');
  if (kind === 'race') return ofRace;
  // Only of an existing race is it known whether its boats have lanes or bows.
  const known = document.races.find((each) => numberShown(each) === race);
  const laneOf = known?.effectiveKind === 'head' ? words.bow : words.lane;
  const ofLane = position === undefined ? ofRace : laneOf(ofRace, String(position));
  const named = crew === undefined ? ofLane : `${ofLane}: ${crew}`;
  return kind === 'result' ? importWords.value.resultOf(named) : named;
}

function Changes({ item, context }: { item: ImportItem; context: ChangeContext }) {
  const t = importWords.value;
  if (item.outcome === 'new') {
    const told = saidOfNew(item).map(({ property, to }) =>
      t.value(propertyText(property, context), valueText(property, to, context)),
    );
    return <>{told.join(' · ')}</>;
  }
  return item.changes.map(({ property, from, to }) => (
    <span class="block" key={property}>
      {t.change(
        propertyText(property, context),
        valueText(property, from, context),
        valueText(property, to, context),
      )}
    </span>
  ));
}
