/** Crews that withdraw, and are put back. */
import { WithdrawnWrite } from '../../contract/console/office-writes.ts';
import { withdrawCrew, withdrawEntry } from '../../operations/office/withdraw-crew.ts';
import { officeWrite, raceAnswer, racesAfter } from './office-route.ts';

/** PUT /events/{id}/crews/{crewId}/withdrawn; the answer holds the crew's races in running order */
export const putCrewWithdrawn = officeWrite({
  method: 'PUT',
  path: '/crews/:crewId/withdrawn',
  body: WithdrawnWrite,
  operation: withdrawCrew,
  input: (body, { crewId }) => ({ ...body, reason: body.reason || null, crewId }),
  answer: (done) => ({ races: racesAfter(done, done.result) }),
});

/** PUT /events/{id}/races/{raceId}/lanes/{position}/withdrawn */
export const putEntryWithdrawn = officeWrite({
  method: 'PUT',
  path: '/races/:raceId/lanes/:position/withdrawn',
  body: WithdrawnWrite,
  operation: withdrawEntry,
  input: (body, { raceId, position }) => ({
    ...body,
    reason: body.reason || null,
    raceId,
    position,
  }),
  answer: raceAnswer,
});
