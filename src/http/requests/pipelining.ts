/**
 * One request at a time on each connection. A client may send requests without waiting for answers
 * (pipelining). Node.js would handle all that it has read at once, thousands of them, and hold their
 * answers in memory until the client reads them. Here the bytes after a request stay unparsed until its
 * answer has been sent, and the system accepts no more of them than the connection's buffer holds.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Ends every head: bytes cut after it have the end of one request and one further head at most. */
const HEAD_END = Buffer.from('\r\n\r\n');
/** How many parts of the bytes are parsed without waiting for a turn: enough for a head, its body and a next head. */
const PARTS_AT_ONCE = 4;
/** How many waiting connections are resumed in one turn of the event loop, so that others are not held up. */
const TURNS_AT_ONCE = 8;
/** How many connections may begin with more than a head, such as a body, in one turn of the event loop. */
const STARTS_AT_ONCE = 64;

interface RequestWithAnswer {
  request: IncomingMessage;
  response: ServerResponse;
}

export class Intake {
  /** The newest request and the answer to it, under way or done. */
  latest: RequestWithAnswer | undefined;
  /** The answer to the request before it, while it is under way. */
  private earlier: ServerResponse | undefined;
  private isWaiting = false;
  private hasTurn = false;
  private isOver = false;
  /** Whether the bytes that were read last had to wait for their turn. */
  private hasWaited = false;
  private readonly socket: Socket;
  private readonly parse: ((part: Buffer) => void) | undefined;

  /** @param socket as an HTTP server has just been given it: its one reader is the parser */
  constructor(socket: Socket) {
    this.socket = socket;
    this.parse = socket.listeners('data')[0] as typeof this.parse;
    const finish = socket.listeners('end').at(-1) as (() => void) | undefined;
    // With a Node.js that reads in another way the service still works, and test/api/pipelining.test.ts fails.
    if (!this.parse || !finish) return;
    socket.on('data', (bytes) => this.take(bytes));
    socket.removeListener('data', this.parse);
    socket.on('end', () => this.end(finish));
    socket.removeListener('end', finish);
  }

  /** Notes a request that the parser has found. */
  begin(next: RequestWithAnswer): void {
    this.earlier = this.latest?.response.writableFinished ? undefined : this.latest?.response;
    this.latest = next;
  }

  /** Stops reading: the connection is broken, or no longer one of HTTP. */
  stop(): void {
    this.isOver = true;
  }

  /** Reads on: the connection's turn has come. */
  resume(): void {
    this.isWaiting = false;
    this.hasTurn = true;
    if (!this.socket.destroyed) this.socket.resume();
  }

  private take(bytes: Buffer): void {
    if (this.isOver) {
      // Cuts off a client that goes on sending although it has its last answer.
      if (this.socket.writableEnded) this.socket.destroy();
      return;
    }
    const { hasTurn } = this;
    this.hasWaited = hasTurn;
    this.hasTurn = false;
    let rest = bytes;
    for (let parts = 0; parts < PARTS_AT_ONCE; parts++) {
      if (this.isWaiting || this.unanswered()) break;
      const end = rest.indexOf(HEAD_END) + HEAD_END.length;
      const isLast = end < HEAD_END.length || end === rest.length;
      if (isLast) {
        this.parse?.(rest);
        return;
      }
      if (parts === 0 && !hasTurn && !start()) break;
      this.parse?.(rest.subarray(0, end));
      if (this.isOver) return;
      rest = rest.subarray(end);
    }
    this.wait(rest);
  }

  /**
   * The client has closed its side. Node.js would end the connection now, although its last request may
   * still wait for its turn.
   */
  private end(finish: () => void): void {
    if (this.isOver || this.socket.destroyed) return;
    const response = this.hasWaited ? this.unanswered() : undefined;
    if (response) response.once('close', () => this.end(finish));
    else finish();
  }

  /** The answer that the client has to read before its next request is parsed, if there is one. */
  private unanswered(): ServerResponse | undefined {
    const { earlier, latest } = this;
    // The end of a body and the head of the next request may have come in one part.
    if (earlier && !earlier.writableFinished) return earlier;
    // Of a request whose body is still to come, more has to be read.
    if (!latest?.request.complete || latest.response.writableFinished) return undefined;
    return latest.response;
  }

  /** Puts back what cannot be read yet. Node.js may resume the connection early; then it waits again. */
  private wait(rest: Buffer): void {
    this.socket.pause();
    this.socket.unshift(rest);
    if (this.isWaiting) return;
    this.isWaiting = true;
    const response = this.unanswered();
    if (response) response.once('close', () => queue(this));
    else queue(this);
  }
}

/** Connections that have sent more and wait only for their turn, oldest first. */
const ready = new Set<Intake>();
/** How many connections have begun in this turn of the event loop with more than a head. */
let starts = 0;

/** Counts a connection in `starts`. @returns false, and counts nothing, when there are too many */
function start(): boolean {
  if (starts === STARTS_AT_ONCE) return false;
  if (starts++ === 0) setImmediate(endTurn);
  return true;
}

function endTurn(): void {
  starts = 0;
}

function queue(intake: Intake): void {
  if (ready.size === 0) setImmediate(resumeSome);
  ready.add(intake);
}

/** Resumes some connections; the others wait for the next turn of the event loop. */
function resumeSome(): void {
  let turns = 0;
  for (const intake of ready) {
    if (turns++ === TURNS_AT_ONCE) {
      setImmediate(resumeSome);
      return;
    }
    ready.delete(intake);
    intake.resume();
  }
}
