/** Schedules, their settings, and the delays of their days. */
import { type DayDelay, ON_TIME } from '../../domain/day/delay.ts';
import type { Schedule } from '../../domain/event/schedule.ts';
import type { Queries, Write } from '../engine/database.ts';
import { prepare } from '../engine/prepared.ts';

type ScheduleRow = Omit<
  Schedule,
  'laneScheme' | 'provisionalResults' | 'announced' | 'followersTold'
> & {
  laneScheme: string | null;
  provisionalResults: number;
  isAnnounced: number;
  isTold: number;
};

const scheduleQuery = prepare<{ eventId: number }, ScheduleRow>((db, p) =>
  db
    .selectFrom('schedules as s')
    .innerJoin('events as e', 'e.id', 's.event_id')
    .where('s.event_id', '=', p.eventId)
    .select([
      's.event_id as eventId',
      'e.name as eventName',
      'e.timezone',
      'e.is_announced as isAnnounced',
      's.status',
      's.is_told as isTold',
      's.lane_scheme as laneScheme',
      's.default_result_mode as defaultResultMode',
      's.default_result_visibility as defaultResultVisibility',
      's.provisional_results as provisionalResults',
      's.crew_gap_minutes as crewGapMinutes',
      's.revision',
      's.row_revision as rowRevision',
      's.base_revision as baseRevision',
      's.updated_at as updatedAt',
      's.visibility_at as visibilityAt',
      's.board_revision as boardRevision',
      's.board_updated_at as boardUpdatedAt',
    ]),
);

/** The schedule of an event, or `undefined` when it has none. */
export async function findSchedule(db: Queries, eventId: number): Promise<Schedule | undefined> {
  const [row] = await scheduleQuery.run(db, { eventId });
  if (!row) return undefined;
  const { isAnnounced, isTold, ...schedule } = row;
  return {
    ...schedule,
    laneScheme: parseList(row.laneScheme),
    provisionalResults: row.provisionalResults === 1,
    announced: isAnnounced === 1,
    ...(isTold === 1 && { followersTold: true as const }),
  };
}

/** A schedule as it is stored, without the properties of its event. */
type StoredSchedule = Omit<Schedule, 'eventName' | 'timezone' | 'announced'>;

/** Gives an event its schedule. */
export async function insertSchedule(tx: Write, schedule: StoredSchedule): Promise<void> {
  await tx
    .insertInto('schedules')
    .values({ event_id: schedule.eventId, ...columnsOf(schedule) })
    .execute();
}

const saveQuery = prepare<{ event_id: number } & ReturnType<typeof columnsOf>, never>((db, p) =>
  db
    .updateTable('schedules')
    .set({
      status: p.status,
      lane_scheme: p.lane_scheme,
      default_result_mode: p.default_result_mode,
      default_result_visibility: p.default_result_visibility,
      provisional_results: p.provisional_results,
      crew_gap_minutes: p.crew_gap_minutes,
      revision: p.revision,
      row_revision: p.row_revision,
      base_revision: p.base_revision,
      updated_at: p.updated_at,
      visibility_at: p.visibility_at,
      board_revision: p.board_revision,
      board_updated_at: p.board_updated_at,
      is_told: p.is_told,
    })
    .where('event_id', '=', p.event_id),
);

/** Writes a schedule as it is now. */
export async function saveSchedule(tx: Write, schedule: Schedule): Promise<void> {
  await saveQuery.run(tx, { event_id: schedule.eventId, ...columnsOf(schedule) });
}

function columnsOf(schedule: StoredSchedule) {
  return {
    status: schedule.status,
    lane_scheme: formatList(schedule.laneScheme),
    default_result_mode: schedule.defaultResultMode,
    default_result_visibility: schedule.defaultResultVisibility,
    provisional_results: schedule.provisionalResults ? 1 : 0,
    crew_gap_minutes: schedule.crewGapMinutes,
    revision: schedule.revision,
    row_revision: schedule.rowRevision,
    base_revision: schedule.baseRevision,
    updated_at: schedule.updatedAt,
    visibility_at: schedule.visibilityAt,
    board_revision: schedule.boardRevision,
    board_updated_at: schedule.boardUpdatedAt,
    is_told: schedule.followersTold ? 1 : 0,
  };
}

const delaysQuery = prepare<{ eventId: number }, DayDelay & { day: string }>((db, p) =>
  db
    .selectFrom('delays')
    .where('event_id', '=', p.eventId)
    .select(['venue_day as day', 'delay_minutes as delayMinutes', 'until_at as until']),
);

/** The delays of an event, by venue day. A day that runs on time is left out, unless an end of its delay is stored. */
export async function listDelays(db: Queries, eventId: number): Promise<Map<string, DayDelay>> {
  const rows = await delaysQuery.run(db, { eventId });
  return new Map(rows.map(({ day, ...delay }) => [day, delay]));
}

/** The delay of one venue day; `ON_TIME` if none is stored. */
export async function findDelay(db: Queries, eventId: number, venueDay: string): Promise<DayDelay> {
  return (await listDelays(db, eventId)).get(venueDay) ?? ON_TIME;
}

/** Sets the delay of one venue day; zero without an end clears it. */
export async function setDelay(
  tx: Write,
  eventId: number,
  venueDay: string,
  { delayMinutes, until }: DayDelay,
): Promise<void> {
  await tx
    .deleteFrom('delays')
    .where('event_id', '=', eventId)
    .where('venue_day', '=', venueDay)
    .execute();
  if (delayMinutes === 0 && until === null) return;
  await tx
    .insertInto('delays')
    .values({
      event_id: eventId,
      venue_day: venueDay,
      delay_minutes: delayMinutes,
      until_at: until,
    })
    .execute();
}

/** Lists are stored as JSON text. */
export function parseList(text: string | null): string[] | null {
  return text === null ? null : (JSON.parse(text) as string[]);
}

export function formatList(list: string[] | null): string | null {
  return list === null ? null : JSON.stringify(list);
}
