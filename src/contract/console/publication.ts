/** What crews see of an event, and what has changed since they last saw it (console, "Publish"). */
import Type, { type Static } from 'typebox';
import { ScheduleStatus } from '../account.ts';
import { dateTime, nullable, oneOf } from '../fields.ts';
import { id } from './fields.ts';

/** One thing that crews will see otherwise than when they last saw it. */
export const PublicChange = Type.Object({
  subject: oneOf(['event', 'schedule', 'day', 'crew', 'race']),
  /** Of a crew or race. */
  id: Type.Optional(id()),
  /** A crew's name, a race's number as it is printed, a day. */
  name: Type.String(),
  kind: oneOf(['added', 'changed', 'removed']),
  /** What differs of it where it has changed, as the board document calls and writes it. */
  properties: Type.Array(
    Type.Object({
      property: Type.String(),
      /** Of a lane. */
      position: Type.Optional(Type.Integer()),
      before: Type.Unknown(),
      after: Type.Unknown(),
    }),
  ),
});
export type PublicChange = Static<typeof PublicChange>;

/** `GET /events/{id}/publication` */
export const Publication = Type.Object({
  revision: Type.Integer(),
  /** `null` where there is no schedule yet. */
  status: nullable(ScheduleStatus),
  wasPublished: Type.Boolean(),
  /** Whether followers have been told that it is published, which they are once. */
  followersTold: Type.Boolean(),
  /** When it was taken back; `null` where crews see it now, or have never seen it. */
  seenUntil: nullable(dateTime()),
  /** How many crews will see. */
  races: Type.Integer(),
  crews: Type.Integer(),
  /** How many devices follow something of it. */
  followers: Type.Integer(),
  /** Since `seenUntil`; empty where that is `null`. At most the first thousand. */
  changes: Type.Array(PublicChange),
  /** How many there are. */
  changeCount: Type.Integer(),
});
export type Publication = Static<typeof Publication>;
