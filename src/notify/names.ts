/**
 * From the names of push services to their addresses. The system's way (`dns.lookup`) holds a thread for as
 * long as a look-up takes; Node.js spares two for all look-ups, so those of the database stand in line
 * with them. So names that anybody may send are asked of the name servers directly, which needs no thread.
 * Only names that the operator has listed, which may stand in a file of the system, go the system's way,
 * one at a time.
 */
import dns, { type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

/** The code of the error when a name leads somewhere private. */
export const NOT_PUBLIC = 'ERR_ADDRESS_NOT_PUBLIC';
/** The code of the error when a name does not exist, or has no address. */
export const NO_SUCH_NAME = 'ERR_NO_SUCH_NAME';

/** Two questions to each name server end within six seconds, well before a message is given up. */
const QUESTION_MILLIS = 2000;
const QUESTIONS = 2;
/** Push services change their addresses within minutes, and connections are kept anyway. */
const FOUND_MILLIS = 60_000;
/** Many devices may have the same name; each message that is tried again asks anew. */
const FAILED_MILLIS = 2000;
/** Of each kind. Anybody may invent names. */
const MAX_NAMES = 1000;
/** A machine that moves to another network has other name servers. */
const RESOLVER_MILLIS = 30_000;
/** Where no name exists, say before one has signed in to a network, this one does not either. */
const KNOWN_NAME = 'fcm.googleapis.com';

export class Names {
  private readonly servers: readonly string[] | undefined;
  private readonly publicNames = new HeldAnswers((name) => this.askServers(name));
  private readonly listedNames = new HeldAnswers((name) => this.askSystem(name));
  private resolver: { asks: dns.promises.Resolver; madeAt: number } | undefined;
  private lastOfSystem: Promise<unknown> = Promise.resolve();

  /** @param servers in place of the system's name servers, such as `127.0.0.1:53` */
  constructor(servers?: readonly string[]) {
    this.servers = servers;
  }

  /**
   * Looks up a name that is trusted for its ending. The connection goes to the very addresses that were
   * judged here, whatever the name says later; fails when any of them is not public.
   */
  readonly lookUpPublic: LookupFunction = (name, options, callback) =>
    answer(this.publicNames.find(name), options, callback);

  /** Looks up a name of `PUSH_ORIGINS`, which may lead anywhere. */
  readonly lookUpListed: LookupFunction = (name, options, callback) =>
    answer(this.listedNames.find(name), options, callback);

  /** Gives up the look-ups under way. */
  close(): void {
    this.resolver?.asks.cancel();
  }

  private async askServers(name: string): Promise<LookupAddress[]> {
    try {
      return judged(await addressesOf(name, this.currentResolver()));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== NO_SUCH_NAME) throw error;
      if (name === KNOWN_NAME) throw new Error('the name servers here know no push service');
      await this.publicNames.find(KNOWN_NAME);
      throw error;
    }
  }

  private currentResolver(): dns.promises.Resolver {
    const now = performance.now();
    if (!this.resolver || now - this.resolver.madeAt > RESOLVER_MILLIS) {
      // A resolver knows the name servers that the system had when it was made.
      const asks = new dns.promises.Resolver({ timeout: QUESTION_MILLIS, tries: QUESTIONS });
      if (this.servers) asks.setServers(this.servers);
      this.resolver = { asks, madeAt: now };
    }
    return this.resolver.asks;
  }

  private askSystem(name: string): Promise<LookupAddress[]> {
    const asked = this.lastOfSystem.then(() => dns.promises.lookup(name, { all: true }));
    this.lastOfSystem = asked.catch(() => {});
    return asked;
  }
}

/** Answers that are shared while they are awaited, and kept for a while. */
class HeldAnswers {
  private readonly ask: (name: string) => Promise<LookupAddress[]>;
  private readonly held = new Map<string, { answer: Promise<LookupAddress[]>; until: number }>();

  constructor(ask: (name: string) => Promise<LookupAddress[]>) {
    this.ask = ask;
  }

  find(name: string): Promise<LookupAddress[]> {
    const held = this.held.get(name);
    if (held && performance.now() < held.until) return held.answer;
    if (this.held.size >= MAX_NAMES) this.held.clear();
    const asked = { answer: this.ask(name), until: Number.POSITIVE_INFINITY };
    this.held.set(name, asked);
    asked.answer.then(
      () => {
        asked.until = performance.now() + FOUND_MILLIS;
      },
      () => {
        asked.until = performance.now() + FAILED_MILLIS;
      },
    );
    return asked.answer;
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
  const message = 'the name of the push service does not exist';
  throw Object.assign(new Error(message), { code: NO_SUCH_NAME });
}

/** The name does not exist, or has no address of the family that was asked for. */
function isAbsence(code: string): boolean {
  return code === dns.NOTFOUND || code === dns.NODATA;
}

function judged(addresses: LookupAddress[]): LookupAddress[] {
  if (addresses.every(({ address }) => isPublicAddress(address))) return addresses;
  const message = 'the name of the push service leads to an address that is not public';
  throw Object.assign(new Error(message), { code: NOT_PUBLIC });
}

/** Passes an answer on in the way that Node.js asks for. */
function answer(
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
        callback(new Error('the name of the push service has no address of that family'), []);
      } else if (options.all) {
        callback(null, fitting);
      } else {
        callback(null, first.address, first.family);
      }
    },
    (error) => callback(error, []),
  );
}
