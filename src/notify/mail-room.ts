/**
 * Messages in hand, on their way to push services. None of their hosts can hold up the others: each has
 * so many sends at a time, and one that stops answering is left alone for a while. Anybody may invent
 * hosts, so one that has not answered yet gets little before it does.
 */
import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises';
import { hasAnswered, isDown, noteOutcome, type Reputation } from './host-reputation.ts';
import type { Destination } from './push-services.ts';
import type { Outcome } from './web-push.ts';

/** Messages in hand; as many as can be ended within a worker's lease. */
const MAX_IN_HAND = 250;
const MAX_SENDS_PER_HOST = 50;
/** To a host that has not answered yet: it may never. */
const MAX_SENDS_TO_UNKNOWN = 2;
/** Hosts of one push service that have not answered yet, at a time. */
const MAX_UNKNOWN_HOSTS = 50;
/** Beyond that, hosts for which nothing is in hand are forgotten. */
const MAX_HOSTS = 1000;
/** Encrypting and signing take processor time, which the timing computers need, too. */
const SENDS_PER_SECOND = 1250;
/**
 * Of the time, that may go into it; on a slow machine there are fewer sends, then. Answers and notes cost as
 * much again.
 */
const MAX_SHARE = 0.4;
/** So much of what a timer came too late is made up for. */
const CREDIT_MILLIS = 5;
/** How long a host that is down is left alone. */
export const HOLD_MILLIS = 30_000;

interface Host {
  service: string;
  reputation: Reputation;
  inHand: number;
  sending: number;
  waiting: (() => void)[];
  /** Until when it is left alone, in monotonic milliseconds. */
  heldUntil: number;
}

export class MailRoom {
  private readonly hosts = new Map<string, Host>();
  private inHand = 0;
  private nextStart = 0;
  private lastStart: Promise<unknown> = Promise.resolve();
  private isClosed = false;

  /** How many more messages it takes. */
  get room(): number {
    return MAX_IN_HAND - this.inHand;
  }

  /**
   * Sends a message when it is its turn.
   *
   * @param send tries once
   * @returns what came of it; `undefined` when it was not tried, because the host is down, too many
   *   others that nobody knows are tried, or the room closed
   */
  async post(destination: Destination, send: () => Promise<Outcome>): Promise<Outcome | undefined> {
    const host = this.hostOf(destination);
    if (host.inHand === 0 && !hasAnswered(host.reputation) && this.isCrowded(host.service)) {
      return undefined;
    }
    this.inHand++;
    host.inHand++;
    try {
      await this.turnAt(host);
      if (this.isClosed || host.heldUntil > performance.now()) return undefined;
      const outcome = await this.start(send);
      this.note(host, outcome);
      return outcome;
    } finally {
      this.inHand--;
      host.inHand--;
      host.sending--;
      this.letIn(host);
    }
  }

  /** Begins no more sends. */
  close(): void {
    this.isClosed = true;
  }

  private hostOf({ host: name, service }: Destination): Host {
    const known = this.hosts.get(name);
    if (known) return known;
    if (this.hosts.size >= MAX_HOSTS) this.forgetIdle();
    // A service of a single host is one that nobody can have invented.
    const isTrusted = name === service;
    const reputation: Reputation = { silent: 0, answeredAt: undefined, isTrusted };
    const host = { service, reputation, inHand: 0, sending: 0, waiting: [], heldUntil: 0 };
    this.hosts.set(name, host);
    return host;
  }

  private forgetIdle(): void {
    for (const [name, { inHand }] of this.hosts) if (inHand === 0) this.hosts.delete(name);
  }

  private isCrowded(service: string): boolean {
    const unknown = [...this.hosts.values()].filter(
      (host) => host.service === service && host.inHand > 0 && !hasAnswered(host.reputation),
    );
    return unknown.length >= MAX_UNKNOWN_HOSTS;
  }

  private async turnAt(host: Host): Promise<void> {
    const entered = new Promise<void>((resolve) => host.waiting.push(resolve));
    this.letIn(host);
    await entered;
  }

  /** When a host is left alone, those who wait for it learn so at once. */
  private letIn(host: Host): void {
    const { isTrusted } = host.reputation;
    const isHeld = this.isClosed || host.heldUntil > performance.now();
    const most = isTrusted ? MAX_SENDS_PER_HOST : MAX_SENDS_TO_UNKNOWN;
    while (host.waiting.length > 0 && (isHeld || host.sending < most)) {
      host.sending++;
      host.waiting.shift()?.();
    }
  }

  /** Begins one send after the other, each after a rest. */
  private async start(send: () => Promise<Outcome>): Promise<Outcome> {
    const started = this.lastStart.then(async () => {
      const restMillis = this.nextStart - performance.now();
      // Even without a rest, everything else that has come in has its turn.
      await (restMillis >= 1 ? delay(restMillis) : turn());
      const startedAt = performance.now();
      // What takes the processor is done when this returns; what is left is waiting.
      const sending = send();
      const costMillis = performance.now() - startedAt;
      this.nextStart =
        Math.max(this.nextStart, startedAt - CREDIT_MILLIS) +
        Math.max(1000 / SENDS_PER_SECOND, costMillis / MAX_SHARE);
      return { sending };
    });
    this.lastStart = started.catch(() => {});
    return (await started).sending;
  }

  private note(host: Host, outcome: Outcome): void {
    const now = performance.now();
    host.reputation = noteOutcome(host.reputation, outcome, now);
    if (!isDown(host.reputation, now)) return;
    host.heldUntil = now + HOLD_MILLIS;
    host.reputation = { ...host.reputation, isTrusted: false };
  }
}
