/** What is between start and finish of one race, as timing software writes it (racing, "Interface for timing software"). */
import type { TimingWrite } from '../../contract/timing.ts';
import { type EventRows, lanesOf, withLanes, withRace } from '../../domain/event/event-rows.ts';
import { Refusal } from '../../domain/refusal.ts';
import { planRacing } from '../../domain/results/plan-racing.ts';
import { listDelays } from '../../storage/event/schedules.ts';
import { loadRace, type RaceName, type RaceRows, raceNotFound } from '../load-rows.ts';
import type { ScheduleOperation } from '../operation.ts';

interface Input {
  race: RaceName;
  racing: TimingWrite;
}

/** One race; the delays of the event, which decide when its entries are planned to start. */
export type TimingRows = RaceRows & Pick<EventRows, 'delays'>;

export const setRacing: ScheduleOperation<Input, { rows: TimingRows }, void> = {
  name: 'set-racing',
  needs: 'schedule',
  load: async (tx, { eventId }, { race }) => {
    const [rows, delays] = await Promise.all([
      loadRace(tx, eventId, race),
      listDelays(tx, eventId),
    ]);
    return { rows: { ...rows, delays } };
  },
  plan: ({ schedule: { laneScheme }, stored: { rows } }, { race: name, racing }) => {
    const [race] = rows.races;
    if (!race) return raceNotFound(name);
    const planned = planRacing({ race, lanes: lanesOf(rows, race.id), laneScheme }, racing);
    if (planned instanceof Refusal) return planned;
    const after = withLanes(withRace(rows, race, planned.race), race.id, planned.lanes);
    return { after, result: undefined };
  },
};
