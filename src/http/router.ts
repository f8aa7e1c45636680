/** From the method and path of a request to the route that answers it. */
import findMyWay, { type HTTPVersion, type Instance } from 'find-my-way';
import type { Method } from '../contract/route-table.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Answer } from './answers/answer.ts';
import type { Exchange } from './exchange.ts';

/** A row of the table of routes; `HEAD` is answered where `GET` is. */
export interface Route {
  method: Method;
  /** Such as `/v1/events/:eventId/teams`. */
  path: string;
  /** Whether pages of every origin may read its answers, whatever the status. */
  isForEveryOrigin?: boolean;
  /** @returns nothing when it has begun to answer by itself */
  handle(exchange: Exchange): Answer | Promise<Answer>;
}

/** As long as a request line can be: a parameter that is too long for an id is a matter of its route, which finds nothing. */
const MAX_PARAMETER_LENGTH = 16_384;
/** The longest route has 9 parts; a path with many more is no route, whatever it contains. */
const MAX_PATH_PARTS = 16;
const NO_ROUTE = '/%00';
const NO_QUERY = {};

export class Router {
  private readonly tree: Instance<HTTPVersion.V1> = findMyWay({
    maxParamLength: MAX_PARAMETER_LENGTH,
    querystringParser: () => NO_QUERY,
  });
  private readonly methods = new Set<Method>();

  constructor(routes: readonly Route[]) {
    for (const route of routes) {
      this.methods.add(route.method);
      this.tree.on(route.method, route.path, unused, route);
    }
  }

  /**
   * Finds the route of a request, and sets route and parameters in the exchange.
   *
   * @returns why there is none: 404, or 405 with the header `Allow`
   */
  find(exchange: Exchange): Route | Refusal {
    const path = routablePath(exchange.request.url ?? '/');
    const method = exchange.method === 'HEAD' ? 'GET' : exchange.method;
    const found = this.tree.find(method as Method, path);
    if (!found) return this.objection(exchange, path);
    const route: Route = found.store;
    exchange.route = route.path;
    exchange.params = found.params;
    exchange.isForEveryOrigin = route.isForEveryOrigin === true;
    return route;
  }

  private objection(exchange: Exchange, path: string): Refusal {
    const others = [...this.methods].filter((method) => {
      const found = this.tree.find(method, path);
      if (found) exchange.route = (found.store as Route).path;
      return found;
    });
    if (others.length === 0) return new Refusal('route_not_found', 'See /docs for the addresses.');
    const allowed = others.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    exchange.headers.allow = allowed.join(', ');
    return new Refusal('method_not_allowed', `This address takes ${exchange.headers.allow}.`);
  }
}

/** A handler that is never called: the tree is only used to look up the route of a path. */
function unused(): void {}

/**
 * The path as it is routed. A request line may carry a whole address. A part whose percent-encoding
 * is broken becomes U+0000, which no identifier can contain, so that its route answers "not found"
 * after all its other checks (decision R14). The parts are counted before any is decoded: an error
 * costs some microseconds, and a request line has room for thousands.
 */
function routablePath(url: string): string {
  const target = url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?#]*/i, '');
  const path = target.startsWith('/') ? target : `/${target}`;
  if (!path.includes('%')) return path;
  const queryStart = path.indexOf('?');
  const parts = (queryStart === -1 ? path : path.slice(0, queryStart)).split(
    '/',
    MAX_PATH_PARTS + 1,
  );
  if (parts.length > MAX_PATH_PARTS) return NO_ROUTE;
  return parts.map((part) => (isDecodable(part) ? part : '%00')).join('/');
}

function isDecodable(part: string): boolean {
  try {
    decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
}
