/** What the race office writes about a race as a whole: its state, official results, all results taken back. */
import type { RaceState } from '../../../../../src/contract/board.ts';
import type { OfficeRace } from '../../../../../src/contract/console/office.ts';
import { NO_RESULT } from '../../../../../src/domain/lane.ts';
import { shownRevision } from '../../office.ts';
import type { Values } from '../conflicts.ts';
import { allOrNothing } from '../outcome.ts';
import type { OfficeWrite } from '../write.ts';
import { resultsBody } from './field-entry.ts';
import { numberOf } from '../race-names.ts';
import { racesWords } from './races-words.ts';
import { storedNow } from './results-draft.ts';

/** @param reason of a race that is cancelled or postponed */
export function toState(race: OfficeRace, state: RaceState, reason: string | null): OfficeWrite {
  const t = racesWords.peek();
  const said = { cancelled: t.cancelled, postponed: t.postponed, planned: t.plannedAgain }[state];
  return {
    path: `/races/${race.id}/state`,
    seen: shownRevision(),
    ...ofRace(race, { state, reason }),
    said: said(numberOf(race)),
  };
}

/** Makes the results official, or provisional again. */
export function toOfficial(race: OfficeRace, official: boolean): OfficeWrite {
  const t = racesWords.peek();
  const said = official ? t.madeOfficial : t.madeProvisional;
  return {
    path: `/races/${race.id}/official`,
    seen: shownRevision(),
    ...ofRace(race, { official }),
    said: said(numberOf(race)),
  };
}

/** All results of a race at once. */
export function takeBack(race: OfficeRace): OfficeWrite {
  const results = new Map(
    race.lanes
      .filter(({ status }) => status !== 'assigned')
      .map(({ position }) => [position, NO_RESULT]),
  );
  return {
    path: `/races/${race.id}/results`,
    seen: shownRevision(),
    body: ({ isDropped }) => resultsBody(race.id, storedNow(race), results, isDropped),
    mine: {
      valuesOf: ({ subject, id }) =>
        subject === 'lane' && id === race.id ? { ...NO_RESULT } : undefined,
    },
    said: racesWords.peek().takenBackAll(numberOf(race)),
  };
}

function ofRace(race: OfficeRace, properties: Values): Pick<OfficeWrite, 'body' | 'mine'> {
  return allOrNothing(properties, ({ subject, id }) =>
    subject === 'race' && id === race.id ? properties : undefined,
  );
}
