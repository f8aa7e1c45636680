/** What the race office calls a race in one line. */
import type { OfficeRace } from '../../../../src/contract/console/office.ts';
import { raceName } from '../../../../src/domain/race-name.ts';

type Named = Pick<
  OfficeRace,
  'raceNumber' | 'printedNumber' | 'title' | 'divisionLabel' | 'boatClass' | 'round'
>;

/** Its number as it is printed: `16A`, else `16`. */
export function numberOf({
  raceNumber,
  printedNumber,
}: Pick<Named, 'raceNumber' | 'printedNumber'>): string {
  return printedNumber ?? String(raceNumber);
}

/** Number and name: `16A · Women 8+, Heat 1`. */
export function labelOf(race: Named): string {
  return [numberOf(race), raceName(race)].filter(Boolean).join(' · ');
}
