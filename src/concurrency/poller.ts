/** Does something again and again, each time when it was asked for, never twice at a time. */
export class Poller {
  private readonly poll: () => Promise<void>;
  private polling: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private at = Number.POSITIVE_INFINITY;
  private isStopping = false;

  constructor(poll: () => Promise<void>) {
    this.poll = poll;
  }

  /** Polls in some milliseconds, unless it is going to poll sooner. */
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
