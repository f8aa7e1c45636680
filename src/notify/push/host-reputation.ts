/** How reliable a host of a push service is, judged by the answers that it has given. */
import type { Outcome } from './web-push.ts';

export interface Reputation {
  /** Sends in a row that got no answer. */
  silent: number;
  /** When it answered last, in monotonic milliseconds. */
  answeredAt: number | undefined;
  /** It has answered since it was last skipped, or nobody can have invented it. */
  isTrusted: boolean;
}

/** So many sends in a row without an answer mean that a host is down. */
const MAX_SILENT = 10;
/** A host that is not trusted gets two at a time. */
const MAX_SILENT_UNTRUSTED = 2;
/** As long as a send may take: sends that hang end together, also when others were answered meanwhile. */
const RECENT_MILLIS = 10_000;

/** Any answer counts as one. A name that does not exist says nothing about its host. */
export function noteOutcome(before: Reputation, outcome: Outcome, now: number): Reputation {
  if (outcome.kind === 'nowhere') return before;
  return outcome.kind === 'later' && outcome.isSilent
    ? { ...before, silent: before.silent + 1 }
    : { silent: 0, answeredAt: now, isTrusted: true };
}

export function hasAnswered({ answeredAt }: Reputation): boolean {
  return answeredAt !== undefined;
}

/** Whether a host is to be skipped for a while; a recent answer outweighs silence. */
export function isDown({ silent, answeredAt, isTrusted }: Reputation, now: number): boolean {
  const isRecent = answeredAt !== undefined && now - answeredAt < RECENT_MILLIS;
  return silent >= (isTrusted ? MAX_SILENT : MAX_SILENT_UNTRUSTED) && !isRecent;
}
