/** Races and crews: rows of the programme and of the list of crews, pushed all or nothing. */
import { CrewsWrite, MergeWrite, RacesWrite } from '../../contract/console/office-writes.ts';
import { crewsOf } from '../../domain/office-view.ts';
import { judgeCrews } from '../../domain/plan-office-crews.ts';
import { judgeRaces } from '../../domain/plan-office-races.ts';
import { editCrews } from '../../operations/office/edit-crews.ts';
import { editRaces } from '../../operations/office/edit-races.ts';
import { mergeCrews } from '../../operations/office/merge-crews.ts';
import { officeWrite, racesAfter } from './office-route.ts';

/** PUT /events/{id}/races */
export const putOfficeRaces = officeWrite({
  method: 'PUT',
  path: '/races',
  body: RacesWrite,
  isLarge: true,
  judge: judgeRaces,
  operation: editRaces,
  input: (body) => body,
  answer: (done) => ({ races: racesAfter(done, done.result) }),
});

/** PUT /events/{id}/crews */
export const putOfficeCrews = officeWrite({
  method: 'PUT',
  path: '/crews',
  body: CrewsWrite,
  isLarge: true,
  judge: judgeCrews,
  operation: editCrews,
  input: (body) => body,
  answer: ({ rows, result: ids }) => ({ crews: crewsOf(rows, ids) }),
});

/** POST /events/{id}/crews/merge; the answer holds the crew that is kept */
export const postCrewMerge = officeWrite({
  method: 'POST',
  path: '/crews/merge',
  body: MergeWrite,
  operation: mergeCrews,
  input: (body) => body,
  answer: ({ rows, result: id }) => ({ crews: crewsOf(rows, [id]) }),
});
