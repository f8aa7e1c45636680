/** Where the crews of a race come from, and the draw that follows from it. */
import { ProgressionWrite, SeenWrite } from '../../contract/console/office-writes.ts';
import { applyProgression } from '../../operations/office/apply-progression.ts';
import { setProgression } from '../../operations/office/set-progression.ts';
import { officeWrite, raceAnswer } from './office-route.ts';

/** PUT /events/{id}/races/{raceId}/progression */
export const putProgression = officeWrite({
  method: 'PUT',
  path: '/races/:raceId/progression',
  body: ProgressionWrite,
  isLarge: true,
  operation: setProgression,
  input: (body, raceId) => ({ ...body, raceId }),
  answer: raceAnswer,
});

/** POST /events/{id}/races/{raceId}/progression/apply */
export const postProgression = officeWrite({
  method: 'POST',
  path: '/races/:raceId/progression/apply',
  body: SeenWrite,
  operation: applyProgression,
  input: (body, raceId) => ({ ...body, raceId }),
  answer: raceAnswer,
});
