/** The public board for tests: a published regatta, and a listener to its event stream. */
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { Provisioned, Reply, TestService } from './service.ts';

/** How long caches may keep what is public. */
export const PUBLIC_CACHE = 'public, max-age=2, s-maxage=5, stale-while-revalidate=3';

export interface Published extends Provisioned {
  /** Requests what the public sees of the event; the path continues `/board/api/events/{id}`. */
  board(path?: string, headers?: Record<string, string>): Promise<Reply>;
}

/** A published regatta of three crews in two races, of which nothing has been rowed yet. */
export async function published(
  service: TestService,
  { timezone, schedule = {} }: { timezone?: string | null; schedule?: object } = {},
): Promise<Published> {
  const event = await service.provision(timezone === undefined ? {} : { timezone });
  const crews = ['Amsel', 'Biber', 'Chamäleon'];
  await event.send('POST', '/schedule', schedule);
  await event.send(
    'PUT',
    '/teams',
    crews.map((name, index) => ({ externalId: `c${index + 1}`, name, sortOrder: 3 - index })),
  );
  await event.send('PUT', '/races', [
    { externalId: 'r2', raceNumber: 2, scheduledAt: '2026-06-14T09:00:00+02:00', title: 'Final' },
    { externalId: 'r1', raceNumber: 1, scheduledAt: '2026-06-13T09:00:00+02:00', title: 'Heat 1' },
  ]);
  await event.send('PUT', '/races/r1/entries', draw('c1', 'c2', 'c3'));
  await event.send('PUT', '/races/r2/entries', draw('c1', 'c2'));
  const { status } = await event.send('POST', '/schedule/publish');
  assert.equal(status, 200);
  return {
    ...event,
    board: (path = '', headers = {}) =>
      service.send('GET', `/board/api/events/${event.eventId}${path}`, { headers }),
  };
}

/** A draw, the first crew in the first position. */
export function draw(...crews: string[]) {
  return crews.map((teamExternalId, index) => ({ position: index + 1, teamExternalId }));
}

/** The time of the first lane of a board's first race. */
export function firstTime({ json: board }: Reply): number | null {
  return board.races[0].lanes[0].finishTimeMillis;
}

/** Results of finished crews, by their times. */
export function times(...millis: number[]) {
  return millis.map((finishTimeMillis, index) => ({ position: index + 1, finishTimeMillis }));
}

/** An open stream of changes. */
export class Listener {
  readonly response: Response;
  /** All that the stream has sent so far. */
  text = '';
  /** Whether the stream has ended, by the service or by `close`. */
  isOver = false;
  private readonly controller: AbortController;

  private constructor(response: Response, controller: AbortController) {
    this.response = response;
    this.controller = controller;
    void this.read();
  }

  static open(url: string, eventId: number): Promise<Listener> {
    return Listener.at(`${url}/board/api/events/${eventId}/live`);
  }

  /** @param headers of the request, such as a cookie */
  static async at(address: string, headers: Record<string, string> = {}): Promise<Listener> {
    const controller = new AbortController();
    const { signal } = controller;
    const response = await fetch(address, { signal, headers });
    return new Listener(response, controller);
  }

  /** The revisions that the stream has announced, in order. */
  get revisions(): number[] {
    const events = this.text.matchAll(/^id: (\d+)\nevent: change\ndata: \{"revision":\1\}\n\n/gm);
    return Array.from(events, ([, revision]) => Number(revision));
  }

  /** Waits until a condition holds, and fails after `millis`. @returns after how many milliseconds it held */
  async until(isSo: (listener: Listener) => boolean, millis = 60_000): Promise<number> {
    const startedAt = performance.now();
    while (!isSo(this)) {
      const waited = performance.now() - startedAt;
      assert.ok(waited < millis, `not within ${millis} ms: ${JSON.stringify(this.text)}`);
      await delay(2);
    }
    return performance.now() - startedAt;
  }

  close(): void {
    this.controller.abort();
  }

  private async read(): Promise<void> {
    const decoder = new TextDecoder();
    try {
      for await (const chunk of this.response.body ?? []) {
        this.text += decoder.decode(chunk as Uint8Array, { stream: true });
      }
    } catch {
      // The stream was closed by `close`, or cut off.
    }
    this.isOver = true;
  }
}
