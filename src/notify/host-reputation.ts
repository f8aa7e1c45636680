/** What is thought of a host of a push service, by the answers that it has given. */
import type { Outcome } from './web-push.ts';

export interface Reputation {
  /** Sends in a row that got no answer. */
  silent: number;
  /** When it answered last, in monotonic milliseconds. */
  answeredAt: number | undefined;
  /** It has answered since it was last left alone, or it is one that nobody can have invented. */
  isTrusted: boolean;
}

/** So many sends in a row without an answer mean that a host is down. */
const MAX_SILENT = 10;
/** One that is not trusted gets two at a time. */
const MAX_SILENT_UNTRUSTED = 2;
/** Sends that hang end together, although others were answered meanwhile: as long as a send may take. */
const RECENT_MILLIS = 10_000;

/** Whatever the host said, it has answered. A name that does not exist is not the host's silence. */
export function noteOutcome(before: Reputation, outcome: Outcome, now: number): Reputation {
  if (outcome.kind === 'nowhere') return before;
  return outcome.kind === 'later' && outcome.isSilent
    ? { ...before, silent: before.silent + 1 }
    : { silent: 0, answeredAt: now, isTrusted: true };
}

export function hasAnswered({ answeredAt }: Reputation): boolean {
  return answeredAt !== undefined;
}

/** Whether a host is to be left alone for a while; a recent answer outweighs silence. */
export function isDown({ silent, answeredAt, isTrusted }: Reputation, now: number): boolean {
  const isRecent = answeredAt !== undefined && now - answeredAt < RECENT_MILLIS;
  return silent >= (isTrusted ? MAX_SILENT : MAX_SILENT_UNTRUSTED) && !isRecent;
}
