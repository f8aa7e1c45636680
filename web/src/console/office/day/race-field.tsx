/** A choice among races. */
import type { OfficeRace } from '../../../../../src/contract/console/office.ts';
import { type FieldProps, SelectField } from '../../components/field.tsx';
import type { Values } from '../../drafts.ts';
import { labelOf } from '../race-names.ts';

export function RaceField<V extends Values>(
  props: FieldProps<V> & { races: readonly OfficeRace[]; onValue?: (value: string) => void },
) {
  const { races, ...field } = props;
  return <SelectField {...field} options={races.map((race) => [String(race.id), labelOf(race)])} />;
}
