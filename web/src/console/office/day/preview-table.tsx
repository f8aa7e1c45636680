/** Times of races as crews see them: before and after, or as they stand. */
import type { OfficeRace } from '../../../../../src/contract/console/office.ts';
import { timeOfDay } from '../../../shared/times.ts';
import { labelOf } from '../race-names.ts';
import { canMove } from './day-decisions.ts';
import { dayWords } from '../../words/office-day.ts';

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
    <table class="times">
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
            <RaceName race={race} />
            <td>{timeOfDay(before, timezone)}</td>
            <td class={before === after ? undefined : 'moved'}>{timeOfDay(after, timezone)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** While nothing is typed: the races that are still to come, where there is room beside the form. */
export function AsItStands({
  races,
  timezone,
}: { races: readonly OfficeRace[] } & Pick<PreviewTableProps, 'timezone'>) {
  const t = dayWords.value;
  const coming = races.filter(canMove);
  if (coming.length === 0) return null;
  return (
    <div class="as-it-stands">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by key. */}
      <section aria-label={t.seenNow} tabIndex={0}>
        <table class="times">
          <caption>{t.seenNow}</caption>
          <thead>
            <tr>
              <th scope="col">{t.columns.race}</th>
              <th scope="col">{t.columns.now}</th>
            </tr>
          </thead>
          <tbody>
            {coming.map((race) => (
              <tr key={race.id}>
                <RaceName race={race} />
                <td>{timeOfDay(Date.parse(race.estimatedAt), timezone)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}

function RaceName({ race }: { race: OfficeRace }) {
  return (
    <th scope="row">
      {labelOf(race)}
      {race.state === 'postponed' && <span class="quiet"> {dayWords.value.columns.postponed}</span>}
    </th>
  );
}
