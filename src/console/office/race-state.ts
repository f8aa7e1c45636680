/** The state of a race, and whether its results are official. */
import { OfficialWrite, StateWrite } from '../../contract/console/office-writes.ts';
import { setOfficial } from '../../operations/office/set-official.ts';
import { setRaceState } from '../../operations/office/set-race-state.ts';
import { officeWrite, raceAnswer } from './office-route.ts';

/** PUT /events/{id}/races/{raceId}/state */
export const putRaceState = officeWrite({
  method: 'PUT',
  path: '/races/:raceId/state',
  body: StateWrite,
  operation: setRaceState,
  input: (body, { raceId }) => ({ ...body, reason: body.reason || null, raceId }),
  answer: raceAnswer,
});

/** PUT /events/{id}/races/{raceId}/official */
export const putOfficial = officeWrite({
  method: 'PUT',
  path: '/races/:raceId/official',
  body: OfficialWrite,
  operation: setOfficial,
  input: (body, { raceId }) => ({ ...body, raceId }),
  answer: raceAnswer,
});
