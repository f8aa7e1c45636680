/** The draw and the results of one race. */
import { judgeLanes, judgeResults } from '../../domain/draw/judge-lanes.ts';
import { drawOfficeLanes } from '../../operations/office/draw-lanes.ts';
import { postResults } from '../../operations/office/post-results.ts';
import type { ConsoleRoute } from '../route.ts';
import { officeRoute, raceAnswer } from './office-route.ts';

export const LANE_ROUTES: readonly ConsoleRoute[] = [
  officeRoute('PUT /events/{eventId}/races/{raceId}/lanes', {
    judge: judgeLanes,
    operation: drawOfficeLanes,
    input: (body, { raceId }) => ({ ...body, raceId }),
    answer: raceAnswer,
  }),
  officeRoute('PUT /events/{eventId}/races/{raceId}/results', {
    judge: judgeResults,
    operation: postResults,
    input: (body, { raceId }) => ({ ...body, raceId }),
    answer: raceAnswer,
  }),
];
