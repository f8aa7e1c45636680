/**
 * Messages in hand, on their way to push services. None of the services can hold up the others: each
 * has so many sends at a time, and one that stops answering is left alone for a while.
 */
import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises';
import type { Outcome } from './web-push.ts';

/** Messages in hand; as many as can be ended within a worker's lease. */
const MAX_IN_HAND = 250;
const MAX_SENDS_PER_SERVICE = 50;
/** Encrypting and signing take processor time, which the timing computers need, too. */
const SENDS_PER_SECOND = 800;
/** Of the time, that may go into it; on a slow machine there are fewer sends, then. */
const MAX_SHARE = 0.6;
/** So much of what a timer came too late is made up for. */
const CREDIT_MILLIS = 5;
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
  private lastStart: Promise<unknown> = Promise.resolve();
  private isClosed = false;

  /** How many more messages it takes. */
  get room(): number {
    return MAX_IN_HAND - this.inHand;
  }

  /**
   * Sends a message when it is its turn.
   *
   * @param name of the push service
   * @param send tries once
   * @returns what came of it; `undefined` when it was not tried, because the service is down or the
   *   room closed
   */
  async post(name: string, send: () => Promise<Outcome>): Promise<Outcome | undefined> {
    const service = this.serviceCalled(name);
    this.inHand++;
    try {
      await this.turnAt(service);
      if (this.isClosed || service.heldUntil > performance.now()) return undefined;
      const outcome = await this.start(send);
      this.note(service, outcome);
      return outcome;
    } finally {
      this.inHand--;
      this.leave(name, service);
    }
  }

  /** Begins no more sends. */
  close(): void {
    this.isClosed = true;
  }

  private serviceCalled(name: string): PushService {
    let service = this.services.get(name);
    if (!service) {
      service = { sending: 0, waiting: [], silent: 0, heldUntil: 0 };
      this.services.set(name, service);
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

  private leave(name: string, service: PushService): void {
    const next = service.waiting.shift();
    if (next) {
      next();
      return;
    }
    service.sending--;
    const isForgettable = service.sending === 0 && service.silent === 0;
    if (isForgettable) this.services.delete(name);
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

  private note(service: PushService, outcome: Outcome): void {
    service.silent = outcome.kind === 'later' && outcome.isSilent ? service.silent + 1 : 0;
    if (service.silent >= MAX_SILENT) service.heldUntil = performance.now() + HOLD_MILLIS;
  }
}
