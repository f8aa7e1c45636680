/** Accepts changes of what devices follow, from browsers without an account. */
import pLimit from 'p-limit';
import type { Logger } from 'pino';
import type { PublicStatus } from '../contract/board.ts';
import { DeviceWrite, type Follows, FollowsWrite } from '../contract/following.ts';
import type { Violation } from '../contract/problem.ts';
import { type Reading, readObject } from '../contract/reading/read-body.ts';
import { publicStatus } from '../domain/event/schedule.ts';
import { MAX_FOLLOWS_OF_DEVICE } from '../domain/following/followers.ts';
import { invalid, Refusal } from '../domain/refusal.ts';
import { canonicalLanguage } from '../domain/text/country-and-language.ts';
import { unavailableAnswer } from '../http/answers/problems.ts';
import { type Outgoing, ownAnswer } from '../http/answers/send.ts';
import type { Exchange } from '../http/exchange.ts';
import { clientAddress, subnetOf } from '../http/limits/networks.ts';
import { AddressLimits } from '../http/limits/rate-limits.ts';
import { readPayload } from '../http/requests/body.ts';
import { isAuthSecret, isPublicKey, isPushEndpoint } from '../notify/push/push-services.ts';
import type { Settings } from '../settings.ts';
import type { Database } from '../storage/engine/database.ts';
import { findSchedule } from '../storage/event/schedules.ts';
import { findDevice, forgetEndpoints, listKnown } from '../storage/following/followers.ts';
import { FollowerCapacity } from './follower-places.ts';
import { preferredLanguage } from './language.ts';

/** The largest valid change has 6 KB. */
const MAX_BODY_BYTES = 256 * 1024;
/**
 * From one address. Behind that of a campus or a mobile carrier, 3,000 phones may come in ten minutes: 300
 * a minute, doubled because they do not come evenly.
 */
export const CHANGES_PER_MINUTE = 600;
const FULL_RETRY_SECONDS = 3600;
/** A limit, because timing computers write to the same database and must not wait behind a crowd. */
const MAX_WRITES_AT_ONCE = 4;
const MAX_WAITING = 1000;

export class FollowService {
  private readonly settings: Settings;
  private readonly database: Database;
  private readonly log: Logger;
  private readonly limits = new AddressLimits(CHANGES_PER_MINUTE);
  private readonly writes = pLimit(MAX_WRITES_AT_ONCE);
  /** The places of devices; metrics read its counts. */
  readonly places: FollowerCapacity;

  constructor(settings: Settings, database: Database, log: Logger) {
    this.settings = settings;
    this.database = database;
    this.log = log;
    this.places = new FollowerCapacity(database);
  }

  /** Replaces what a device follows of an event. */
  async put(exchange: Exchange): Promise<Outgoing | Refusal> {
    const { database, settings } = this;
    const limited = this.limit(exchange);
    if (limited) return limited;
    const judge = (field: string, text: string) => objectionTo(field, text, settings.pushOrigins);
    // Unknown properties are `wrong`, because the body replaces all follows: one that is ignored would be unfollowed.
    const sent = await read(exchange, (body) => readObject(FollowsWrite, body, judge, 'wrong'));
    if (sent instanceof Refusal) return sent;
    const { value: wanted, turn } = sent;
    const { subscription, eventId, wholeEvent, clubs = [], remindMinutes = null } = wanted;
    const language =
      (wanted.language && canonicalLanguage(wanted.language)) ??
      preferredLanguage(exchange.request.headers['accept-language']);

    // Looked up before the transaction, so that no writer waits for it. A follow of something that is
    // removed meanwhile has no effect: its id is never used again.
    const schedule = await findSchedule(database.reads, eventId);
    const status = schedule && publicStatus(schedule);
    if (!status) return new Refusal('event_not_found', 'No published schedule is here.');
    const unknown = [
      ...(await this.unknown('crews', { status, eventId, ids: wanted.crews })),
      ...(await this.unknown('races', { status, eventId, ids: wanted.races })),
    ];
    if (unknown.length > 0) return invalid(unknown);

    const { endpoint, keys } = subscription;
    if (this.writes.pendingCount >= MAX_WAITING) return this.busy();
    const follows: Required<Follows> = {
      eventId,
      wholeEvent,
      crews: distinct(wanted.crews),
      races: distinct(wanted.races),
      // Any text is accepted: a club without a crew today may enter one tomorrow.
      clubs: [...new Set(clubs)].sort(),
      remindMinutes,
      language,
    };
    const network = subnetOf(clientAddress(exchange.request, settings.trustedProxies));
    const device = { endpoint, p256dh: keys.p256dh, auth: keys.auth, language, network };
    const placed = await this.writes(() => this.places.write(device, follows, Date.now(), turn));
    if (placed === 'full') return this.full();
    if (placed === 'too much') return tooMuch(follows);
    return ownAnswer(follows);
  }

  /** Deletes a device and all that it follows. */
  async delete(exchange: Exchange): Promise<Outgoing | Refusal> {
    const { database } = this;
    const limited = this.limit(exchange);
    if (limited) return limited;
    const sent = await read(exchange, (body) => readObject(DeviceWrite, body));
    if (sent instanceof Refusal) return sent;
    const { value, turn } = sent;
    const { endpoint } = value;
    if (this.writes.pendingCount >= MAX_WAITING) return this.busy();
    if (await findDevice(database.reads, endpoint)) {
      await this.writes(() => database.write((tx) => forgetEndpoints(tx, [endpoint]), { turn }));
    }
    return ownAnswer(undefined);
  }

  private limit(exchange: Exchange): Refusal | undefined {
    return this.limits.objection(
      exchange,
      this.settings.trustedProxies,
      (limit) => `What is followed may be changed ${limit} times in 60 seconds from one address.`,
    );
  }

  /** A violation for each unknown id. Of an event that is only announced all are unknown, whatever its draft has. */
  private async unknown(
    property: 'crews' | 'races',
    { status, eventId, ids }: { status: PublicStatus; eventId: number; ids: readonly number[] },
  ): Promise<Violation[]> {
    const table = property === 'crews' ? 'teams' : 'races';
    const asked = status === 'published' ? distinct(ids) : [];
    const known = await listKnown(this.database.reads, table, eventId, asked);
    const detail = `is none of the ${property} of event ${eventId}`;
    return ids.flatMap((id, index) =>
      known.has(id) ? [] : [{ field: `${property}[${index}]`, detail }],
    );
  }

  private busy(): Outgoing {
    const { publicUrl } = this.settings;
    return unavailableAnswer('Too many changes wait to be written; try again soon.', publicUrl);
  }

  private full(): Outgoing {
    this.log.error({ ...this.places.current }, 'there is no room for more devices');
    const { publicUrl } = this.settings;
    return unavailableAnswer('There is no room for more devices.', publicUrl, FULL_RETRY_SECONDS);
  }
}

/** The line of the queue in which the requests of all browsers wait. */
const PUBLIC = 'public';

function read<Value>(exchange: Exchange, reader: (body: unknown) => Reading<Value>) {
  return readPayload(exchange, reader, { party: PUBLIC, maxBytes: MAX_BODY_BYTES });
}

/** What is wrong with a text of a subscription, or with its language; `undefined` where nothing is. */
function objectionTo(
  field: string,
  text: string,
  pushOrigins: readonly string[],
): string | undefined {
  switch (field) {
    case 'subscription.endpoint':
      return isPushEndpoint(text, pushOrigins)
        ? undefined
        : 'must be the address that the browser gave, of a push service that is trusted here';
    case 'subscription.keys.p256dh':
      return isPublicKey(text)
        ? undefined
        : 'must be the base64url of an uncompressed point of P-256, without padding';
    case 'subscription.keys.auth':
      return isAuthSecret(text) ? undefined : 'must be the base64url of 16 bytes, without padding';
    case 'language':
      return canonicalLanguage(text) === undefined
        ? 'must be a BCP 47 tag, such as de or en-GB'
        : undefined;
    default:
      return undefined;
  }
}

function tooMuch(follows: Required<Follows>): Refusal {
  const lists = ['crews', 'races', 'clubs'] as const;
  const longest = lists.toSorted((a, b) => follows[b].length - follows[a].length)[0] ?? 'crews';
  const detail = `is too much: a device follows at most ${MAX_FOLLOWS_OF_DEVICE} things of all events`;
  return invalid([{ field: longest, detail }]);
}

/** In ascending order, each once. */
function distinct(ids: readonly number[]): number[] {
  return [...new Set(ids)].sort((a, b) => a - b);
}
