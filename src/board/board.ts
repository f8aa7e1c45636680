/** The public side of the service: boards that anyone may see, and who is told of their changes. */
import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { parseEventId } from '../contract/event-id.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Outgoing } from '../http/send.ts';
import type { Settings } from '../settings.ts';
import type { Database } from '../storage/database.ts';
import { BoardDocuments } from '../documents/board-documents.ts';
import { FollowDesk } from './follow-desk.ts';
import { LiveStreams } from './live-streams.ts';
import { Pages } from './pages.ts';
import type { Publication } from './publication.ts';

/** What every public route works with. */
export class Board {
  readonly settings: Settings;
  readonly database: Database;
  readonly log: Logger;
  readonly documents: BoardDocuments;
  readonly live: LiveStreams;
  readonly pages: Pages;
  readonly follows: FollowDesk;
  /** With which browsers subscribe to push messages; base64url. */
  readonly pushKey: string;
  private readonly unsubscribe: () => void;

  constructor(settings: Settings, database: Database, log: Logger, pushKey: string) {
    this.settings = settings;
    this.database = database;
    this.log = log;
    this.documents = new BoardDocuments(database);
    this.live = new LiveStreams(this.documents, settings.trustedProxies, log);
    this.pages = new Pages(settings.publicUrl, log);
    this.follows = new FollowDesk(settings, database, log);
    this.pushKey = pushKey;
    this.unsubscribe = database.changes.subscribe((eventIds) => {
      this.documents.invalidate(eventIds);
      this.live.touch(eventIds);
    });
  }

  /** Ends all streams, so that the service can stop. */
  close(): void {
    this.unsubscribe();
    this.live.close();
    this.follows.places.close();
  }
}

/** What a public route decides; nothing when it has sent its answer itself. */
export type PublicAnswer = Publication | Outgoing | Refusal | undefined;

/** The event that a path names. */
export function eventIdOf(request: FastifyRequest): number {
  return parseEventId((request.params as { eventId: string }).eventId);
}

/** Of a draft, an unknown event and a malformed number alike. */
export function boardNotFound(): Refusal {
  return new Refusal('event_not_found', 'No published schedule is here.');
}
