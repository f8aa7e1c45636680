/**
 * Writes of the race office to one race, besides its draw and the results that are typed: its state, official results, removing
 * all results; and facts between start and finish, of the race itself and of its entries.
 */
import type { RaceState } from '../../../../../src/contract/board.ts';
import type { OfficeRace } from '../../../../../src/contract/console/office.ts';
import { NO_RESULT } from '../../../../../src/domain/draw/lane.ts';
import { numberShown } from '../../../../../src/domain/races/race-name.ts';
import { shownRevision } from '../../documents/office.ts';
import { racesWords } from '../../words/office-races.ts';
import { racingWords } from '../../words/office-racing.ts';
import type { Mine, Values } from '../conflicts/conflicts.ts';
import { allOrNothing, writeOffice } from '../conflicts/write.ts';
import type { RacingEntry } from './racing/entry-texts.ts';
import type { RaceFacts } from './racing/race-facts.ts';
import { resultsBody } from './results/field-entry.ts';
import { storedNow } from './results/results-draft.ts';

/** @param reason of a race that is cancelled or postponed */
export function writeState(
  eventId: number,
  race: OfficeRace,
  { state, reason }: { state: RaceState; reason: string | null },
  seen = shownRevision(),
) {
  const t = racesWords.peek();
  const said = { cancelled: t.cancelled, postponed: t.postponed, planned: t.plannedAgain }[state];
  return writeOffice('PUT /events/{eventId}/races/{raceId}/state', {
    params: { eventId, raceId: race.id },
    seen,
    ...ofRace(race, { state, reason }),
    said: said(numberShown(race)),
  });
}

/** Makes the results official, or provisional again. */
export function writeOfficial(eventId: number, race: OfficeRace, official: boolean) {
  const t = racesWords.peek();
  const said = official ? t.madeOfficial : t.madeProvisional;
  return writeOffice('PUT /events/{eventId}/races/{raceId}/official', {
    params: { eventId, raceId: race.id },
    seen: shownRevision(),
    ...ofRace(race, { official }),
    said: said(numberShown(race)),
  });
}

/** Removes all results of a race at once. */
export function writeTakenBack(eventId: number, race: OfficeRace) {
  const results = new Map(
    race.lanes
      .filter(({ status }) => status !== 'assigned')
      .map(({ position }) => [position, NO_RESULT]),
  );
  return writeOffice('PUT /events/{eventId}/races/{raceId}/results', {
    params: { eventId, raceId: race.id },
    seen: shownRevision(),
    body: ({ isDropped }) => resultsBody(race.id, storedNow(race), results, isDropped),
    mine: {
      valuesOf: ({ subject, id }) =>
        subject === 'lane' && id === race.id ? { ...NO_RESULT } : undefined,
    },
    said: racesWords.peek().takenBackAll(numberShown(race)),
  });
}

function ofRace<Properties extends object>(race: Pick<OfficeRace, 'id'>, properties: Properties) {
  return allOrNothing(properties, ({ subject, id }) =>
    subject === 'race' && id === race.id ? (properties as Values) : undefined,
  );
}

export const RACING_ROUTE = 'PATCH /events/{eventId}/races/{raceId}/racing';

/** Writes facts of a race itself: its kind, its start, whether it is closed. */
export function writeRaceFacts(
  eventId: number,
  race: Pick<OfficeRace, 'id'>,
  facts: RaceFacts,
  { said, seen = shownRevision() }: { said: string; seen?: number },
) {
  return writeOffice(RACING_ROUTE, {
    params: { eventId, raceId: race.id },
    seen,
    ...ofRace(race, facts),
    said,
  });
}

/** Writes the start of a race. @param at epoch milliseconds */
export function writeStart(eventId: number, race: OfficeRace, at: number) {
  return writeRaceFacts(
    eventId,
    race,
    { startedAt: new Date(at).toISOString() },
    { said: racingWords.peek().started(numberShown(race)) },
  );
}

/** What conflicts ask a write of entries (`Mine`): the values that it would store in a lane. */
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
