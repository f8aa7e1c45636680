/**
 * Notifies listeners that events have changed, in this process or another one. This is only a hint to read the
 * database. Hints can be lost, so every 20 seconds listeners are told to check all events.
 */
import type { Connections } from '../engine/dialect.ts';

const CHECK_ALL_MILLIS = 20_000;

/** Called after the commit with the ids of the events that have changed; with `all` when any event may have changed. */
export type ChangeListener = (eventIds: ReadonlySet<number> | 'all') => void;

export class ChangeFeed {
  private readonly connections: Connections;
  private readonly listeners = new Set<ChangeListener>();
  private changed = new Set<number>();
  /** Resolves once everything that was announced here has been sent to the other processes. */
  private broadcast: Promise<unknown> = Promise.resolve();
  private stopListening: (() => void) | undefined;

  constructor(connections: Connections) {
    this.connections = connections;
  }

  /** @returns a function that stops listening */
  subscribe(listener: ChangeListener): () => void {
    this.listeners.add(listener);
    this.stopListening ??= this.listen();
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size === 0) this.stop();
    };
  }

  /** Reports that an event has changed; the changes of one turn of the event loop are sent together. */
  announce(eventId: number): void {
    if (this.changed.size === 0) setImmediate(() => this.flush());
    this.changed.add(eventId);
  }

  /** Stops. Resolves once all changes are sent to the other processes, because a command exits right after its commit. */
  async close(): Promise<void> {
    this.stop();
    this.flush();
    await this.broadcast;
  }

  private stop(): void {
    this.stopListening?.();
    this.stopListening = undefined;
  }

  private flush(): void {
    const eventIds = this.changed;
    if (eventIds.size === 0) return;
    this.changed = new Set();
    this.notify(eventIds);
    const sent = this.connections.broadcast?.([...eventIds]);
    this.broadcast = Promise.all([this.broadcast, sent]);
  }

  private listen(): () => void {
    const stop = this.connections.listen?.((eventIds) => this.notify(eventIds));
    const timer = setInterval(() => this.notify('all'), CHECK_ALL_MILLIS);
    timer.unref();
    return () => {
      clearInterval(timer);
      stop?.();
    };
  }

  private notify(eventIds: ReadonlySet<number> | 'all'): void {
    for (const listener of this.listeners) listener(eventIds);
  }
}
