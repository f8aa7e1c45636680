/**
 * Leads the model and one event on every service through the same sequence of operations, and
 * compares each answer, what can be read afterwards, and whether `updatedAt` and the ETags moved.
 */
import assert from 'node:assert/strict';
import type { Provisioned, Reply, TestService } from '../support/service.ts';
import type { Desk } from './desk.ts';
import type { Clock, Operation, Sequence } from './commands.ts';
import { type Answer, type Movement, ReferenceModel } from './reference-model.ts';
import { type Request, resolve, type WireOperation } from './resolve.ts';

/** A service under test, and a desk on the same database. */
export interface Seat {
  name: string;
  service: TestService;
  desk: Desk;
}

/** How often which operation was answered in which way. */
export type Tally = Map<string, number>;

/** One event on one service, with what was last read of it. */
interface Place {
  seat: Seat;
  event: Provisioned;
  updatedAt: string | undefined;
  etags: Map<string, string>;
}

interface Run {
  model: ReferenceModel;
  places: Place[];
  tally: Tally;
  /** What was sent and answered so far, one line each. */
  transcript: string[];
  /** The request that was sent last, if nothing has been entered by hand since. */
  previous: Request | undefined;
  /** What each service's list of crews was when it was last read. */
  teamsRead: string | undefined;
}

/** Runs a sequence on new events; fails with a transcript at the first divergence. */
export async function runSequence(
  { timezone, clock, steps }: Sequence,
  seats: Seat[],
  tally: Tally,
): Promise<void> {
  const places = await Promise.all(
    seats.map(async (seat) => {
      const event = await seat.service.provision({ timezone });
      return { seat, event, updatedAt: undefined, etags: new Map<string, string>() };
    }),
  );
  const run: Run = {
    model: new ReferenceModel(timezone),
    places,
    tally,
    transcript: [`new event in ${timezone}, the clock ${clock}`],
    previous: undefined,
    teamsRead: undefined,
  };
  const restoreClock = setClock(clock);
  try {
    for (const { operation, isRead } of steps) {
      await perform(run, operation);
      if (isRead) await read(run);
    }
    await read(run);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new Error(`${run.transcript.join('\n')}\n${error.message}`, { cause: error });
  } finally {
    restoreClock();
  }
}

/** `updatedAt` moves forward whatever the clock does, that of this process and of its services. */
function setClock(clock: Clock): () => void {
  const realNow = Date.now;
  let at = realNow();
  if (clock !== 'runs') Date.now = () => (clock === 'runs back' ? --at : at);
  return () => {
    Date.now = realNow;
  };
}

async function perform(run: Run, operation: Operation): Promise<void> {
  switch (operation.kind) {
    case 'enterCrew':
    case 'enterRace':
    case 'unpublish':
      run.previous = undefined;
      return atDesk(run, operation);
    case 'again':
      return sendAgain(run);
    default:
      run.previous = resolve(operation, run.model, run.previous);
      await send(run, operation, run.previous);
  }
}

/** A request that is sent again finds its own rows, and changes nothing. */
async function sendAgain(run: Run): Promise<void> {
  if (!run.previous) return;
  await read(run);
  const answer = await send(run, { kind: 'again' }, run.previous);
  assert.equal(run.model.movement, 'none', 'the model itself moved when a request was repeated');
  for (const { outcome = 'matched' } of listOf(answer))
    assert.ok(outcome === 'matched' || outcome === null, `a repeated request was ${outcome}`);
  await read(run);
}

async function send(
  run: Run,
  operation: WireOperation,
  request: Request | undefined,
): Promise<Answer | undefined> {
  if (!request) return undefined;
  const { method, path } = request;
  const text = JSON.stringify(request.body);
  const body = text === undefined ? undefined : JSON.parse(text);
  const expected = run.model.answer(method, path, body);
  if (!expected) {
    run.previous = undefined;
    count(run.tally, operation.kind, 'undecided, not sent');
    return undefined;
  }
  run.transcript.push(`${method} ${path}${text === undefined ? '' : ` ${brief(text)}`}`);
  count(run.tally, operation.kind, 'code' in expected ? expected.code : `${expected.status}`);
  await Promise.all(
    run.places.map(async (place) => {
      const reply = await place.event.send(method, path, text);
      compare(`${method} ${path} on ${place.seat.name}`, reply, expected, place.event.eventId);
      checkUpdatedAt(place, reply.json.updatedAt, run.model.movement);
    }),
  );
  return expected;
}

async function atDesk(
  { model, places, tally, transcript }: Run,
  operation: Exclude<Operation, WireOperation>,
): Promise<void> {
  if (operation.kind === 'unpublish' && model.schedule?.status !== 'published') return;
  const words = commandOf(operation);
  transcript.push(`by hand: ${words.join(' ')}`);
  const isDone = enter(model, operation);
  count(tally, operation.kind, isDone ? 'done' : 'refused');
  await Promise.all(
    places.map(async ({ seat, event }) => {
      const status = await seat.desk.run([...words, '--event', `${event.eventId}`, '--json']);
      const wanted = isDone ? 0 : 1;
      const what = `${words.join(' ')} on ${seat.name}`;
      assert.equal(status, wanted, differ(what, `exit status ${status}`, `${wanted}`));
    }),
  );
}

function enter(model: ReferenceModel, operation: Exclude<Operation, WireOperation>): boolean {
  if (operation.kind === 'enterCrew') return model.enterCrew(operation.name);
  if (operation.kind === 'enterRace')
    return model.enterRace(operation.raceNumber, operation.at, operation.title ?? null);
  model.unpublish();
  return true;
}

function commandOf(operation: Exclude<Operation, WireOperation>): string[] {
  if (operation.kind === 'enterCrew') return ['team', 'add', '--name', operation.name];
  if (operation.kind === 'unpublish') return ['schedule', 'unpublish'];
  const { raceNumber, at, title } = operation;
  const words = ['race', 'add', '--number', `${raceNumber}`, '--at', at];
  return title === undefined ? words : [...words, '--title', title];
}

/** Reads schedule and crews, each only if it is not what was read before. */
async function read(run: Run): Promise<void> {
  const { model } = run;
  const teams = JSON.stringify(model.readTeams());
  const teamsMovement = teams === run.teamsRead ? 'none' : 'certain';
  await Promise.all(
    run.places.map(async (place) => {
      const reply = await readOne(place, '/schedule', model.readSchedule(), model.movement);
      if (reply.status === 200) {
        checkUpdatedAt(place, reply.json.updatedAt, model.movement);
        place.updatedAt = reply.json.updatedAt;
      }
      await readOne(place, '/teams', model.readTeams(), teamsMovement);
    }),
  );
  run.teamsRead = teams;
  model.movement = 'none';
}

async function readOne(
  { seat, event, etags }: Place,
  path: string,
  expected: Answer,
  movement: Movement,
): Promise<Reply> {
  const etag = etags.get(path);
  const what = `GET ${path} on ${seat.name}`;
  const headers = etag === undefined ? {} : { 'if-none-match': etag };
  const reply = await event.send('GET', path, undefined, headers);
  const newTag = reply.headers.get('etag');
  if (etag !== undefined && movement !== 'possible') {
    const isHeld = reply.status === 304;
    const wanted = movement === 'certain' ? 'a new ETag' : '304';
    assert.equal(isHeld, movement === 'none', differ(what, `${reply.status}`, wanted));
  }
  if (reply.status === 304) return reply;
  compare(what, reply, expected, event.eventId);
  if (reply.status !== 200) return reply;
  assert.ok(newTag, `${what} carries no ETag`);
  assert.notEqual(newTag, etag, `${what}: an ETag that was given is not answered with 304`);
  etags.set(path, newTag);
  return reply;
}

/** Compares an answer's `updatedAt`, if it has one, with the one that was read last. */
function checkUpdatedAt(
  { seat, updatedAt: before }: Place,
  updatedAt: string | undefined,
  movement: Movement,
): void {
  if (before === undefined || updatedAt === undefined) return;
  const distance = Date.parse(updatedAt) - Date.parse(before);
  const isRight =
    movement === 'certain' ? distance > 0 : movement === 'none' ? distance === 0 : distance >= 0;
  const wanted = movement === 'none' ? before : `a later time than ${before}`;
  assert.ok(isRight, differ(`updatedAt on ${seat.name}`, updatedAt, wanted));
}

function compare(what: string, reply: Reply, expected: Answer, eventId: number): void {
  const wanted = 'body' in expected ? expected.body : expected;
  const difference = differ(
    what,
    `${reply.status} ${brief(reply.text)}`,
    `${expected.status} ${brief(JSON.stringify(wanted))}`,
  );
  assert.equal(reply.status, expected.status, difference);
  if ('body' in expected) {
    assert.deepEqual(comparable(reply.json, expected.body, eventId), expected.body, difference);
    return;
  }
  const { code, status, field = null, errors = [] } = reply.json;
  const fields = [...new Set(errors.map((error: { field: string }) => error.field))];
  assert.deepEqual(
    { code, status, field, fields },
    {
      code: expected.code,
      status: expected.status,
      field: expected.fields?.[0] ?? null,
      fields: expected.fields ?? [],
    },
    difference,
  );
  assert.match(reply.headers.get('content-type') ?? '', /^application\/problem\+json/);
}

/** The body without what the model cannot know, once that has been seen to be right. */
function comparable(json: Record<string, unknown>, wanted: unknown, eventId: number): unknown {
  if (typeof wanted !== 'object' || wanted === null) return json;
  if (!('status' in wanted || 'venueDay' in wanted)) return json;
  if (!('eventId' in json)) return json;
  const { eventId: id, ...rest } = json;
  assert.equal(id, eventId);
  if ('venueDay' in wanted) return rest;
  const { updatedAt, ...body } = rest;
  assert.match(String(updatedAt), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$/);
  return body;
}

function listOf(answer: Answer | undefined): { outcome?: string | null }[] {
  if (!answer || !('body' in answer)) return [];
  const { teams, races } = answer.body as Record<string, { outcome?: string | null }[] | undefined>;
  return teams ?? races ?? [];
}

function count(tally: Tally, kind: string, answer: string): void {
  const key = `${kind} ${answer}`;
  tally.set(key, (tally.get(key) ?? 0) + 1);
}

/** How a divergence is told; `planted-bugs.ts` knows it by these words. */
function differ(what: string, answered: string, expected: string): string {
  return `${what}: answered ${answered}\nexpected ${expected}`;
}

/** Shortens a long text for people to read. */
function brief(text: string): string {
  const short = text.replace(/(x|e\u0301|\u{1F6A3}|"A",?)\1{20,}/gu, '$1…');
  return short.length > 1500 ? `${short.slice(0, 1500)}…` : short;
}
