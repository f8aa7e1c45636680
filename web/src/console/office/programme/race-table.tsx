/** The races as editable tables, one for each venue day. */
import { useComputed } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { dateLanguage } from '../../../shared/page/language.ts';
import { dayName } from '../../../shared/times.ts';
import { programmeWords } from '../../words/office-programme.ts';
import { EditRows } from '../table/edit-row.tsx';
import { focusCell } from '../table/row-actions.ts';
import type { ProgrammeState } from './programme-state.ts';
import { inLine, moveAndFocus, RaceRow, type RowOptions } from './race-row.tsx';
import type { PlacedRow } from './race-rows.ts';
import { isOutside } from './race-texts.ts';

interface RaceTableProps {
  state: ProgrammeState;
  /** YYYY-MM-DD: the days of the event, and other days with races. */
  days: readonly string[];
  onRemove: (key: string) => void;
  /** A table was pasted over this one. */
  onPaste: (text: string) => void;
}

export function RaceTable({ state, days, onRemove, onPaste }: RaceTableProps) {
  const t = programmeWords.value;
  const rows = state.rows.value;
  const options = useOptions(state, days);
  const groups = groupsOf(rows, days);
  return (
    <EditRows
      rows={rows.map(({ key }) => key)}
      move={(row, by) => moveAndFocus(state, row, by)}
      add={() => state.add(rows.at(-1)?.day ?? '')}
      onLeave={() => state.sort()}
      onPaste={onPaste}
    >
      {groups.map(({ day, keys }) => (
        <Day key={day} state={state} day={day} keys={keys} options={options} onRemove={onRemove} />
      ))}
      {rows.length === 0 && <p class="quiet">{t.none}</p>}
    </EditRows>
  );
}

interface DayProps {
  state: ProgrammeState;
  day: string;
  keys: readonly string[];
  options: RowOptions;
  onRemove: (key: string) => void;
}

function Day({ state, day, keys, options, onRemove }: DayProps) {
  const t = programmeWords.value;
  const races = state.races.value;
  const name = day === '' ? t.newRace : dayName(day, dateLanguage(), 'long', true);
  return (
    <section class="race-day">
      <div class="section-head">
        <h2>{name}</h2>
        <span class="quiet">{t.races(keys.length)}</span>
      </div>
      {keys.length > 0 && (
        <table
          class={`edit-table race-table${options.days.length > 0 ? ' has-days' : ''}`}
          aria-label={t.table(name)}
        >
          <thead>
            <tr>
              <th class="select" scope="col">
                <SelectDay state={state} keys={keys} label={t.selectDay(name)} />
              </th>
              {inLine(options).map((field) => (
                <th key={field} scope="col" class={`of-${field}`}>
                  {t.fields[field]}
                </th>
              ))}
              <th class="act" scope="col">
                <span class="vh">{t.moreColumn}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {keys.map((key) => (
              <RaceRow
                key={key}
                state={state}
                row={key}
                race={races.get(key)}
                options={options}
                onRemove={onRemove}
              />
            ))}
          </tbody>
        </table>
      )}
      <button type="button" class="pill add-row" onClick={() => focusCell(state.add(day), 'title')}>
        {t.add}
        {day !== '' && <span class="vh"> {t.on(name)}</span>}
      </button>
    </section>
  );
}

function SelectDay({
  state,
  keys,
  label,
}: {
  state: ProgrammeState;
  keys: readonly string[];
  label: string;
}) {
  const isAll = useComputed(() => keys.every((key) => state.selected.value.has(key)));
  return (
    <label class="tick">
      <input
        type="checkbox"
        aria-label={label}
        checked={isAll.value}
        onChange={({ currentTarget: { checked } }) => {
          const others = [...state.selected.peek()].filter((key) => !keys.includes(key));
          state.selected.value = new Set(checked ? [...others, ...keys] : others);
        }}
      />
    </label>
  );
}

/** The rows grouped by their day, with days of the event that have no races. */
function groupsOf(
  rows: readonly PlacedRow[],
  days: readonly string[],
): { day: string; keys: string[] }[] {
  const groups = new Map<string, string[]>(days.map((day) => [day, []]));
  for (const { key, day } of rows) groups.set(day, [...(groups.get(day) ?? []), key]);
  return [...groups].map(([day, keys]) => ({ day, keys })).sort((a, b) => (a.day < b.day ? -1 : 1));
}

function useOptions(state: ProgrammeState, days: readonly string[]): RowOptions {
  const t = programmeWords.value;
  const event = state.event.value;
  return useMemo(() => {
    const name = (day: string) => dayName(day, dateLanguage(), 'short');
    return {
      days:
        days.length > 1
          ? days.map(
              (day) =>
                [
                  day,
                  event && isOutside(day, event) ? t.outsideDay(name(day)) : name(day),
                ] as const,
            )
          : [],
      modes: Object.entries(t.modes),
      newModes: [['', t.asSettings], ...Object.entries(t.modes)],
      visibilities: [['', t.asSettings], ...Object.entries(t.visibilities)],
    };
  }, [days.join(), t, event?.startDate, event?.endDate]);
}
