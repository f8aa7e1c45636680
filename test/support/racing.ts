/** What of races and lanes most tests do not look at: nothing is known between start and finish. */
import type { BoardLane, BoardRace } from '../../src/contract/board.ts';
import type { OfficeLane, OfficeRace } from '../../src/contract/console/office.ts';
import { NOT_RATED } from '../../src/domain/draw/lane.ts';

const PLAIN_LANE = {
  ...NOT_RATED,
  categoryPlace: null,
  adjustedTimeMillis: null,
  startsAt: null,
  startedAt: null,
  finishedAt: null,
} satisfies Partial<BoardLane>;

export const PLAIN_BOARD_LANE = PLAIN_LANE;
export const PLAIN_OFFICE_LANE = {
  ...PLAIN_LANE,
  plannedStartAt: null,
} satisfies Partial<OfficeLane>;

export const PLAIN_OFFICE_RACE = {
  kind: null,
  effectiveKind: 'lanes',
  startIntervalSeconds: null,
  startedAt: null,
  closed: false,
  clockOffsetMillis: 0,
} satisfies Partial<OfficeRace>;

export const PLAIN_BOARD_RACE = {
  kind: 'lanes',
  startIntervalSeconds: null,
  startedAt: null,
  closed: false,
  lastInAt: null,
  categories: [],
} satisfies Partial<BoardRace>;
