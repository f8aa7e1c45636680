/** What the client throws. The classes of the problem codes are in `generated/problems.ts`. */
import type { Problem } from './generated/client.schemas.ts';

/** After these statuses the same request may succeed later; every operation can be repeated safely. */
const RETRIED_STATUSES = [408, 429, 500, 502, 503, 504];

/** The error of a call that failed; its class says what kind of failure it was. */
export class RunningOrderError extends Error {
  /** The HTTP status of the answer; `undefined` where no answer came. */
  declare readonly status: number | undefined;
  /** The `code` of the problem document; `undefined` where no answer came, or one that is not the service's. */
  declare readonly code: string | undefined;
  /** The first wrong property, such as `races[3].scheduledAt`; on `ValidationFailed` only. */
  declare readonly field: string | undefined;
  /** All wrong properties; empty unless this is a `ValidationFailed`. */
  declare readonly errors: NonNullable<Problem['errors']>;
  /** Which values are taken, and by which stored row; empty unless this is a `Conflict`. */
  declare readonly conflicts: NonNullable<Problem['conflicts']>;
  /** How long the service asks to wait (`Retry-After`), in milliseconds; `undefined` where it does not say. */
  declare readonly retryAfterMs: number | undefined;
  /** The id of the request in the log of the service: quote it when you report a problem. `undefined` where none was sent. */
  declare readonly requestId: string | undefined;

  constructor(
    message: string,
    { errors = [], conflicts = [], ...facts }: Partial<RunningOrderError & UnexpectedAnswer> = {},
  ) {
    super(message);
    Object.assign(this, { ...facts, errors, conflicts, name: new.target.name });
  }

  /** Whether the same call may succeed later. */
  get isRetryable(): boolean {
    return this.status === undefined || RETRIED_STATUSES.includes(this.status);
  }
}

/** An argument is invalid, such as an event id that is not a number. No request was sent. */
export class InvalidArgument extends RunningOrderError {
  override get isRetryable(): boolean {
    return false;
  }
}
/** No answer came: the service is not there, or the connection broke. */
export class ConnectionFailed extends RunningOrderError {}
/** The answer is not the service's, whatever its `status`: a proxy sent it, or a network that asks for a sign-in first. */
export class UnexpectedAnswer extends RunningOrderError {
  /** The first 200 characters of the body. */
  declare readonly firstBytes: string;

  override get isRetryable(): boolean {
    return super.isRetryable || Number(this.status) < 400;
  }
}
/** No complete answer came within `timeoutMs`, or before `deadlineMs` was over. */
export class TimedOut extends RunningOrderError {}
/** The key is missing or not valid. */
export class Unauthorized extends RunningOrderError {}
/** What the call names does not exist, or the owner of the key may not see it. */
export class NotFound extends RunningOrderError {}
