/** What is read anew after each change, once however many wait for it. */
export class Current<Value> {
  private readonly read: (old: Value | undefined) => Promise<Value>;
  private readonly pace: (work: () => Promise<void>) => Promise<void>;
  private changes = 1;
  /** How many changes had been told when the kept value began to be read. */
  private seen = 0;
  private reading: Promise<void> | undefined;
  /** As it was last read. */
  kept: Value | undefined;

  /**
   * @param read is given what it returned before
   * @param pace runs the reading, in its own time
   */
  constructor(
    read: (old: Value | undefined) => Promise<Value>,
    pace: (work: () => Promise<void>) => Promise<void> = (work) => work(),
  ) {
    this.read = read;
    this.pace = pace;
  }

  /** Whether nothing has changed since the kept value was read. */
  get isCurrent(): boolean {
    return this.seen === this.changes;
  }

  /** Notes that what is kept may be out of date. */
  touch(): void {
    this.changes++;
  }

  /** The value as it is now: everything that was told before this call is in it. */
  async get(): Promise<Value> {
    const wanted = this.changes;
    while (this.seen < wanted) {
      this.reading ??= this.pace(() => this.renew()).finally(() => {
        this.reading = undefined;
      });
      await this.reading;
    }
    return this.kept as Value;
  }

  private async renew(): Promise<void> {
    const { changes } = this;
    this.kept = await this.read(this.kept);
    this.seen = changes;
  }
}
