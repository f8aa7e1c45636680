/** A push service of which one call in ten fails, and subscriptions that end. */
import type { PushService, Script } from '../support/push-service.ts';
import type { Follower } from './followed.ts';
import type { Stored } from './received.ts';

const FAILING = 0.1;
const FAILURES: readonly Script[] = [
  { status: 500 },
  { status: 429, headers: { 'retry-after': '1' } },
  'reset',
  // The push service accepts the message, but its answer is lost.
  'lose',
];
/** One device in this many loses its subscription. */
const ENDS_EVERY = 11;
/** For so long after a device was removed, deliveries that the worker had already taken may still be sent. */
const IN_HAND_MILLIS = 5000;

/** A subscription that has ended. */
interface Ended {
  /** When the push service was called for it after the end, in epoch milliseconds. */
  calls: number[];
  forgottenAt: number | undefined;
}

export class FailingPushes {
  /** No call fails any more, except those for subscriptions that have ended: they get 410. */
  isWell = false;
  private readonly followers: readonly Follower[];
  private readonly ended = new Map<Follower, Ended>();

  constructor(pushService: PushService, followers: readonly Follower[]) {
    this.followers = followers;
    for (const follower of followers) {
      pushService.answer(follower.device, ({ at }) => this.answer(follower, at));
    }
  }

  private answer(follower: Follower, at: number): Script | undefined {
    const ended = this.ended.get(follower);
    if (ended) {
      ended.calls.push(at);
      return { status: 410 };
    }
    if (this.isWell || Math.random() >= FAILING) return undefined;
    return FAILURES[Math.floor(Math.random() * FAILURES.length)];
  }

  endSubscriptions(): void {
    this.followers.forEach((follower, n) => {
      if (n % ENDS_EVERY !== 0 || this.ended.has(follower)) return;
      this.ended.set(follower, { calls: [], forgottenAt: undefined });
    });
  }

  hasEnded(follower: Follower): boolean {
    return this.ended.has(follower);
  }

  /** Records which devices with an ended subscription are no longer stored. */
  note({ devices }: Stored): void {
    for (const [{ id }, ended] of this.ended) {
      if (!devices.has(id)) ended.forgottenAt ??= Date.now();
    }
  }

  get forgotten(): number {
    return [...this.ended.values()].filter((ended) => ended.forgottenAt !== undefined).length;
  }

  /** Devices that were called long after they were removed, or are still stored although they have answered 410. */
  faults(): string[] {
    return [...this.ended].flatMap(([{ id }, { calls, forgottenAt }]) => {
      if (forgottenAt === undefined) return calls.length > 0 ? [`device ${id} is still known`] : [];
      const late = calls.filter((at) => at > forgottenAt + IN_HAND_MILLIS);
      return late.length > 0 ? [`device ${id} was called ${late.length} times when forgotten`] : [];
    });
  }
}
