/** The open streams about one event. */
import type { ServerResponse } from 'node:http';

/** After so many writes, other work of the event loop gets a turn. */
const SLICE = 200;
/** A client with so much unread is not reading at all. */
const MAX_UNREAD_BYTES = 16 * 1024;

export class StreamGroup {
  private readonly streams = new Set<ServerResponse>();
  /** That has been sent last. */
  revision: number;
  /** Whether a change is being sent, and whether another one has come meanwhile. */
  isSending = false;
  isBehind = false;

  constructor(revision: number) {
    this.revision = revision;
  }

  get isEmpty(): boolean {
    return this.streams.size === 0;
  }

  add(stream: ServerResponse): void {
    this.streams.add(stream);
  }

  delete(stream: ServerResponse): void {
    this.streams.delete(stream);
  }

  /** Writes to all that are open now. Clients that do not read are disconnected: their backlog would fill the memory. */
  async write(text: string): Promise<void> {
    let written = 0;
    for (const stream of [...this.streams]) {
      if (stream.writableEnded || !this.streams.has(stream)) continue;
      if (stream.writableLength > MAX_UNREAD_BYTES) stream.destroy();
      else stream.write(text);
      if (++written % SLICE === 0) await new Promise((resolve) => setImmediate(resolve));
    }
  }

  end(): void {
    for (const stream of this.streams) stream.end();
  }
}
