/**
 * Looks up the addresses of push services and of receivers of webhooks. The system's resolver (`dns.lookup`) blocks a
 * thread meanwhile, and Node.js allows two of its four threads for look-ups, the database's included. So for names that
 * anybody may send the name servers are queried directly, which takes no thread. Only names that the operator has
 * listed, which may be in the system's hosts file, go to the system's resolver, one at a time.
 */
import dns, { type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import pLimit from 'p-limit';
import { singleFlight } from '../../concurrency/single-flight.ts';
import { isPublicAddress } from '../../domain/public-address.ts';

/** The code of the error when a name has an address that is not public. */
export const NOT_PUBLIC = 'ERR_ADDRESS_NOT_PUBLIC';
/** The code of the error when a name does not exist, or has no address. */
export const NO_SUCH_NAME = 'ERR_NO_SUCH_NAME';

/** Two queries to each name server end within six seconds, before the send times out. */
const QUERY_MILLIS = 2000;
const QUERIES = 2;
/** How long found addresses are cached: services change them within minutes. */
const FOUND_MILLIS = 60_000;
/** How long a failure is cached: shorter than the wait before the next try, so that each try looks the name up again. */
const FAILED_MILLIS = 2000;
/** The most names in the cache, because anybody may invent names. */
const MAX_NAMES = 1000;
/** A resolver keeps the name servers that it was made with, and the machine may move to another network. */
const RESOLVER_MILLIS = 30_000;
/**
 * A name that certainly exists. If this is not found either, the answers about other names are worthless: many
 * networks answer that no name exists before somebody has signed in.
 */
const KNOWN_NAME = 'fcm.googleapis.com';

export class HostLookup {
  private readonly servers: readonly string[] | undefined;
  private readonly publicCache = new LookupCache((name) => this.askNameServers(name));
  private readonly listedCache = new LookupCache((name) => this.askSystem(name));
  private resolver: { asks: dns.promises.Resolver; madeAt: number } | undefined;
  private readonly oneAtATime = pLimit(1);

  /** @param servers in place of the system's name servers, such as `127.0.0.1:53` */
  constructor(servers?: readonly string[]) {
    this.servers = servers;
  }

  /**
   * Looks up a name that anybody may have sent; fails when any of its addresses is not public. The
   * connection is made to these addresses, so a name that changes afterwards changes nothing.
   */
  readonly lookUpPublic: LookupFunction = (name, options, callback) =>
    passOn(this.publicCache.find(name), options, callback);

  /** Looks up a name of `PUSH_ORIGINS` or `WEBHOOK_ORIGINS`; its addresses may be private. */
  readonly lookUpListed: LookupFunction = (name, options, callback) =>
    passOn(this.listedCache.find(name), options, callback);

  close(): void {
    this.resolver?.asks.cancel();
  }

  private async askNameServers(name: string): Promise<LookupAddress[]> {
    try {
      return requirePublic(await addressesOf(name, this.currentResolver()));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== NO_SUCH_NAME) throw error;
      if (name === KNOWN_NAME)
        throw new Error('no name can be looked up here: the name servers are not reached');
      await this.publicCache.find(KNOWN_NAME);
      throw error;
    }
  }

  private currentResolver(): dns.promises.Resolver {
    const now = performance.now();
    if (!this.resolver || now - this.resolver.madeAt > RESOLVER_MILLIS) {
      const asks = new dns.promises.Resolver({ timeout: QUERY_MILLIS, tries: QUERIES });
      if (this.servers) asks.setServers(this.servers);
      this.resolver = { asks, madeAt: now };
    }
    return this.resolver.asks;
  }

  private askSystem(name: string): Promise<LookupAddress[]> {
    return this.oneAtATime(() => dns.promises.lookup(name, { all: true }));
  }
}

class LookupCache {
  private readonly ask: (name: string) => Promise<LookupAddress[]>;
  private readonly finders = new Map<string, () => Promise<LookupAddress[]>>();

  constructor(ask: (name: string) => Promise<LookupAddress[]>) {
    this.ask = ask;
  }

  find(name: string): Promise<LookupAddress[]> {
    let find = this.finders.get(name);
    if (!find) {
      if (this.finders.size >= MAX_NAMES) this.finders.clear();
      find = singleFlight(() => this.ask(name), FOUND_MILLIS, FAILED_MILLIS);
      this.finders.set(name, find);
    }
    return find();
  }
}

/** @throws NO_SUCH_NAME, or the error of the resolver */
async function addressesOf(
  name: string,
  resolver: dns.promises.Resolver,
): Promise<LookupAddress[]> {
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const found = [
    ...(v4.status === 'fulfilled' ? v4.value.map((address) => ({ address, family: 4 })) : []),
    ...(v6.status === 'fulfilled' ? v6.value.map((address) => ({ address, family: 6 })) : []),
  ];
  if (found.length > 0) return found;
  const unsure = [v4, v6].find(
    (asked) => asked.status === 'rejected' && !isAbsence(asked.reason.code),
  );
  if (unsure?.status === 'rejected') throw unsure.reason;
  const message = 'its name does not exist';
  throw Object.assign(new Error(message), { code: NO_SUCH_NAME });
}

/** Whether a code says that the name does not exist or has no address of the family asked for. */
function isAbsence(code: string): boolean {
  return code === dns.NOTFOUND || code === dns.NODATA;
}

function requirePublic(addresses: LookupAddress[]): LookupAddress[] {
  if (addresses.every(({ address }) => isPublicAddress(address))) return addresses;
  const message = 'its name leads to an address that is not public';
  throw Object.assign(new Error(message), { code: NOT_PUBLIC });
}

function passOn(
  asked: Promise<LookupAddress[]>,
  options: Parameters<LookupFunction>[1],
  callback: Parameters<LookupFunction>[2],
): void {
  asked.then(
    (all) => {
      const { family } = options;
      const fitting = family === 4 || family === 6 ? all.filter((a) => a.family === family) : all;
      const [first] = fitting;
      if (!first) {
        callback(new Error('its name has no address of that family'), []);
      } else if (options.all) {
        callback(null, fitting);
      } else {
        callback(null, first.address, first.family);
      }
    },
    (error) => callback(error, []),
  );
}
