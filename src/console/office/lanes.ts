/** The draw and the results of one race. */
import { OfficeLanesWrite, OfficeResultsWrite } from '../../contract/console/office-writes.ts';
import { judgeLanes, judgeResults } from '../../domain/judge-lanes.ts';
import { drawOfficeLanes } from '../../operations/office/draw-lanes.ts';
import { postResults } from '../../operations/office/post-results.ts';
import { officeWrite, raceAnswer } from './office-route.ts';

/** PUT /events/{id}/races/{raceId}/lanes */
export const putOfficeLanes = officeWrite({
  method: 'PUT',
  path: '/races/:raceId/lanes',
  body: OfficeLanesWrite,
  isLarge: true,
  judge: judgeLanes,
  operation: drawOfficeLanes,
  input: (body, { raceId }) => ({ ...body, raceId }),
  answer: raceAnswer,
});

/** PUT /events/{id}/races/{raceId}/results */
export const putOfficeResults = officeWrite({
  method: 'PUT',
  path: '/races/:raceId/results',
  body: OfficeResultsWrite,
  isLarge: true,
  judge: judgeResults,
  operation: postResults,
  input: (body, { raceId }) => ({ ...body, raceId }),
  answer: raceAnswer,
});
