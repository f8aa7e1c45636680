/** Where the crews of a race come from, and the draw that follows from it. */
import { applyProgression } from '../../operations/office/apply-progression.ts';
import { setProgression } from '../../operations/office/set-progression.ts';
import { invalid } from '../../domain/refusal.ts';
import type { ConsoleRoute } from '../route.ts';
import { officeRoute, raceAnswer, racesAfter, single } from './office-route.ts';

export const PROGRESSION_ROUTES: readonly ConsoleRoute[] = [
  officeRoute('PUT /events/{eventId}/races/{raceId}/progression', {
    operation: setProgression,
    input: ({ rules }, { raceId }) => ({ races: [{ raceId, rules }] }),
    answer: (done) => ({ race: single(racesAfter(done, done.result)) }),
  }),
  officeRoute('PUT /events/{eventId}/progression', {
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
  }),
  officeRoute('POST /events/{eventId}/races/{raceId}/progression/apply', {
    operation: applyProgression,
    input: (_, { raceId }) => ({ raceId }),
    answer: raceAnswer,
  }),
];
