/** One crew: its cells, the races in which it is drawn, and what can be done with it. */
import { useComputed } from '@preact/signals';
import type { OfficeCrew } from '../../../../../src/contract/console/office.ts';
import { crewsWords } from '../../words/office-crews.ts';
import { withdrawnWords } from '../../words/office-frame.ts';
import { writeOffice } from '../conflicts/write.ts';
import { type CellNote, EditCell, noteIdOf, RowNotes } from '../table/edit-cell.tsx';
import { EditRow, GoneRow } from '../table/edit-row.tsx';
import { cellOf, focusCell } from '../table/row-actions.ts';
import { isNewRow } from '../table/row-drafts.ts';
import { faultText } from '../table/row-push.ts';
import { entriesOf } from '../withdrawn/entries.ts';
import { Withdraw } from '../withdrawn/withdraw.tsx';
import { CREW_FIELDS, type CrewField, readCrewRow, textsOfCrew } from './crew-rows.ts';
import type { CrewsState } from './crews-state.ts';
import { EraseCrew } from './erase-crew.tsx';

interface CrewRowProps {
  state: CrewsState;
  row: string;
  crew: OfficeCrew | undefined;
}

export function CrewRow({ state, row, crew }: CrewRowProps) {
  const t = crewsWords.value;
  const name = state.texts(row).name || t.newCrew;
  const races = (crew && state.racesOf.value.get(crew.id)) ?? [];
  const { open, withdrawn } = entriesOf(state.entries.value, crew?.id);
  if (!crew && !isNewRow(row)) return <Gone state={state} row={row} />;
  return (
    <EditRow
      state={state}
      row={row}
      name={name}
      words={t}
      class={withdrawn.length > 0 && open.length === 0 ? 'crew-row withdrawn' : 'crew-row'}
      cells={
        <>
          {CREW_FIELDS.map((field) => (
            <td key={field} class={`of-${field}${field === 'name' ? '' : ' minor'}`}>
              <CrewCell state={state} row={row} crew={crew} field={field} name={name} />
            </td>
          ))}
          <td class="of-races quiet">
            {races.length === 0 ? t.notDrawn : t.racesOf(races)}
            {withdrawn.length > 0 && (
              <span class="block">
                {withdrawn.length === races.length
                  ? withdrawnWords.value.withdrawn(null)
                  : withdrawnWords.value.withdrawnIn(withdrawn.join(', '))}
              </span>
            )}
          </td>
        </>
      }
      notes={<RowNotes row={row} notes={notesOf(state, row, crew)} />}
      below={<Below state={state} row={row} crew={crew} races={races} />}
    />
  );
}

interface CrewCellProps extends CrewRowProps {
  field: CrewField;
  name: string;
}

function CrewCell({ state, row, crew, field, name }: CrewCellProps) {
  const t = crewsWords.value;
  const note = useComputed(() => notesOf(state, row, crew).find((each) => each.field === field));
  return (
    <>
      <span class="cell-label only-narrow" aria-hidden="true">
        {t.names[field]}
      </span>
      <EditCell
        draft={state.draft}
        row={row}
        field={field}
        stored={crew ? textsOfCrew(crew)[field] : ''}
        label={t.cell(t.names[field], name)}
        freshKey={crew ? `crew ${crew.id} ${field}` : ''}
        isWrong={note.value?.isWrong === true}
        noteId={note.value && noteIdOf(row, field)}
        inputMode={field === 'boatIndex' || field === 'sortOrder' ? 'numeric' : 'text'}
      />
    </>
  );
}

/** What is wrong or doubtful about the cells of a row. */
function notesOf(state: CrewsState, row: string, crew: OfficeCrew | undefined): CellNote[] {
  const t = crewsWords.value;
  const draft = state.draft.row(row).value;
  const faults =
    state.isJudged.value && draft && !draft.isRemoved ? readCrewRow(crew, draft).faults : {};
  const refused = state.refused.value.get(row) ?? {};
  return CREW_FIELDS.flatMap((field): CellNote[] => {
    const fault = faults[field];
    const error = refused[field] ?? (fault && faultText(fault, t));
    const isTwice = field === 'name' && state.repeated.value.has(state.texts(row).name.trim());
    const text = error ?? (isTwice ? t.nameTwice : undefined);
    if (text === undefined) return [];
    return [{ field, name: t.names[field], text, isWrong: error !== undefined }];
  });
}

function Below({ state, row, crew, races }: CrewRowProps & { races: readonly string[] }) {
  const t = crewsWords.value;
  const isDrawn = races.length > 0;
  const { open, withdrawn } = entriesOf(state.entries.value, crew?.id);
  const action = (text: string, run: () => void) => (
    <button type="button" class="pill" onClick={run}>
      {text}
    </button>
  );
  return (
    <tr class="below">
      <td colSpan={99}>
        <p class="quiet">{isDrawn ? t.isDrawn(races.join(', ')) : t.notDrawn}</p>
        {crew?.externalId != null && <p class="quiet">{t.adopted}</p>}
        <div class="actions">
          {action(t.earlier, () => moveCrew(state, row, -1))}
          {action(t.later, () => moveCrew(state, row, 1))}
          {!isDrawn && action(t.remove, () => state.draft.remove(row))}
          {crew && <EraseCrew eventId={state.eventId} crew={crew} />}
          {crew && (
            <Withdraw
              name={`${state.eventId}/crews/${crew.id}`}
              write={(write) =>
                writeOffice('PUT /events/{eventId}/crews/{crewId}/withdrawn', {
                  params: { eventId: state.eventId, crewId: crew.id },
                  ...write,
                })
              }
              crew={crew.name}
              title={withdrawnWords.value.fromAll(crew.name)}
              more={withdrawnWords.value.moreOfAll(open.join(', '))}
              canWithdraw={open.length > 0}
              canPutBack={withdrawn.length > 0}
            />
          )}
        </div>
      </td>
    </tr>
  );
}

function Gone({ state, row }: Pick<CrewRowProps, 'state' | 'row'>) {
  const { sortOrder: _, ...texts } = state.texts(row);
  return (
    <GoneRow
      draft={state.draft}
      row={row}
      texts={Object.values(texts)}
      words={crewsWords.value}
      onAddAgain={() => focusCell(state.draft.add(texts), 'name')}
    />
  );
}

/** Moves a crew by one row; the focus moves with it. */
export function moveCrew(state: CrewsState, row: string, by: 1 | -1): void {
  const cell = cellOf(document.activeElement);
  if (state.move(row, by) && cell) focusCell(row, cell.field);
}
