/** Times of races before and after, as crews see them. */
import type { OfficeRace } from '../../../../../src/contract/console/office.ts';
import { timeOfDay } from '../../../shared/times.ts';
import { labelOf } from '../race-names.ts';
import { dayWords } from './day-words.ts';

/** Each instant in epoch milliseconds. */
export interface PreviewRow {
  race: OfficeRace;
  before: number;
  after: number;
}

interface PreviewTableProps {
  rows: readonly PreviewRow[];
  timezone: string | null;
}

export function PreviewTable({ rows, timezone }: PreviewTableProps) {
  const t = dayWords.value;
  return (
    <table class="preview">
      <caption>{t.preview}</caption>
      <thead>
        <tr>
          <th scope="col">{t.columns.race}</th>
          <th scope="col">{t.columns.now}</th>
          <th scope="col">{t.columns.after}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ race, before, after }) => (
          <tr key={race.id}>
            <th scope="row">
              {labelOf(race)}
              {race.state === 'postponed' && <span class="quiet"> {t.columns.postponed}</span>}
            </th>
            <td>{timeOfDay(before, timezone)}</td>
            <td class={before === after ? undefined : 'moved'}>{timeOfDay(after, timezone)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
