/** Crews that withdraw, and are put back. */
import { withdrawCrew, withdrawEntry } from '../../operations/office/withdraw-crew.ts';
import type { ConsoleRoute } from '../route.ts';
import { officeRoute, raceAnswer, racesAfter } from './office-route.ts';

export const WITHDRAWN_ROUTES: readonly ConsoleRoute[] = [
  officeRoute('PUT /events/{eventId}/crews/{crewId}/withdrawn', {
    operation: withdrawCrew,
    input: (body, { crewId }) => ({ ...body, reason: body.reason || null, crewId }),
    answer: (done) => ({ races: racesAfter(done, done.result) }),
  }),
  officeRoute('PUT /events/{eventId}/races/{raceId}/lanes/{position}/withdrawn', {
    operation: withdrawEntry,
    input: (body, { raceId, position }) => ({
      ...body,
      reason: body.reason || null,
      raceId,
      position,
    }),
    answer: raceAnswer,
  }),
];
