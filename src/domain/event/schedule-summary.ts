/** A schedule's settings and state, as answers show them. */
import { formatInstant } from '../../contract/instant.ts';
import type { ScheduleSummary } from '../../contract/schedule.ts';
import type { Schedule } from './schedule.ts';

export function summaryOf(schedule: Schedule): ScheduleSummary {
  return {
    eventId: schedule.eventId,
    status: schedule.status,
    laneScheme: schedule.laneScheme,
    defaultResultMode: schedule.defaultResultMode,
    defaultResultVisibility: schedule.defaultResultVisibility,
    updatedAt: formatInstant(schedule.updatedAt),
  };
}
