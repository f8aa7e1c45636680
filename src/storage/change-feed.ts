/**
 * Tells who listens that events have changed, in this process or another one. What it says is a
 * hint to look at the database, never the truth: hints can be lost on the way, so listeners are told
 * to look at everything from time to time.
 */
import type { Connections } from './dialect.ts';

const LOOK_AT_ALL_MILLIS = 20_000;

/** Told after the commit which events have changed; `all` when any of them may have. */
export type ChangeListener = (eventIds: ReadonlySet<number> | 'all') => void;

export class ChangeFeed {
  private readonly connections: Connections;
  private readonly listeners = new Set<ChangeListener>();
  private changed = new Set<number>();
  /** Resolves once the other processes have been told what was announced here. */
  private broadcast: Promise<unknown> = Promise.resolve();
  private stopListening: (() => void) | undefined;

  constructor(connections: Connections) {
    this.connections = connections;
  }

  /** @returns how to stop listening */
  subscribe(listener: ChangeListener): () => void {
    this.listeners.add(listener);
    this.stopListening ??= this.listen();
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size === 0) this.stop();
    };
  }

  /** Notes that an event has changed; changes of one turn are told together. */
  announce(eventId: number): void {
    if (this.changed.size === 0) setImmediate(() => this.tellChanged());
    this.changed.add(eventId);
  }

  /** Resolves once the other processes know: a command ends right after its commit. */
  async close(): Promise<void> {
    this.stop();
    this.tellChanged();
    await this.broadcast;
  }

  private stop(): void {
    this.stopListening?.();
    this.stopListening = undefined;
  }

  private tellChanged(): void {
    const eventIds = this.changed;
    if (eventIds.size === 0) return;
    this.changed = new Set();
    this.tell(eventIds);
    const sent = this.connections.broadcast?.([...eventIds]);
    this.broadcast = Promise.all([this.broadcast, sent]);
  }

  private listen(): () => void {
    const stop = this.connections.listen?.((eventIds) => this.tell(eventIds));
    const timer = setInterval(() => this.tell('all'), LOOK_AT_ALL_MILLIS);
    timer.unref();
    return () => {
      clearInterval(timer);
      stop?.();
    };
  }

  private tell(eventIds: ReadonlySet<number> | 'all'): void {
    for (const listener of this.listeners) listener(eventIds);
  }
}
