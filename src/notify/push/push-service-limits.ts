/**
 * Limits how fast messages are sent, and how many at a time. Each host of a push service has its own concurrency
 * limit, and a host that stops answering is skipped for a while, so that none can hold up the others.
 * Anybody may invent hosts, so one that has not answered yet gets few messages until it does.
 */
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import pLimit, { type LimitFunction } from 'p-limit';
import type { Destination } from './push-services.ts';
import type { Outcome } from './web-push.ts';

/** How reliable a host of a push service is, judged by the answers that it has given. */
export interface Reputation {
  /** How many sends in a row got no answer. */
  silent: number;
  /** When the host answered last, in monotonic milliseconds. */
  answeredAt: number | undefined;
  /** Whether the host has answered since it was last skipped, or cannot have been invented. */
  isTrusted: boolean;
}

/** After so many sends in a row without an answer, a host counts as down. */
const MAX_SILENT = 10;
/** The same for a host that is not trusted, which gets only two messages at a time. */
const MAX_SILENT_UNTRUSTED = 2;
/** An answer is recent for as long as a send may take: sends that hang time out together, even if others were answered. */
const RECENT_MILLIS = 10_000;

/** The reputation after an outcome. Even a refusal is an answer; a name that does not exist says nothing about its host. */
export function noteOutcome(before: Reputation, outcome: Outcome, now: number): Reputation {
  if (outcome.kind === 'nowhere') return before;
  return outcome.kind === 'later' && outcome.isSilent
    ? { ...before, silent: before.silent + 1 }
    : { silent: 0, answeredAt: now, isTrusted: true };
}

function hasAnswered({ answeredAt }: Reputation): boolean {
  return answeredAt !== undefined;
}

/** Whether a host is to be skipped for a while; a recent answer outweighs silence. */
export function isDown({ silent, answeredAt, isTrusted }: Reputation, now: number): boolean {
  const isRecent = answeredAt !== undefined && now - answeredAt < RECENT_MILLIS;
  return silent >= (isTrusted ? MAX_SILENT : MAX_SILENT_UNTRUSTED) && !isRecent;
}

/** The most messages that are waiting or being sent: as many as can be sent within a worker's lease. */
const MAX_PENDING = 250;
const MAX_SENDS_PER_HOST = 50;
/** The concurrency limit of a host that is not trusted, because it may never answer. */
const MAX_SENDS_TO_UNKNOWN = 2;
/** The most hosts of one push service that are being tried without having answered yet. */
const MAX_UNKNOWN_HOSTS = 50;
/** When more hosts are known, those without a pending message are forgotten. */
const MAX_HOSTS = 1000;
/** Limits the processor time for encrypting and signing, because pushes of timing computers need it, too. */
const SENDS_PER_SECOND = 1250;
/**
 * The share of the time that encrypting and signing may take, so that a slow machine sends less. Handling and
 * storing the answers costs as much again.
 */
const MAX_SHARE = 0.4;
/** When a timer fires late, at most so much of the delay is made up for. */
const CREDIT_MILLIS = 5;
export const SKIP_MILLIS = 30_000;

interface Host {
  service: string;
  reputation: Reputation;
  limit: LimitFunction;
  /** Until when the host is skipped, in monotonic milliseconds. */
  skippedUntil: number;
}

export class PushServiceLimits {
  private readonly hosts = new Map<string, Host>();
  private readonly oneAtATime = pLimit(1);
  private pending = 0;
  private nextStartAt = 0;
  private isClosed = false;

  /** How many more messages may be passed to `send` now. */
  get room(): number {
    return MAX_PENDING - this.pending;
  }

  /**
   * Sends a message as soon as the limits allow.
   *
   * @returns its outcome; `undefined` when it was not tried, because the host is down, too many other
   *   unknown hosts are being tried, or this was closed
   */
  async send(
    destination: Destination,
    attempt: () => Promise<Outcome>,
  ): Promise<Outcome | undefined> {
    const host = this.hostOf(destination);
    if (!isUsed(host) && !hasAnswered(host.reputation) && this.isCrowded(host.service)) {
      return undefined;
    }
    this.pending++;
    this.adjustLimit(host);
    try {
      return await host.limit(async () => {
        if (this.isClosed || isSkipped(host)) return undefined;
        const outcome = await this.start(attempt);
        this.note(host, outcome);
        return outcome;
      });
    } finally {
      this.pending--;
    }
  }

  close(): void {
    this.isClosed = true;
  }

  private hostOf({ host: name, service }: Destination): Host {
    const known = this.hosts.get(name);
    if (known) return known;
    if (this.hosts.size >= MAX_HOSTS) this.forgetUnused();
    // The host of a service that has only this one cannot have been invented.
    const isTrusted = name === service;
    const reputation: Reputation = { silent: 0, answeredAt: undefined, isTrusted };
    const host = { service, reputation, limit: pLimit(MAX_SENDS_TO_UNKNOWN), skippedUntil: 0 };
    this.hosts.set(name, host);
    return host;
  }

  private forgetUnused(): void {
    for (const [name, host] of this.hosts) if (!isUsed(host)) this.hosts.delete(name);
  }

  private isCrowded(service: string): boolean {
    const unknown = [...this.hosts.values()].filter(
      (host) => host.service === service && isUsed(host) && !hasAnswered(host.reputation),
    );
    return unknown.length >= MAX_UNKNOWN_HOSTS;
  }

  /** A host that is skipped has no limit, so that the messages that wait for it return at once, untried. */
  private adjustLimit(host: Host): void {
    const limit = host.reputation.isTrusted ? MAX_SENDS_PER_HOST : MAX_SENDS_TO_UNKNOWN;
    host.limit.concurrency = isSkipped(host) ? Number.POSITIVE_INFINITY : limit;
  }

  /** Starts one attempt after the other, with a pause between them. */
  private async start(attempt: () => Promise<Outcome>): Promise<Outcome> {
    const { ended } = await this.oneAtATime(async () => {
      const pauseMillis = this.nextStartAt - performance.now();
      // Even without a pause, other work that waits in the event loop goes first.
      await (pauseMillis >= 1 ? delay(pauseMillis) : nextTurn());
      const startedAt = performance.now();
      // All that takes processor time happens in this call; the rest is waiting.
      const ended = attempt();
      const costMillis = performance.now() - startedAt;
      this.nextStartAt =
        Math.max(this.nextStartAt, startedAt - CREDIT_MILLIS) +
        Math.max(1000 / SENDS_PER_SECOND, costMillis / MAX_SHARE);
      return { ended };
    });
    return ended;
  }

  private note(host: Host, outcome: Outcome): void {
    const now = performance.now();
    host.reputation = noteOutcome(host.reputation, outcome, now);
    if (isDown(host.reputation, now)) {
      host.skippedUntil = now + SKIP_MILLIS;
      host.reputation = { ...host.reputation, isTrusted: false };
    }
    this.adjustLimit(host);
  }
}

/** Whether any message for a host is waiting or being sent. */
function isUsed({ limit }: Host): boolean {
  return limit.activeCount + limit.pendingCount > 0;
}

function isSkipped({ skippedUntil }: Host): boolean {
  return skippedUntil > performance.now();
}
