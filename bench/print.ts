/** Prints the results as the document `docs/benchmarks.md`. */
import { cpus } from 'node:os';
import { type Result, ROUNDS } from './measure.ts';

interface Printed {
  sqlite: Result[];
  postgres: Result[];
  /** Of the PostgreSQL server. */
  version: string;
  /** The rows of a race day: the public, devices and timing computers; on SQLite. */
  raceDay: Result[];
}

/** @returns Markdown */
export function printed({ sqlite, postgres, version, raceDay }: Printed): string {
  const sections = [
    introduction(),
    section('SQLite', sqlite, ABOUT_SQLITE),
    section(`PostgreSQL ${version}`, postgres, ABOUT_POSTGRES),
    section('A race day', raceDay, ABOUT_RACE_DAYS),
  ];
  return `# Benchmarks\n\n${sections.join('\n\n')}\n`;
}

function introduction(): string {
  const [cpu] = cpus();
  const date = new Date().toISOString().slice(0, 10);
  return `How fast the service is, compared with the least that could do the same work: bare \`node:http\` that sends the
same bytes, or a bare database transaction that writes the same rows. Both are measured in turn, ${ROUNDS} times, and
each figure is the median, so a ratio holds on other machines as well, where a rate does not.

Printed by \`npm run -s bench\` on ${date}. Machine: ${cpus().length} × ${cpu?.model ?? 'unknown processor'}, Linux,
Node.js ${process.versions.node}; the load generators, the database and the service share it and speak over loopback.

The last column says what the limit was: for how much of the time the event loop of the service and the
thread of the load generator \`wrk\` were busy. What is bold was busy all the time (95 % and more). With nothing bold
both wait: for each other, the disk or the database. With a fixed rate the load generator decides
how many requests there are, and the service is the faster the less it was busy.`;
}

const ABOUT_SQLITE = `**Reads.** The schedule has 100 races of 8 lanes, drawn and timed. \`wrk\` asks on 32 keep-alive connections. The
service checks the key, its permission and the rate limit on each request; the limits are too high to be reached.

**Writes.** \`wrk\` again. Each push changes all that it names and is durable (\`synchronous=FULL\`) before it is
answered. Pushes that arrive together share a commit. The bare transaction writes the same rows by prepared
statements, history and outbox included, without HTTP, JSON, validation, rules or an answer. The worker that
sends notifications runs, but nobody follows anything.`;

const ABOUT_POSTGRES = `The same load. The server runs on the same processors with its default settings. The bare server makes one
prepared query for one row per request and sends the same bytes. \`pgbench\` sends the statements of the push
in one transaction (\`bench/bare-transactions.ts\`), with as many clients. The service looks up and counts requests
that arrive together in one query, and pushes to one event that arrive together share a commit.`;

const ABOUT_RACE_DAYS = `All of this is on SQLite.

**Notifications.** The times include the 10 seconds for which the service waits for corrections. Each row is a
single run. The push service is another process on the same processors. It checks every signature and decrypts one
message in a hundred; none was refused, lost or sent twice. The processor time is that of the whole service,
until two seconds after the last message; the last column begins with the first message.

**The board.** Live connections come from four addresses; the time ends when a connection receives the
event that says that the board has changed, over 20 changes. Spectators ask at a fixed rate, whether they are
answered or not, and read the whole board with gzip each time; pushes come from one connection at a fixed rate.

**Pushes beside others.** They come at a fixed rate from 40 connections, each when it is due, whether those before
it have been answered or not; a time counts from when the push was due. p50 and p99 are of all rounds together. The
event of 20,000 lanes has 2,500 races, and what is compared is an event of 100 races with the same load. In the row
of another key, 500 connections send the large pushes, all at once; it is a single run.

**Waits of others.** While the service does something large, \`GET /v1/me\` is asked again and again on one connection, and
the longest answer counts: of each work the median and the worst of 5 rounds, compared with the longest of rounds in which
nothing else is asked. A cold page is one that nobody has asked for since the board changed.

**The console.** People sign in from a process of their own, at random moments (the same in each run), whether the service
keeps up or not; each sign-in takes a hash of 19 MiB by argon2id, which is computed off the event loop. The p99 is the median
of 15 rounds of 200 pushes each. The processor time of a request is that of the whole service, divided by the
requests that \`wrk\` sends on 32 connections.

**Files and the bridge.** The command runs in a process of its own, whose memory counts all of its threads. The table is our own
export, into an event without a schedule. A file is saved at a random moment between two polls of the bridge, and the board is
a live connection.

**The portable folder.** It holds a runtime, the program and its pages. A start ends with the first answer, and is not the first
one, at which what has been compiled is kept.`;

function section(title: string, results: readonly Result[], about: string): string {
  const head = ['Work', 'Running Order', 'Compared with', 'Ratio', 'Target', 'Limit'];
  const properties = ['work', 'ours', 'comparedWith', 'ratio', 'target', 'limit'] as const;
  const rows = results.map((result) => properties.map((property) => result[property]));
  return `## ${title}\n\n${table(head, rows)}\n\n${about}`;
}

/** A table in Markdown. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = rows.map((cells) => `| ${cells.join(' | ')} |`);
  return [`| ${head.join(' | ')} |`, `|${'---|'.repeat(head.length)}`, ...lines].join('\n');
}
