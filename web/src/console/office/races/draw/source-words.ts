/** Where the crew of a lane comes from, in the words of the board: `1st of race 12`. */
import type { LaneSource } from '../../../../../../src/contract/board.ts';
import type { Office } from '../../../../../../src/contract/console/office.ts';
import { sourceNumbers } from '../../../../../../src/domain/progression/lane-source.ts';
import { words } from '../../../../shared/words/board.ts';
import { shownNumber } from '../../race-names.ts';

/** @returns for instance `fastest 3rd of races 12 to 14` */
export function sourceText(from: LaneSource, { races }: Pick<Office, 'races'>): string {
  const byId = new Map(
    races.map((race) => [race.id, { raceNumber: race.raceNumber, number: shownNumber(race) }]),
  );
  return words.value.source(from, sourceNumbers(from, byId));
}
