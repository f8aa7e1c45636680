/** The entries of a race as an editable table: categories, allowances, and times of day (racing, "The office"). */
import { useComputed, useSignal } from '@preact/signals';
import { useMemo, useState } from 'preact/hooks';
import type {
  Office,
  OfficeLane,
  OfficeRace,
} from '../../../../../../src/contract/console/office.ts';
import { totalMillis } from '../../../../../../src/domain/results/standings.ts';
import { words } from '../../../../shared/words/board.ts';
import { racesWords } from '../../../words/office-races.ts';
import { racingWords } from '../../../words/office-racing.ts';
import { useCommands } from '../../frame/commands.ts';
import { hasPaste } from '../../paste/paste-panel.tsx';
import { type CellNote, EditCell, noteIdOf, RowNotes } from '../../table/edit-cell.tsx';
import { EditRows } from '../../table/edit-row.tsx';
import { SaveBar } from '../../table/save-bar.tsx';
import { crewNames } from '../race-words.ts';
import { crewedLanes } from '../results/field-entry.ts';
import { writtenTime } from '../results/typed-result.ts';
import { TypedWithoutCrew } from '../typed-gone.tsx';
import { EntriesState } from './entries-state.ts';
import { ENTRY_FIELDS, type EntryField, refusedFault, textsOfEntry, YES } from './entry-texts.ts';
import { nameOfEntryPaste, PasteEntries } from './paste-entries.tsx';

interface EntriesViewProps {
  eventId: number;
  document: Office;
  race: OfficeRace;
}

export function EntriesView({ eventId, document, race }: EntriesViewProps) {
  const t = racingWords.value;
  const { timezone } = document.event;
  const context = useSignal({ race, timezone });
  if (context.peek().race !== race) context.value = { race, timezone };
  const state = useMemo(() => new EntriesState(eventId, context), [eventId, race.id]);
  const [pasted, paste] = useState<string | true | undefined>(() =>
    // The panel opens again with what was pasted and not saved.
    hasPaste(nameOfEntryPaste(eventId, race.id)) ? true : undefined,
  );
  useCommands([{ id: 'racing.paste', words: t.paste, keys: ['v'], run: () => paste(true) }]);
  const lanes = crewedLanes(race);
  if (lanes.length === 0) return <p class="no-crews">{t.noEntries}</p>;
  const rows = lanes.map(({ position }) => String(position));
  const nameOf = crewNames(document);
  return (
    <div class={pasted === undefined ? undefined : 'with-panel of-table'}>
      <div>
        <p class="hint">{t.tableHint}</p>
        <EditRows
          rows={rows}
          move={() => {}}
          add={() => rows.at(-1) ?? ''}
          onLeave={() => {}}
          onPaste={(text) => paste(text)}
        >
          <table class="edit-table entries-table">
            <Heads race={race} />
            <tbody>
              {lanes.map((lane) => (
                <EntryRow
                  key={lane.position}
                  state={state}
                  race={race}
                  lane={lane}
                  crew={nameOf(lane.crewId)}
                  timezone={timezone}
                />
              ))}
            </tbody>
          </table>
        </EditRows>
        <div class="actions">
          <button type="button" class="pill" onClick={() => paste(true)}>
            {t.paste}
          </button>
        </div>
        <TypedWithoutCrew draft={state.draft} race={race} />
        <div class="page-foot">
          <UnsavedEntries state={state} />
        </div>
      </div>
      {pasted !== undefined && (
        <PasteEntries
          eventId={eventId}
          document={document}
          race={race}
          pasted={pasted === true ? undefined : pasted}
          onClose={() => paste(undefined)}
        />
      )}
    </div>
  );
}

function Heads({ race }: { race: OfficeRace }) {
  const t = racingWords.value;
  return (
    <thead>
      <tr>
        <th scope="col">{race.effectiveKind === 'head' ? t.bow : racesWords.value.lane}</th>
        <th scope="col">{t.crew}</th>
        {ENTRY_FIELDS.map((field) => (
          <th key={field} scope="col" title={t.fields[field]}>
            {headOf(field)}
          </th>
        ))}
        <th scope="col">{t.result}</th>
      </tr>
    </thead>
  );
}

function headOf(field: EntryField): string {
  const t = racingWords.value;
  return field === 'outOfCompetition' ? t.short.outOfCompetition : t.fields[field];
}

interface EntryRowProps {
  state: EntriesState;
  race: OfficeRace;
  lane: OfficeLane;
  crew: string;
  timezone: string | null;
}

function EntryRow({ state, race, lane, crew, timezone }: EntryRowProps) {
  const t = racingWords.value;
  const row = String(lane.position);
  const { decimalMark } = words.value;
  const { estimatedAt, startedAt, effectiveKind } = race;
  // While boats come in, each new document changes one lane, so the texts of hundreds of other rows are kept.
  const stored = useMemo(
    () => textsOfEntry(lane, { race, timezone, decimalMark }),
    [lane, estimatedAt, startedAt, effectiveKind, timezone, decimalMark],
  );
  const typed = useComputed(() =>
    state.typed.value.find((each) => each.lane.position === lane.position),
  ).value;
  const refused = state.refused.value.get(row) ?? {};
  const isJudged = state.problem.value !== undefined;
  const notes = ENTRY_FIELDS.flatMap((field): CellNote[] => {
    const refusal = refused[field];
    const fault = typed?.faults[field] ?? (refusal && refusedFault(refusal));
    // A time that is not complete is marked as wrong only once somebody tries to save it.
    const isWrong = fault !== undefined && (fault !== 'unfinished' || isJudged);
    const text = isWrong ? (t.faults[fault] ?? fault) : refusal;
    return text === undefined ? [] : [{ field, name: t.fields[field], text, isWrong: true }];
  });
  const isChanged = state.draft.row(row).value !== undefined;
  const classes = ['edit-row', isChanged && 'changed', lane.withdrawn && 'removed'];
  return (
    <>
      <tr class={classes.filter(Boolean).join(' ')}>
        <td class="entry-bow">{lane.positionLabel}</td>
        <td class="entry-name">{crew}</td>
        {ENTRY_FIELDS.map((field) => (
          <td key={field}>
            <span class="cell-label only-narrow" aria-hidden="true">
              {headOf(field)}
            </span>
            <EditCell
              draft={state.draft}
              row={row}
              field={field}
              stored={stored[field]}
              label={t.cellOf(t.fields[field], `${lane.positionLabel} ${crew}`)}
              freshKey={`lane ${race.id} ${lane.position}`}
              isWrong={notes.some((note) => note.field === field)}
              noteId={notes.some((note) => note.field === field) ? noteIdOf(row, field) : undefined}
              options={
                field === 'outOfCompetition'
                  ? [
                      ['', ''],
                      [YES, t.yes],
                    ]
                  : undefined
              }
            />
          </td>
        ))}
        <td class="entry-result">{resultText(lane)}</td>
      </tr>
      <RowNotes row={row} notes={notes} />
    </>
  );
}

/** The time of an entry, and the time by which it is ranked where that differs. */
function resultText(lane: OfficeLane): string {
  const { decimalMark } = words.value;
  const { status, finishTimeMillis } = lane;
  const time = finishTimeMillis === null ? '' : writtenTime(finishTimeMillis, decimalMark);
  if (status !== 'finished') return status === 'assigned' ? '' : status.toUpperCase();
  const total = totalMillis(lane);
  if (total === null || total === finishTimeMillis) return time;
  const sign = total < 0 ? '−' : '';
  return `${time} → ${sign}${writtenTime(Math.abs(total), decimalMark)}`;
}

function UnsavedEntries({ state }: { state: EntriesState }) {
  if (!state.draft.isChanged.value) return null;
  return (
    <SaveBar
      edits={state.draft.edits.value}
      isBusy={state.draft.isBusy.value}
      problem={state.problem.value}
      onSave={() => void state.save()}
      onDiscard={() => state.discard()}
    >
      {racingWords.value.changed(state.draft.keys.value.length)}
    </SaveBar>
  );
}
