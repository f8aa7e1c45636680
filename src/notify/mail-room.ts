/**
 * Messages in hand, on their way to push services. None of the services can hold up the others: each
 * has so many sends at a time, and one that stops answering is left alone for a while.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Outcome } from './web-push.ts';

/** Messages in hand; as many as can be ended within a worker's lease. */
const MAX_IN_HAND = 250;
const MAX_SENDS_PER_SERVICE = 50;
/** A message costs a third of a millisecond of processor time, which the timing computers need, too. */
const SENDS_PER_SECOND = 800;
/** So many sends in a row without an answer mean that a service is down. */
const MAX_SILENT = 10;
/** How long it is then left alone. */
export const HOLD_MILLIS = 30_000;

interface PushService {
  sending: number;
  waiting: (() => void)[];
  /** Sends in a row that got no answer. */
  silent: number;
  /** Until when it is left alone, in monotonic milliseconds. */
  heldUntil: number;
}

export class MailRoom {
  private readonly services = new Map<string, PushService>();
  private inHand = 0;
  private nextStart = 0;
  private isClosed = false;

  /** How many more messages it takes. */
  get room(): number {
    return MAX_IN_HAND - this.inHand;
  }

  /**
   * Sends a message when it is its turn.
   *
   * @param origin of the push service
   * @param send tries once
   * @returns what came of it; `undefined` when it was not tried, because the service is down or the
   *   room closed
   */
  async post(origin: string, send: () => Promise<Outcome>): Promise<Outcome | undefined> {
    const service = this.serviceAt(origin);
    this.inHand++;
    try {
      await this.turnAt(service);
      if (this.isClosed || service.heldUntil > performance.now()) return undefined;
      await this.pace();
      const outcome = await send();
      this.note(service, outcome);
      return outcome;
    } finally {
      this.inHand--;
      this.leave(origin, service);
    }
  }

  /** Begins no more sends. */
  close(): void {
    this.isClosed = true;
  }

  private serviceAt(origin: string): PushService {
    let service = this.services.get(origin);
    if (!service) {
      service = { sending: 0, waiting: [], silent: 0, heldUntil: 0 };
      this.services.set(origin, service);
    }
    return service;
  }

  private async turnAt(service: PushService): Promise<void> {
    if (service.sending >= MAX_SENDS_PER_SERVICE) {
      await new Promise<void>((resolve) => service.waiting.push(resolve));
    } else {
      service.sending++;
    }
  }

  private leave(origin: string, service: PushService): void {
    const next = service.waiting.shift();
    if (next) {
      next();
      return;
    }
    service.sending--;
    const isForgettable = service.sending === 0 && service.silent === 0;
    if (isForgettable) this.services.delete(origin);
  }

  /** Spreads the sends evenly. */
  private async pace(): Promise<void> {
    const now = performance.now();
    this.nextStart = Math.max(now, this.nextStart + 1000 / SENDS_PER_SECOND);
    if (this.nextStart - now >= 1) await delay(this.nextStart - now);
  }

  private note(service: PushService, outcome: Outcome): void {
    service.silent = outcome.kind === 'later' && outcome.isSilent ? service.silent + 1 : 0;
    if (service.silent >= MAX_SILENT) service.heldUntil = performance.now() + HOLD_MILLIS;
  }
}
