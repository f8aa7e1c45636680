/** The public side of the service: boards that anyone may see, and who is told of their changes. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Logger } from 'pino';
import type { Method } from '../contract/route-table.ts';
import { BoardDocuments } from '../documents/board-documents.ts';
import { InstallationTexts } from '../documents/installation-texts.ts';
import { parseEventId } from '../domain/event/event-address.ts';
import { Refusal } from '../domain/refusal.ts';
import { type Answer, Publication, pictureAnswer } from '../http/answers/answer.ts';
import { ONE_HOUR, REVALIDATE } from '../http/answers/cache-control.ts';
import { representationOf } from '../http/answers/representation.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Route } from '../http/router.ts';
import { domainOf } from '../renderings/calendar.ts';
import { readDefaultLogo, type Settings } from '../settings.ts';
import type { Database } from '../storage/engine/database.ts';
import { FollowService } from './follow-service.ts';
import { LiveStreams } from './live-streams.ts';
import { ColdPages } from './pages/page-cache.ts';
import { Pages } from './pages/pages.ts';

/** The key stays the same for the life of the installation. */
const PUSH_KEY_CACHE = ['cache-control', ONE_HOUR];
/** Of the list of regattas at a start. */
const WARMING_READS = 3;

/** What every public route works with. */
export class Board {
  readonly settings: Settings;
  readonly database: Database;
  readonly documents: BoardDocuments;
  /** What the operator says of the installation. */
  readonly installation: InstallationTexts;
  readonly live: LiveStreams;
  readonly logo: Publication | undefined;
  readonly pages: Pages;
  readonly coldPages: ColdPages;
  readonly follows: FollowService;
  /** With which browsers subscribe to push messages; base64url. */
  readonly pushKey: string;
  readonly pushKeyAnswer: Publication;
  /** What the ids of this installation have in them, in calendars and feeds. */
  readonly domain: string;
  private readonly unsubscribe: () => void;
  private warming: Promise<void> = Promise.resolve();

  constructor(settings: Settings, database: Database, log: Logger, pushKey: string) {
    const logo = readDefaultLogo(settings.logoFile);
    this.logo = logo && pictureAnswer(logo.bytes, logo.type, REVALIDATE);
    this.settings = settings;
    this.database = database;
    this.documents = new BoardDocuments(database, settings.listsTrials === true);
    this.installation = new InstallationTexts(database);
    this.live = new LiveStreams(this.documents, settings.trustedProxies, log);
    this.pages = new Pages(settings.publicUrl, this.logo !== undefined, log);
    this.coldPages = new ColdPages(settings.trustedProxies);
    this.follows = new FollowService(settings, database, log);
    this.pushKey = pushKey;
    this.domain = domainOf(pushKey);
    this.pushKeyAnswer = new Publication(
      representationOf({ publicKey: pushKey }),
      'application/json',
      PUSH_KEY_CACHE,
    );
    this.unsubscribe = database.changes.subscribe((eventIds) => {
      this.documents.invalidate(eventIds);
      this.live.touch(eventIds);
    });
  }

  /**
   * Reads the list of regattas before somebody asks for it: of thousands, its first readings take more of the processor than a
   * list may (adopt, "Lists"), mostly for code that has never run. A service that starts does not wait for it.
   */
  warm(): void {
    // Whoever asks first is told why it cannot be read.
    this.warming = this.readListOften().catch(() => {});
  }

  /**
   * V8 compiles during the later readings what the first has shown to be busy. Whoever asks first finds the last. What the
   * start has left is cleared here, too: the first requests would do it, each for 20 to 50 ms of the processor.
   */
  private async readListOften(): Promise<void> {
    for (let time = 0; time < WARMING_READS; time++) {
      // It also drops compiled code, which the last reading makes again.
      if (time === WARMING_READS - 1) collectGarbage('major');
      this.documents.invalidate('all');
      await this.documents.list();
    }
    // Twice, because what is still used leaves the space of young objects at the second time.
    collectGarbage('minor');
    collectGarbage('minor');
  }

  /** Ends all streams, so that the service can stop. */
  async close(): Promise<void> {
    this.unsubscribe();
    this.live.close();
    this.follows.places.close();
    await this.warming;
  }
}

/** Node.js has no call for it but V8's own function, which the flag makes known. */
function collectGarbage(type: 'major' | 'minor'): void {
  setFlagsFromString('--expose-gc');
  const collect: (options: { type: string }) => void = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  collect({ type });
}

export type PublicHandler = (board: Board, exchange: Exchange) => Answer | Promise<Answer>;

/**
 * A route that anyone may ask, without a key; its path as the router has it. What pages of every origin may read is public,
 * and the same for whoever asks (board, "For caches, search engines and other software").
 */
export type PublicRoute = readonly [
  method: Method,
  path: string,
  handle: PublicHandler,
  readableBy?: 'every origin',
];

/** The routes as the server answers them. */
export function publicRoutes(board: Board, routes: readonly PublicRoute[]): Route[] {
  return routes.map(([method, path, handle, readableBy]) => ({
    method,
    path,
    isForEveryOrigin: readableBy === 'every origin',
    handle: (exchange) => handle(board, exchange),
  }));
}

/** The event that a path names. */
export function eventIdOf({ params }: Exchange): number {
  return parseEventId(params.eventId ?? '');
}

/** Of a draft, an unknown event and a malformed number alike. */
export function boardNotFound(): Refusal {
  return new Refusal('event_not_found', 'No published schedule is here.');
}
