/**
 * POSTs to addresses that others have named, over keep-alive connections: to hosts of the public internet alone, besides
 * those that the operator has listed. Names are looked up at every connection (`host-lookup.ts`).
 */
import http from 'node:http';
import https from 'node:https';
import { HostLookup } from './host-lookup.ts';
import { type Agents, httpPost, type PostAnswer } from './http-post.ts';

interface Guard {
  /** Origins that the operator has listed; they may be on private addresses. */
  origins: readonly string[];
  /** For everything: waiting for a connection, connecting, sending and reading. */
  timeoutMillis: number;
  nameServers?: readonly string[] | undefined;
}

/** Most servers keep an idle connection for a minute or longer. */
const IDLE_SOCKET_MILLIS = 30_000;

export class GuardedPost {
  private readonly guard: Guard;
  private readonly agents: Agents;
  private readonly hosts: HostLookup;

  constructor(guard: Guard) {
    this.guard = guard;
    this.hosts = new HostLookup(guard.nameServers);
    // How many connections there are is limited by whoever sends.
    const keepAlive = { keepAlive: true, timeout: IDLE_SOCKET_MILLIS };
    this.agents = { http: new http.Agent(keepAlive), https: new https.Agent(keepAlive) };
  }

  /** @param url an accepted one: a number in place of a name is not looked up @throws when there is no status in time */
  post(url: URL, headers: http.OutgoingHttpHeaders, body: Buffer): Promise<PostAnswer> {
    const { origins, timeoutMillis } = this.guard;
    const { hosts, agents } = this;
    const lookup = origins.includes(url.origin) ? hosts.lookUpListed : hosts.lookUpPublic;
    return httpPost(url, { headers, body, agents, timeoutMillis, lookup });
  }

  /** Closes all connections; what is being sent fails. */
  close(): void {
    this.agents.http.destroy();
    this.agents.https.destroy();
    this.hosts.close();
  }
}
