/** What the client throws. The classes of the problem codes are in `generated/problems.ts`. */
import type { Problem } from './generated/client.schemas.ts';

/** After these the same request may succeed; all operations can be repeated safely. */
const RETRIED_STATUSES = [408, 429, 500, 502, 503, 504];

/** What went wrong with one call; its class says what kind of thing it was. */
export class RunningOrderError extends Error {
  /** Of the answer; absent where the service gave none. */
  declare readonly status: number | undefined;
  /** Of the problem document; absent where something else than the service answered. */
  declare readonly code: string | undefined;
  /** The first wrong property, such as `races[3].scheduledAt`; on `ValidationFailed` only. */
  declare readonly field: string | undefined;
  /** All wrong properties; on `ValidationFailed` only. */
  declare readonly errors: NonNullable<Problem['errors']>;
  /** What is in the way; on `Conflict` only. */
  declare readonly conflicts: NonNullable<Problem['conflicts']>;
  /** How long the service asks to wait. */
  declare readonly retryAfterMs: number | undefined;
  /** Under which the service has noted the request: quote it when you report a problem. Absent where none was made. */
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

/** An argument that cannot be, such as the id of an event that is no number: nothing was sent. */
export class InvalidArgument extends RunningOrderError {
  override get isRetryable(): boolean {
    return false;
  }
}
/** No answer came: the service is not there, or the connection broke. */
export class ConnectionFailed extends RunningOrderError {}
/** Something else than the service answered, with any `status`: a proxy, or a network that asks for a sign-in first. */
export class UnexpectedAnswer extends RunningOrderError {
  /** How its body begins. */
  declare readonly firstBytes: string;

  override get isRetryable(): boolean {
    return super.isRetryable || Number(this.status) < 400;
  }
}
/** No answer in time. */
export class TimedOut extends RunningOrderError {}
/** The key is missing or not valid. */
export class Unauthorized extends RunningOrderError {}
/** There is no such thing, or the owner of the key may not see it. */
export class NotFound extends RunningOrderError {}
