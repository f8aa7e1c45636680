/** Says that the regatta does not have the race or the crew that the address leads to, or has it no longer. */
import { words } from '../../shared/page/language.ts';
import { missing } from '../page/view-state.ts';

/** The element is always there, for a screen reader announces only what is put into it later. */
export function MissingNote() {
  const t = words.value.myDay;
  const { value } = missing;
  return (
    <p class="missing-note" role="status">
      {value &&
        ('race' in value ? t.noSuchRace(value.printed ?? String(value.race)) : t.noSuchCrew)}
    </p>
  );
}
