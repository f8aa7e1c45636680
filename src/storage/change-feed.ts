/**
 * Notifies listeners that events have changed, in this process or another one. This is only a hint to read the
 * database: hints can be lost, so every 20 seconds listeners are asked to check all events.
 */
import type { Connections } from './dialect.ts';

const CHECK_ALL_MILLIS = 20_000;

/** Called after the commit with the events that have changed; with `all` when any of them may have. */
export type ChangeListener = (eventIds: ReadonlySet<number> | 'all') => void;

export class ChangeFeed {
  private readonly connections: Connections;
  private readonly listeners = new Set<ChangeListener>();
  private changed = new Set<number>();
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
      if (this.listeners.size === 0) this.close();
    };
  }

  /** Reports that an event has changed; the changes of one turn of the event loop are sent together. */
  announce(eventId: number): void {
    // Processes of one installation are alike: if nobody listens here, nobody does in the others.
    if (this.listeners.size === 0) return;
    if (this.changed.size === 0) setImmediate(() => this.flush());
    this.changed.add(eventId);
  }

  close(): void {
    this.stopListening?.();
    this.stopListening = undefined;
  }

  private flush(): void {
    const eventIds = this.changed;
    this.changed = new Set();
    this.notify(eventIds);
    this.connections.broadcast?.([...eventIds]);
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
