/** One race of the programme: its cells, and below them, while the row is open, the other fields. */
import { useComputed } from '@preact/signals';
import type { OfficeRace } from '../../../../../src/contract/console/office.ts';
import type { Options } from '../../components/field.tsx';
import { consoleUrl } from '../../place.ts';
import { partPath } from '../../routing.ts';
import { programmeWords } from '../../words/office-programme.ts';
import { type CellNote, EditCell, noteIdOf, RowNotes } from '../table/edit-cell.tsx';
import { EditRow, GoneRow } from '../table/edit-row.tsx';
import { cellOf, focusCell } from '../table/row-actions.ts';
import { isNewRow } from '../table/row-drafts.ts';
import { faultText } from '../table/row-push.ts';
import type { ProgrammeState } from './programme-state.ts';
import { readRow } from './race-rows.ts';
import {
  clockDoubt,
  isOutside,
  RACE_FIELDS,
  type RaceField,
  type RaceTexts,
  textsOfRace,
} from './race-texts.ts';

/** The options of a row's choices; the same objects for all rows, so that no row is redrawn for nothing. */
export interface RowOptions {
  /** Empty for an event of one day. */
  days: Options;
  modes: Options;
  /** For a new race: with an option that uses the settings. */
  newModes: Options;
  visibilities: Options;
}

interface RaceRowProps {
  state: ProgrammeState;
  row: string;
  race: OfficeRace | undefined;
  options: RowOptions;
  onRemove: (key: string) => void;
}

/** The fields with a cell in the row; the others are below it. */
const IN_LINE: readonly RaceField[] = [
  'raceNumber',
  'printedNumber',
  'day',
  'time',
  'title',
  'boatClass',
  'round',
  'divisionLabel',
  'distanceMeters',
];
export const inLine = (options: RowOptions) =>
  IN_LINE.filter((field) => field !== 'day' || options.days.length > 0);
const BELOW: readonly RaceField[] = ['resultMode', 'resultVisibility', 'laneScheme', 'notes'];
/** The fields that a phone shows while a row is closed. */
const FIRST: readonly RaceField[] = ['raceNumber', 'time', 'title'];

export function RaceRow(props: RaceRowProps) {
  const { state, row, race, options } = props;
  const t = programmeWords.value;
  const number = state.texts(row).printedNumber || state.texts(row).raceNumber;
  const name = number === '' ? t.newRace : t.raceNamed(number);
  if (!race && !isNewRow(row)) return <Gone state={state} row={row} />;
  return (
    <EditRow
      state={state}
      row={row}
      name={name}
      words={t}
      class={race && race.state !== 'planned' ? `race-row off ${race.state}` : 'race-row'}
      cells={inLine(options).map((field) => (
        <Cell key={field} {...props} field={field} name={name} />
      ))}
      notes={<Notes {...props} />}
      below={<Below {...props} name={name} />}
    />
  );
}

interface CellProps extends RaceRowProps {
  field: RaceField;
  name: string;
  /** Whether the label is shown above the cell, because it is in no column. */
  isLabelled?: boolean;
}

function Cell(props: CellProps) {
  const { field, race } = props;
  const isMinor = !FIRST.includes(field);
  return (
    <td class={`of-${field}${isMinor ? ' minor' : ''}`}>
      <RaceCell {...props} />
      {field === 'title' && race && race.state !== 'planned' && (
        <span class="badge calm">{stateText(race)}</span>
      )}
    </td>
  );
}

function RaceCell({ state, row, race, options, field, name, isLabelled }: CellProps) {
  const t = programmeWords.value;
  const note = useComputed(() => {
    if (errorOf(state, row, race, field) !== undefined) return 'wrong';
    return warningOf(state, row, field) === undefined ? undefined : 'doubtful';
  });
  const choices = {
    day: options.days,
    resultMode: race ? options.modes : options.newModes,
    resultVisibility: options.visibilities,
  } as Partial<Record<RaceField, Options>>;
  const isNumber = field === 'raceNumber' || field === 'distanceMeters';
  return (
    <>
      <span class={isLabelled ? 'cell-label' : 'cell-label only-narrow'} aria-hidden="true">
        {isLabelled ? t.names[field] : t.fields[field]}
      </span>
      <EditCell
        draft={state.draft}
        row={row}
        field={field}
        stored={race ? textsOfRace(race, state.clock.value)[field] : ''}
        label={t.cell(t.names[field], name)}
        freshKey={
          race
            ? `race ${race.id} ${field === 'day' || field === 'time' ? 'scheduledAt' : field}`
            : ''
        }
        isWrong={note.value === 'wrong'}
        noteId={note.value && noteIdOf(row, field)}
        options={choices[field]}
        inputMode={isNumber ? 'numeric' : 'text'}
      />
    </>
  );
}

function stateText({ state }: OfficeRace): string {
  const t = programmeWords.value;
  return state === 'cancelled' ? t.cancelled : t.postponed;
}

function Notes({ state, row, race }: RaceRowProps) {
  const t = programmeWords.value;
  const notes = RACE_FIELDS.flatMap((field): CellNote[] => {
    const error = errorOf(state, row, race, field);
    const text = error ?? warningOf(state, row, field);
    if (text === undefined) return [];
    return [{ field, name: t.names[field], text, isWrong: error !== undefined }];
  });
  return <RowNotes row={row} notes={notes} />;
}

function errorOf(
  state: ProgrammeState,
  row: string,
  race: OfficeRace | undefined,
  field: RaceField,
): string | undefined {
  const t = programmeWords.value;
  const refused = state.refused.value.get(row)?.[field];
  if (refused !== undefined) return refused;
  const draft = state.draft.row(row).value;
  if (!state.isJudged.value || !draft || draft.isRemoved) return undefined;
  const fault = readRow(race, draft, state.clock.value).faults[field];
  return fault && faultText(fault, t);
}

/** A doubt about the text of a cell; not a fault, for which see `errorOf`. */
function warningOf(state: ProgrammeState, row: string, field: RaceField): string | undefined {
  const t = programmeWords.value;
  const texts = state.texts(row);
  if (field === 'raceNumber')
    return state.repeated.value.has(texts.raceNumber) ? t.numberTwice : undefined;
  if (field === 'printedNumber')
    return texts.printedNumber !== '' && state.repeatedPrinted.value.has(texts.printedNumber)
      ? t.printedTwice
      : undefined;
  if (field !== 'time') return undefined;
  const doubt = clockDoubt(texts.day, texts.time, state.clock.value, state.timezone.value);
  if (doubt) return doubt === 'twice' ? t.twice : t.leftOut;
  const event = state.event.value;
  return event && isOutside(texts.day, event) ? t.outside : undefined;
}

/** The part below an open row: properties that are rarely needed, and what can be done with the race. */
function Below(props: RaceRowProps & { name: string }) {
  const { state, row, race, onRemove } = props;
  const t = programmeWords.value;
  const action = (text: string, run: () => void) => (
    <button type="button" class="pill" onClick={run}>
      {text}
    </button>
  );
  return (
    <tr class="below">
      <td colSpan={99}>
        <div class="below-cells">
          {BELOW.map((field) => (
            <div key={field} class={`of-${field}`}>
              <RaceCell {...props} field={field} isLabelled />
            </div>
          ))}
        </div>
        {race && race.state !== 'planned' && (
          <p>
            <b>{stateText(race)}</b> {race.reason}
          </p>
        )}
        <div class="actions">
          {action(t.duplicate, () => focusCell(state.duplicate(row), 'title'))}
          {action(t.earlier, () => moveAndFocus(state, row, -1))}
          {action(t.later, () => moveAndFocus(state, row, 1))}
          {action(t.remove, () => onRemove(row))}
          {race && (
            <a class="pill" href={consoleUrl(partPath(state.eventId, 'races', race.id))}>
              {t.openRace}
            </a>
          )}
        </div>
      </td>
    </tr>
  );
}

function Gone({ state, row }: Pick<RaceRowProps, 'state' | 'row'>) {
  const texts = Object.entries(state.texts(row)).filter(([, text]) => text !== '');
  const typed: Partial<RaceTexts> = Object.fromEntries(texts);
  const day = typed.day ?? state.dayOfGone(row);
  return (
    <GoneRow
      draft={state.draft}
      row={row}
      texts={Object.values(typed)}
      words={programmeWords.value}
      onAddAgain={() => focusCell(state.add(day, typed), 'title')}
    />
  );
}

/** Exchanges the times of two rows; the focus goes with the row. */
export function moveAndFocus(state: ProgrammeState, row: string, by: 1 | -1): void {
  const field = cellOf(document.activeElement)?.field ?? 'time';
  if (state.exchange(row, by)) focusCell(row, field);
}
