/** What the race office writes of a race between start and finish: of the race itself, and of its entries. */
import type { OfficeRace } from '../../../../../../src/contract/console/office.ts';
import { shownRevision } from '../../../documents/office.ts';
import { racingWords } from '../../../words/office-racing.ts';
import type { Mine, Values } from '../../conflicts/conflicts.ts';
import { allOrNothing, writeOffice } from '../../conflicts/write.ts';
import { shownNumber } from '../../race-names.ts';
import type { RacingEntry } from './entry-texts.ts';
import type { RaceFacts } from './race-facts.ts';

export const RACING_ROUTE = 'PATCH /events/{eventId}/races/{raceId}/racing';

/** Writes what is known of a race itself: its kind, its start, its end. */
export function writeRaceFacts(
  eventId: number,
  race: Pick<OfficeRace, 'id'>,
  facts: RaceFacts,
  { said, seen = shownRevision() }: { said: string; seen?: number },
) {
  return writeOffice(RACING_ROUTE, {
    params: { eventId, raceId: race.id },
    seen,
    ...allOrNothing(facts, ({ subject, id }) =>
      subject === 'race' && id === race.id ? (facts as Values) : undefined,
    ),
    said,
  });
}

/** The race is started, now or at another moment. @param at epoch milliseconds */
export function writeStart(eventId: number, race: OfficeRace, at: number) {
  return writeRaceFacts(
    eventId,
    race,
    { startedAt: new Date(at).toISOString() },
    { said: racingWords.peek().started(shownNumber(race)) },
  );
}

/** How entries that are written answer for what others have changed of them. */
export function mineOfEntries(raceId: number, entries: readonly RacingEntry[]): Mine {
  return {
    valuesOf: ({ subject, id, position }) => {
      if (subject !== 'lane' || id !== raceId) return undefined;
      const entry = entries.find((each) => each.position === position);
      if (!entry) return undefined;
      const { position: _, positionLabel: __, ...values } = entry;
      return values;
    },
  };
}
