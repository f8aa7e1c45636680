/** What the sections of a day share: their props, a choice of races, and the preview of times. */
import { useEffect } from 'preact/hooks';
import type { Office, OfficeRace } from '../../../../../src/contract/console/office.ts';
import { dateLanguage } from '../../../shared/page/language.ts';
import { timeOfDay } from '../../../shared/times.ts';
import { type FieldProps, SelectField } from '../../components/field.tsx';
import type { Values } from '../../drafts.ts';
import type { Form } from '../../form.ts';
import { goTo, queryValue } from '../../place.ts';
import { dayWords } from '../../words/office-day.ts';
import type { PartProps } from '../frame/parts.ts';
import { labelOf, raceOptions } from '../race-names.ts';
import { canMove } from './day-decisions.ts';

/** The time of a race before and after a write, in epoch milliseconds. */
export interface PreviewRow {
  race: OfficeRace;
  before: number;
  after: number;
}

interface PreviewTableProps {
  rows: readonly PreviewRow[];
  timezone: string | null;
}

/** Times of races as crews see them, before and after. */
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

/** Shown while nothing is typed: the races still to come, where there is room beside the form. */
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

/** The props of a section of one day. */
export interface DayProps extends Pick<PartProps, 'eventId' | 'document'> {
  /** YYYY-MM-DD */
  day: string;
}

/** A choice of races; it also offers the race that is chosen, even if that has started since, or was removed. */
export function RaceField<V extends Values>(
  props: FieldProps<V> & {
    document: Office;
    races: readonly OfficeRace[];
    onValue?: (value: string) => void;
  },
) {
  const { document, races, ...field } = props;
  const chosen = String(field.form.values.value[field.name]);
  const offered = document.races.filter(
    (race) => races.includes(race) || String(race.id) === chosen,
  );
  const options = raceOptions(offered, document, dateLanguage());
  const isGone = chosen !== '' && options.every(([id]) => id !== chosen);
  return <SelectField {...field} options={isGone ? [[chosen, '–'], ...options] : options} />;
}

/**
 * Takes a value that another page proposes for a form in the query of the address.
 *
 * @param take is called once with the value, which is then removed from the address
 */
export function useProposal(name: string, take: (value: string) => void): void {
  const proposed = queryValue(name);
  useEffect(() => {
    if (proposed === null) return;
    take(proposed);
    const url = new URL(location.href);
    url.searchParams.delete(name);
    goTo(url.href, true);
  }, [proposed]);
}

/** Moves the focus to the field with the proposed value, once the palette has closed. */
export function focusField<V extends Values>(form: Form<V>, name: keyof V & string): void {
  requestAnimationFrame(() => {
    const field = form.element?.querySelector<HTMLElement>(`[name=${name}]`);
    field?.focus();
    field?.scrollIntoView({ block: 'center' });
  });
}
