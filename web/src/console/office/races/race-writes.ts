/** What the race office writes about a race as a whole: its state, official results, all results taken back. */
import type { RaceState } from '../../../../../src/contract/board.ts';
import type { OfficeRace } from '../../../../../src/contract/console/office.ts';
import { NO_RESULT } from '../../../../../src/domain/draw/lane.ts';
import { shownRevision } from '../../documents/office.ts';
import { racesWords } from '../../words/office-races.ts';
import type { Values } from '../conflicts/conflicts.ts';
import { allOrNothing, writeOffice } from '../conflicts/write.ts';
import { shownNumber } from '../race-names.ts';
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
    said: said(shownNumber(race)),
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
    said: said(shownNumber(race)),
  });
}

/** Takes back all results of a race at once. */
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
    said: racesWords.peek().takenBackAll(shownNumber(race)),
  });
}

function ofRace<Properties extends Values>(race: OfficeRace, properties: Properties) {
  return allOrNothing(properties, ({ subject, id }) =>
    subject === 'race' && id === race.id ? properties : undefined,
  );
}
