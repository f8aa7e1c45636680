/** A choice among races. */
import type { Office, OfficeRace } from '../../../../../src/contract/console/office.ts';
import { type FieldProps, SelectField } from '../../components/field.tsx';
import type { Values } from '../../drafts.ts';
import { dateLanguage } from '../../../shared/page/language.ts';
import { choiceText } from '../race-names.ts';

export function RaceField<V extends Values>(
  props: FieldProps<V> & {
    document: Office;
    races: readonly OfficeRace[];
    onValue?: (value: string) => void;
  },
) {
  const { document, races, ...field } = props;
  return (
    <SelectField
      {...field}
      options={races.map((race) => [String(race.id), choiceText(race, document, dateLanguage())])}
    />
  );
}
