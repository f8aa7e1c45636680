/** Posts the draw that the rules of a race say now. Only a person does that, with one key. */
import type { OfficeRace } from '../../../../../src/contract/console/office.ts';
import { shownRevision } from '../../documents/office.ts';
import type { Problem } from '../../problems.ts';
import { numberOf } from '../race-names.ts';
import { allOrNothing } from '../conflicts/outcome.ts';
import { writeOffice } from '../conflicts/write.ts';
import { progressionWords } from './progression-words.ts';

/** @returns why it was not done */
export async function applyDraw(eventId: number, race: OfficeRace): Promise<Problem | undefined> {
  const named = new Map(race.draw?.lanes.map(({ position, crewId }) => [position, crewId]));
  const draws = [...named.values()].some((crewId) => crewId !== null);
  const { applied, emptied } = progressionWords.peek();
  const outcome = await writeOffice('POST /events/{eventId}/races/{raceId}/progression/apply', {
    params: { eventId, raceId: race.id },
    seen: shownRevision(),
    ...allOrNothing({}, ({ subject, id, position = 0 }) =>
      subject === 'lane' && id === race.id && named.has(position)
        ? { teamId: named.get(position) }
        : undefined,
    ),
    said: (draws ? applied : emptied)(numberOf(race)),
  });
  return outcome.kind === 'refused' ? outcome.problem : undefined;
}
