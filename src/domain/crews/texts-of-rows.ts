/** The texts that people write in the rows of an event, in which a name may stand, and how long each may be. */
import {
  MAX_LABEL_LENGTH,
  MAX_LINK_LABEL_LENGTH,
  MAX_NAME_LENGTH,
  MAX_NOTES_LENGTH,
  MAX_NOTICE_LENGTH,
  MAX_POSITION_LABEL_LENGTH,
  MAX_PRINTED_NUMBER_LENGTH,
  MAX_RACE_LABEL_LENGTH,
  MAX_REASON_LENGTH,
  MAX_SPONSOR_LENGTH,
  MAX_TITLE_LENGTH,
} from '../../contract/limits.ts';
import { LANE_TEXTS } from '../draw/lane.ts';
import type { EventFacts } from '../event/event-rules.ts';
import type { ScheduleState } from '../event/schedule.ts';
import type { Notice } from '../following/notice-rules.ts';
import type { RaceFields } from '../races/plan-races.ts';

/** Of the properties of a thing: how long a text may be, and `null` for what is no text that people write. */
type TextLimits<Row> = Readonly<Record<keyof Row, number | null>>;

const OF_RACE = {
  title: MAX_TITLE_LENGTH,
  boatClass: MAX_RACE_LABEL_LENGTH,
  round: MAX_RACE_LABEL_LENGTH,
  divisionLabel: MAX_RACE_LABEL_LENGTH,
  laneScheme: MAX_POSITION_LABEL_LENGTH,
  notes: MAX_NOTES_LENGTH,
  printedNumber: MAX_PRINTED_NUMBER_LENGTH,
  reason: MAX_REASON_LENGTH,
  // By it other software knows the race.
  externalId: null,
  raceNumber: null,
  scheduledAt: null,
  distanceMeters: null,
  resultMode: null,
  resultVisibility: null,
  state: null,
  official: null,
  kind: null,
  startIntervalSeconds: null,
  startedAt: null,
  closed: null,
  clockOffsetMillis: null,
  firstPublishedAt: null,
  lastInAt: null,
} as const satisfies TextLimits<RaceFields>;

const OF_SCHEDULE = {
  laneScheme: MAX_POSITION_LABEL_LENGTH,
  status: null,
  defaultResultMode: null,
  defaultResultVisibility: null,
  provisionalResults: null,
  crewGapMinutes: null,
  followersTold: null,
} as const satisfies TextLimits<ScheduleState>;

const OF_EVENT = {
  name: MAX_NAME_LENGTH,
  sponsor: MAX_SPONSOR_LENGTH,
  // Of their words.
  links: MAX_LINK_LABEL_LENGTH,
  accent: null,
  logo: null,
  // A town is called so whoever rows there.
  city: null,
  start: null,
  end: null,
  timezone: null,
  country: null,
  trial: null,
  archived: null,
  announced: null,
  noindex: null,
} as const satisfies TextLimits<EventFacts>;

const OF_NOTICE = {
  text: MAX_NOTICE_LENGTH,
  id: null,
  postedAt: null,
  until: null,
} as const satisfies TextLimits<Notice>;

const OF_WEBHOOK = { label: MAX_LABEL_LENGTH, kinds: null, enabled: null } as const;

/** The texts of a thing, as rows and the history call them; of a crew and a day there are none of this kind. */
export const TEXTS = {
  race: OF_RACE,
  lane: LANE_TEXTS,
  schedule: OF_SCHEDULE,
  event: OF_EVENT,
  notice: OF_NOTICE,
  webhook: OF_WEBHOOK,
} as const;
