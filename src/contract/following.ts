/** What a device follows of one regatta, and the messages that it gets: a part of the public interface. */
import Type, { type Static } from 'typebox';
import { integer, NO_NUL, nullable, text } from './fields.ts';
import {
  MAX_AUTH_LENGTH,
  MAX_CLUB_ID_LENGTH,
  MAX_ENDPOINT_LENGTH,
  MAX_FOLLOWED,
  MAX_FOLLOWED_CLUBS,
  MAX_LANGUAGE_TAG_LENGTH,
  MAX_P256DH_LENGTH,
  MAX_REMIND_MINUTES,
  MIN_REMIND_MINUTES,
} from './limits.ts';

const PushSubscription = Type.Object(
  {
    endpoint: text(MAX_ENDPOINT_LENGTH, { minLength: 1 }),
    keys: Type.Object({
      p256dh: text(MAX_P256DH_LENGTH, { minLength: 1 }),
      auth: text(MAX_AUTH_LENGTH, { minLength: 1 }),
    }),
  },
  { title: 'PushSubscription' },
);

const followed = {
  eventId: integer(1),
  wholeEvent: Type.Boolean(),
  crews: Type.Array(integer(1), { maxItems: MAX_FOLLOWED }),
  races: Type.Array(integer(1), { maxItems: MAX_FOLLOWED }),
  clubs: Type.Optional(
    Type.Array(
      Type.String({
        // Compared with the `clubId` of crews, so it is kept as it is.
        format: 'opaque',
        minLength: 1,
        maxLength: MAX_CLUB_ID_LENGTH,
        pattern: NO_NUL,
      }),
      {
        maxItems: MAX_FOLLOWED_CLUBS,
        description: 'Every crew with this `clubId`, also one that is added later.',
      },
    ),
  ),
  remindMinutes: Type.Optional(
    nullable(integer(MIN_REMIND_MINUTES, { maximum: MAX_REMIND_MINUTES }), {
      description: 'A reminder so long before a race is expected to start; `null`: none.',
    }),
  ),
  language: Type.Optional(
    text(MAX_LANGUAGE_TAG_LENGTH, {
      minLength: 1,
      description: 'BCP 47 tag of the language of the messages.',
    }),
  ),
};

/** What a device wants to follow of one regatta from now on. */
export const FollowsWrite = Type.Object(
  { subscription: PushSubscription, ...followed },
  { title: 'FollowsWrite' },
);
export type FollowsWrite = Static<typeof FollowsWrite>;

export const Follows = Type.Object(followed, { title: 'Follows' });
export type Follows = Static<typeof Follows>;

/** Names a device that is to be deleted. */
export const DeviceWrite = Type.Object(
  { endpoint: text(MAX_ENDPOINT_LENGTH, { minLength: 1 }) },
  { title: 'DeviceWrite' },
);
export type DeviceWrite = Static<typeof DeviceWrite>;

/**
 * What followers are notified of. A notice, another state of a race and a crew that was drawn make a message of the kind
 * `notice`; races with new planned times one of the kind `schedule-delayed`; a crew of a head race that is in, and the end
 * of a head race, one of the kind `results-posted`.
 */
export type NewsKind =
  | 'results-posted'
  | 'crew-in'
  | 'race-over'
  | 'crew-drawn'
  | 'schedule-delayed'
  | 'notice-posted'
  | 'race-state'
  | 'races-retimed'
  | 'race-soon'
  | 'schedule-published';

/** The plaintext of a push message: at most 1 KB of JSON. */
export interface PushMessage {
  kind: 'results-posted' | 'schedule-delayed' | 'notice' | 'race-soon' | 'schedule-published';
  eventId: number;
  title: string;
  body: string;
  /** The absolute address of the page about it. */
  url: string;
  /** A later message of the same tag replaces this one on the device. */
  tag: string;
}
