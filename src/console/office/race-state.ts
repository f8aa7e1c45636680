/** The state of a race, and whether its results are official. */
import { setOfficial } from '../../operations/office/set-official.ts';
import { setRaceState } from '../../operations/office/set-race-state.ts';
import type { ConsoleRoute } from '../route.ts';
import { officeRoute, raceAnswer } from './office-route.ts';

export const RACE_STATE_ROUTES: readonly ConsoleRoute[] = [
  officeRoute('PUT /events/{eventId}/races/{raceId}/state', {
    operation: setRaceState,
    input: (body, { raceId }) => ({ ...body, reason: body.reason || null, raceId }),
    answer: raceAnswer,
  }),
  officeRoute('PUT /events/{eventId}/races/{raceId}/official', {
    operation: setOfficial,
    input: (body, { raceId }) => ({ ...body, raceId }),
    answer: raceAnswer,
  }),
];
