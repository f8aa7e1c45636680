/** The public side of the service: boards that anyone may see, and who is told of their changes. */
import type { Logger } from 'pino';
import { parseEventId } from '../contract/event-id.ts';
import type { Method } from '../contract/route-table.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Answer } from '../http/answers/answer.ts';
import type { Exchange } from '../http/exchange.ts';
import { Publication } from '../http/answers/publication.ts';
import { Representation, representationOf, tagOf } from '../http/answers/representation.ts';
import type { Route } from '../http/router.ts';
import { SettingRefused, type Settings } from '../settings.ts';
import type { Database } from '../storage/engine/database.ts';
import { BoardDocuments } from '../documents/board-documents.ts';
import { FollowService } from './follow-service.ts';
import { LiveStreams } from './live-streams.ts';
import { Pages } from './pages/pages.ts';
import { readFileSync, statSync } from 'node:fs';
import { extname } from 'node:path';
import { pageFields } from '../http/answers/template.ts';
import { AddressLimits } from '../http/limits/address-limits.ts';
import { clientAddress } from '../http/limits/client-address.ts';
import { addLimitHeaders } from '../http/limits/rate-limit.ts';

/** A whole regatta may sit behind one carrier's address, and all pages are made anew after a change. */
const MADE_PER_MINUTE = 1200;

class ColdPages {
  private readonly limits = new AddressLimits(MADE_PER_MINUTE);
  private readonly trustedProxies: number;

  /** @param trustedProxies how many proxies stand in front of the service */
  constructor(trustedProxies: number) {
    this.trustedProxies = trustedProxies;
  }

  /** Counts a page that has to be made. @returns why it is not */
  take({ request, headers }: Exchange): Refusal | undefined {
    const slot = this.limits.take(clientAddress(request, this.trustedProxies));
    if (slot.isAllowed) return undefined;
    addLimitHeaders(headers, this.limits.limit, slot);
    return new Refusal(
      'rate_limited',
      `${this.limits.limit} pages of races and crews are made in 60 seconds for one address; the board has all of them.`,
    );
  }
}

/** Every screen loads it, also over a weak signal. */
const MAX_LOGO_BYTES = 1024 * 1024;

const TYPES: Record<string, string> = {
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
};

/** An SVG may have a script in it, which shall not run when somebody opens the picture by itself. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; frame-ancestors 'none'";

/**
 * @param path of a picture; `undefined`: there is none
 * @throws SettingRefused for a file that is not there, is no picture by its name, or is too large
 */
function readLogo(path: string | undefined): Publication | undefined {
  if (path === undefined) return undefined;
  const type = TYPES[extname(path).toLowerCase()];
  if (!type) {
    const endings = Object.keys(TYPES).join(', ');
    throw new SettingRefused(`LOGO_FILE must end in one of ${endings}, not "${path}".`);
  }
  const bytes = read(path);
  const representation = new Representation(tagOf(bytes), bytes, 'most');
  return new Publication(representation, type, pageFields('no-cache', POLICY));
}

function read(path: string): Buffer {
  try {
    const { size } = statSync(path);
    if (size <= MAX_LOGO_BYTES) return readFileSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new SettingRefused(`LOGO_FILE cannot be read (${code}): "${path}".`);
  }
  throw new SettingRefused(`LOGO_FILE must have at most ${MAX_LOGO_BYTES} bytes: "${path}".`);
}

/** Whoever asks again within two seconds need not; a proxy may show what it has while it asks. */
export const BOARD_CACHE = [
  'cache-control',
  'public, max-age=2, stale-while-revalidate=30',
] as const;

/** The key stays the same for the life of the installation. */
const PUSH_KEY_CACHE = ['cache-control', 'public, max-age=3600'];

/** What every public route works with. */
export class Board {
  readonly settings: Settings;
  readonly documents: BoardDocuments;
  readonly live: LiveStreams;
  readonly logo: Publication | undefined;
  readonly pages: Pages;
  readonly coldPages: ColdPages;
  readonly follows: FollowService;
  /** With which browsers subscribe to push messages; base64url. */
  readonly pushKey: string;
  readonly pushKeyAnswer: Publication;
  private readonly unsubscribe: () => void;

  constructor(settings: Settings, database: Database, log: Logger, pushKey: string) {
    this.logo = readLogo(settings.logoFile);
    this.settings = settings;
    this.documents = new BoardDocuments(database, settings.listsTrials === true);
    this.live = new LiveStreams(this.documents, settings.trustedProxies, log);
    this.pages = new Pages(settings.publicUrl, this.logo !== undefined, log);
    this.coldPages = new ColdPages(settings.trustedProxies);
    this.follows = new FollowService(settings, database, log);
    this.pushKey = pushKey;
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

  /** Ends all streams, so that the service can stop. */
  close(): void {
    this.unsubscribe();
    this.live.close();
    this.follows.places.close();
  }
}

export type PublicHandler = (board: Board, exchange: Exchange) => Answer | Promise<Answer>;

/** A route that anyone may ask, without a key; its path as the router has it. */
export type PublicRoute = readonly [method: Method, path: string, handle: PublicHandler];

/** The routes as the server answers them. */
export function publicRoutes(board: Board, routes: readonly PublicRoute[]): Route[] {
  return routes.map(([method, path, handle]) => ({
    method,
    path,
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
