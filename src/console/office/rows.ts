/** Races and crews: rows of the programme and of the list of crews, pushed all or nothing. */
import { crewsOf } from '../../domain/event/office-view.ts';
import { judgeCrews } from '../../domain/crews/plan-office-crews.ts';
import { judgeRaces } from '../../domain/races/plan-office-races.ts';
import { editCrews } from '../../operations/office/edit-crews.ts';
import { editRaces } from '../../operations/office/edit-races.ts';
import { mergeCrews } from '../../operations/office/merge-crews.ts';
import type { ConsoleRoute } from '../route.ts';
import { officeRoute, racesAfter } from './office-route.ts';

export const ROW_ROUTES: readonly ConsoleRoute[] = [
  officeRoute('PUT /events/{eventId}/races', {
    judge: judgeRaces,
    operation: editRaces,
    input: (body) => body,
    answer: (done) => ({ races: racesAfter(done, done.result) }),
  }),
  officeRoute('PUT /events/{eventId}/crews', {
    judge: judgeCrews,
    operation: editCrews,
    input: (body) => body,
    answer: ({ rows, result: ids }) => ({ crews: crewsOf(rows, ids) }),
  }),
  officeRoute('POST /events/{eventId}/crews/merge', {
    operation: mergeCrews,
    input: (body) => body,
    answer: ({ rows, result: id }) => ({ crews: crewsOf(rows, [id]) }),
  }),
];
