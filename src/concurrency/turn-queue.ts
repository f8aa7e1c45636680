/**
 * A fair queue of writes. Parties (keys, the public, the service itself) get equal shares of the work, so a
 * backlog of hundreds of large pushes delays its own key and not the results that another key posts. It is
 * self-clocked fair queueing: of the waiting writes, the next is the one that would end first if all parties
 * were served in turns, one byte each.
 */

/** Whose writes wait in a line of their own: an API key by its id, or a part of the service by its name. */
export type Party = number | string;

/** What decides a write's place in the queue. */
export interface Turn {
  party: Party;
  /** Its estimated work, in bytes: the length of a request body that takes as long to write. */
  cost: number;
  /** Since when it has been waiting, in milliseconds of a monotonic clock. */
  since: number;
}

/** The cost of a write without its body; measured. */
export const WRITE_COST_BYTES = 8192;
/** After this, a write is refused so that its client repeats it; many clients give up after ten seconds. */
export const MAX_WAIT_MILLIS = 5000;

/** A turn for work that is ready now. @param bytes of the body */
export function turnOf(party: Party, bytes = 0): Turn {
  return { party, cost: WRITE_COST_BYTES + bytes, since: performance.now() };
}

/** The turn of a write did not come in time; nothing of it has been done. */
export class TurnMissed extends Error {
  constructor() {
    super('Too many writes are waiting: nothing was written.');
  }
}

export class TurnQueue<Job> {
  private readonly lines = new Map<Party, Line<Job>>();
  /** The virtual time: where the write that was taken last ends, in bytes served to each party. */
  private virtualTime = 0;
  private count = 0;

  get size(): number {
    return this.count;
  }

  /** Whether something of this party waits. */
  has(party: Party): boolean {
    return this.lines.has(party);
  }

  add(turn: Turn, job: Job): void {
    const line = this.lines.get(turn.party);
    if (line) line.waiting.push({ turn, job });
    else this.lines.set(turn.party, { startsAt: this.virtualTime, waiting: [{ turn, job }] });
    this.count++;
  }

  /** Takes the next write out of the queue; `undefined` if none waits, or the next one costs more than `maxCost`. */
  take(maxCost = Number.POSITIVE_INFINITY): Waiting<Job> | undefined {
    let next: Waiting<Job> | undefined;
    let endsAt = Number.POSITIVE_INFINITY;
    for (const { startsAt, waiting } of this.lines.values()) {
      const [first] = waiting;
      if (!first || startsAt + first.turn.cost >= endsAt) continue;
      next = first;
      endsAt = startsAt + first.turn.cost;
    }
    if (!next || next.turn.cost > maxCost) return undefined;
    this.virtualTime = endsAt;
    this.removeFirst(next.turn.party, endsAt);
    return next;
  }

  /** Takes out the writes that have waited too long. @param now on the clock of `Turn.since` */
  takeMissed(now: number): Job[] {
    const missed: Job[] = [];
    for (const [party, { startsAt, waiting }] of this.lines) {
      while (waiting[0] && now - waiting[0].turn.since >= MAX_WAIT_MILLIS) {
        missed.push(waiting[0].job);
        this.removeFirst(party, startsAt);
      }
    }
    return missed;
  }

  private removeFirst(party: Party, startsAt: number): void {
    const line = this.lines.get(party);
    if (!line) return;
    line.startsAt = startsAt;
    line.waiting.shift();
    if (line.waiting.length === 0) this.lines.delete(party);
    this.count--;
  }
}

export interface Waiting<Job> {
  turn: Turn;
  job: Job;
}

/** The writes of one party, in the order in which they came; never empty. */
interface Line<Job> {
  /** The virtual time at which its first write starts. */
  startsAt: number;
  waiting: Waiting<Job>[];
}
