/** Where the crews of a race come from, and the draw that follows from it. */
import { ProgressionWrite, RoundsWrite, SeenWrite } from '../../contract/console/office-writes.ts';
import { applyProgression } from '../../operations/office/apply-progression.ts';
import { setProgression } from '../../operations/office/set-progression.ts';
import { invalid } from '../../domain/refusal.ts';
import { officeWrite, raceAnswer, racesAfter } from './office-route.ts';

/** PUT /events/{id}/races/{raceId}/progression */
export const putProgression = officeWrite({
  method: 'PUT',
  path: '/races/:raceId/progression',
  body: ProgressionWrite,
  isLarge: true,
  operation: setProgression,
  input: ({ rules }, { raceId }) => ({ races: [{ raceId, rules }] }),
  answer: (done) => ({ race: racesAfter(done, done.result)[0] }),
});

/** PUT /events/{id}/progression: of many races at once, all or nothing. */
export const putRounds = officeWrite({
  method: 'PUT',
  path: '/progression',
  body: RoundsWrite,
  isLarge: true,
  judge: ({ races }) => {
    const ids = races.map(({ id }) => id);
    const twice = ids.findIndex((id, index) => ids.indexOf(id) < index);
    if (twice < 0) return undefined;
    return invalid([{ field: `races[${twice}].id`, detail: 'names a race twice' }]);
  },
  operation: setProgression,
  input: ({ races }) => ({
    races: races.map(({ id, rules }, index) => ({ raceId: id, rules, at: `races[${index}].` })),
  }),
  answer: (done) => ({ races: racesAfter(done, done.result) }),
});

/** POST /events/{id}/races/{raceId}/progression/apply */
export const postProgression = officeWrite({
  method: 'POST',
  path: '/races/:raceId/progression/apply',
  body: SeenWrite,
  operation: applyProgression,
  input: (_, { raceId }) => ({ raceId }),
  answer: raceAnswer,
});
