/** The public side of the service: what its routes share, such as boards, their event streams, and devices that follow. */
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
import { PageRenderLimit } from './pages/page-cache.ts';
import { Pages } from './pages/pages.ts';

/** The key stays the same for the life of the installation. */
const PUSH_KEY_CACHE = ['cache-control', ONE_HOUR];
/** How often the list of regattas is read when the service starts. */
const WARMING_READS = 3;

/** The dependencies that all public routes share. */
export class Board {
  readonly settings: Settings;
  readonly database: Database;
  readonly documents: BoardDocuments;
  /** The texts of the operator about the installation. */
  readonly installation: InstallationTexts;
  readonly live: LiveStreams;
  readonly logo: Publication | undefined;
  readonly pages: Pages;
  readonly coldPages: PageRenderLimit;
  readonly follows: FollowService;
  /** The public key with which browsers subscribe to push messages; base64url. */
  readonly pushKey: string;
  readonly pushKeyAnswer: Publication;
  /** A part of all ids in calendars and feeds of this installation. */
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
    this.coldPages = new PageRenderLimit(settings.trustedProxies);
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
   * Reads the list of regattas before the first request for it: with thousands of regattas, the first reads take more processor
   * time than a list may (adopt, "Lists"), mostly for code that has never run. The start of the service does not wait for it.
   */
  warm(): void {
    // An error is ignored here, because the first request for the list meets and reports it.
    this.warming = this.readListOften().catch(() => {});
  }

  /**
   * The first read shows V8 which code is hot, and V8 compiles it during the later ones; the first request gets the list of
   * the last. Also collects the garbage of the start: else the first requests do, each for 20 to 50 ms of processor time.
   */
  private async readListOften(): Promise<void> {
    for (let time = 0; time < WARMING_READS; time++) {
      // This also drops compiled code, so it comes before the last read, which compiles it again.
      if (time === WARMING_READS - 1) collectGarbage('major');
      this.documents.invalidate('all');
      await this.documents.list();
    }
    // Twice, because objects in use leave the young generation only at the second collection.
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

/** Uses V8's own function `gc`, which exists only with the flag: Node.js has no other. */
function collectGarbage(type: 'major' | 'minor'): void {
  setFlagsFromString('--expose-gc');
  const collect: (options: { type: string }) => void = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  collect({ type });
}

export type PublicHandler = (board: Board, exchange: Exchange) => Answer | Promise<Answer>;

/**
 * A route without a key, with its path as the router takes it. `every origin` lets pages of other origins read answers, which
 * are then public and the same for every client (board, "For caches, search engines and other software").
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

/** The id of the event that a path names. */
export function eventIdOf({ params }: Exchange): number {
  return parseEventId(params.eventId ?? '');
}

/** 404, the same for a draft, an unknown event and a malformed number. */
export function boardNotFound(): Refusal {
  return new Refusal('event_not_found', 'No published schedule is here.');
}
