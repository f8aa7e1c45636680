/** Background work between requests: polls that are asked for again and again, and items that are stored in batches. */

/** Runs a poll each time one is asked for, never two at the same time. */
export class Poller {
  private readonly poll: () => Promise<void>;
  private polling: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private at = Number.POSITIVE_INFINITY;
  private isStopping = false;

  constructor(poll: () => Promise<void>) {
    this.poll = poll;
  }

  /** Polls in so many milliseconds, unless a poll is due sooner. */
  in(millis: number): void {
    const at = performance.now() + millis;
    if (this.isStopping || at >= this.at) return;
    this.at = at;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.at = Number.POSITIVE_INFINITY;
      this.polling = (this.polling ?? Promise.resolve()).then(() => this.poll());
    }, millis);
  }

  /** Polls no more, and resolves once the last poll has ended. */
  async stop(): Promise<void> {
    this.isStopping = true;
    clearTimeout(this.timer);
    await this.polling;
  }
}

/** How long items are collected before they are stored together. */
const COLLECT_MILLIS = 100;
/** The wait after a batch that could not be stored. */
const RETRY_MILLIS = 5000;

interface BatchesParts<Item> {
  store(items: readonly Item[]): Promise<void>;
  /** Called after some have been stored. */
  onStored(): void;
  /** Called when some could not be stored; they are stored with the next ones. */
  onFailure(error: unknown, count: number): void;
}

/** Collects single items and stores them in batches: a transaction is expensive, and one more row in it is cheap. */
export class Batches<Item> {
  private readonly parts: BatchesParts<Item>;
  private items: Item[] = [];
  private storing: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private isStopping = false;

  constructor(parts: BatchesParts<Item>) {
    this.parts = parts;
  }

  add(item: Item): void {
    this.items.push(item);
    this.storeIn(COLLECT_MILLIS);
  }

  /** Stores the items that are left, in a single attempt. */
  async stop(): Promise<void> {
    this.isStopping = true;
    clearTimeout(this.timer);
    await this.storing;
    await this.store();
  }

  private storeIn(millis: number): void {
    if (this.isStopping) return;
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.storing = (this.storing ?? Promise.resolve()).then(() => this.store());
    }, millis);
  }

  private async store(): Promise<void> {
    const { items } = this;
    this.items = [];
    if (items.length === 0) return;
    try {
      await this.parts.store(items);
    } catch (error) {
      this.parts.onFailure(error, items.length);
      this.items.push(...items);
      this.storeIn(RETRY_MILLIS);
      return;
    }
    this.parts.onStored();
  }
}
