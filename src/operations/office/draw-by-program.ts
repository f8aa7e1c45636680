/** The draw of races by the program (around, "Draw by the program"): all of them, or none, as one entry of the history. */
import {
  drawByProgram,
  drawnHow,
  type ProgramDraw,
  touchedByDraw,
} from '../../domain/draw/draw-by-program.ts';
import type { DrawRequest } from '../../domain/draw/judge-draw.ts';
import { findMissing } from '../../domain/races/row-writes.ts';
import { Refusal } from '../../domain/refusal.ts';
import { officeOperation } from './office-operation.ts';

type Drawn = Pick<ProgramDraw, 'heats' | 'problems'> & { seed: string };

/** The result is what was drawn. */
export const drawOfficeRaces = officeOperation<DrawRequest, Drawn>({
  name: 'draw-by-program',
  named: ({ later, stored: { rows } }, request) => touchedByDraw(later, rows, request),
  plan: ({ schedule, later, stored: { rows } }, request) => {
    const { raceIds, crewIds, seed } = request;
    const named = (field: string, ids: readonly number[]) =>
      ids.map((id, index) => ({ field: `${field}[${index}]`, id }));
    const missing =
      findMissing(named('raceIds', raceIds), { subject: 'race', rows: rows.races, later }) ??
      findMissing(named('crewIds', crewIds), { subject: 'team', rows: rows.teams, later });
    if (missing) return missing;
    const drawn = drawByProgram(rows, schedule.laneScheme, request);
    if (drawn instanceof Refusal) return drawn;
    const { heats, problems, rows: after } = drawn;
    return {
      after,
      touched: touchedByDraw(later, rows, request),
      foundBy: [drawnHow(rows, request)],
      result: { seed, heats, problems },
    };
  },
});
