/**
 * Performs the same sequence of operations on the model and on one event of every service, and compares each answer, what can
 * be read afterwards, and whether `updatedAt` and the ETags moved.
 */
import assert from 'node:assert/strict';
import { signIn } from '../support/console.ts';
import type { Provisioned, Reply, TestService } from '../support/service.ts';
import type { Clock, Operation, Sequence } from './commands.ts';
import { compare } from './compare-answer.ts';
import type { Desk } from './desk.ts';
import { canonical } from './model-state.ts';
import type { OfficeOperation } from './office-commands.ts';
import { OfficeModel } from './office-model.ts';
import { resolveOffice } from './office-resolve.ts';
import {
  compareOffice,
  compareStored,
  inOurNumbers,
  isLastOfItsMoment,
  type OfficePlace,
  sendOffice,
} from './office-steps.ts';
import { type Answer, type Movement, ReferenceModel } from './reference-model.ts';
import { type Request, resolve, type WireOperation } from './resolve.ts';
import { brief, differ } from './tell.ts';

/** A service under test, and a desk on the same database. */
export interface Seat {
  name: string;
  service: TestService;
  desk: Desk;
}

/** How often each operation got each answer. */
export type Tally = Map<string, number>;

/** One event on one service, with what was last read of it. */
interface Place {
  seat: Seat;
  event: Provisioned;
  updatedAt: string | undefined;
  etags: Map<string, string>;
  office: OfficePlace;
}

interface Run {
  model: ReferenceModel;
  office: OfficeModel;
  clock: Clock;
  /** Whether what is stored has been compared since the last request. */
  isCompared: boolean;
  places: Place[];
  tally: Tally;
  /** What was sent and answered so far, one line each. */
  transcript: string[];
  /** The request that was sent last, if nothing has been entered by hand since. */
  previous: Request | undefined;
  /** The list of crews, as canonical text, when it was last read. */
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
      const office = await openOffice(seat, event);
      return { seat, event, updatedAt: undefined, etags: new Map<string, string>(), office };
    }),
  );
  const model = new ReferenceModel(timezone);
  const run: Run = {
    model,
    office: new OfficeModel(model),
    clock,
    isCompared: false,
    places,
    tally,
    transcript: [`new event in ${timezone}, the clock ${clock}`],
    previous: undefined,
    teamsRead: undefined,
  };
  const restoreClock = setClock(clock);
  try {
    for (const [at, { operation, isRead }] of steps.entries()) {
      await perform(run, operation);
      if (isRead) await read(run);
      // So the service makes the document at the end from parts of this one.
      if (at === Math.floor(steps.length / 2)) await readOffice(run);
    }
    await read(run);
    await readOffice(run);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new Error(`${run.transcript.join('\n')}\n${error.message}`, { cause: error });
  } finally {
    restoreClock();
  }
}

async function openOffice({ name, service }: Seat, event: Provisioned): Promise<OfficePlace> {
  const { eventId, userId } = event;
  const person = await signIn(service, userId);
  return { name, service, eventId, person, races: new Map(), crews: new Map() };
}

/** Sets the clock of this process and of its services: `updatedAt` moves forward whatever the clock does. */
function setClock(clock: Clock): () => void {
  const realNow = Date.now;
  let at = realNow();
  if (clock !== 'runs') Date.now = () => (clock === 'runs back' ? --at : at);
  return () => {
    Date.now = realNow;
  };
}

async function perform(run: Run, operation: Operation | OfficeOperation): Promise<void> {
  switch (operation.kind) {
    case 'enterCrew':
    case 'enterRace':
    case 'unpublish':
      run.previous = undefined;
      return atDesk(run, operation);
    case 'office':
      run.previous = undefined;
      return inOffice(run, operation);
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
  run.office.note();
  run.isCompared = false;
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

async function atDesk(run: Run, operation: Exclude<Operation, WireOperation>): Promise<void> {
  const { model, office, places, tally, transcript } = run;
  if (operation.kind === 'unpublish' && model.schedule?.status !== 'published') return;
  const words = commandOf(operation);
  transcript.push(`by hand: ${words.join(' ')}`);
  const isDone = enter(model, operation);
  office.note();
  run.isCompared = false;
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

/** Performs a write of the office, whose page shows the current revision or one some revisions ago. */
async function inOffice(run: Run, operation: OfficeOperation): Promise<void> {
  const { office, places, tally, transcript, clock } = run;
  if (!run.isCompared) {
    await Promise.all(places.map((place) => compareStored(place.office, office)));
    run.isCompared = true;
  }
  const resolved = resolveOffice(operation, office);
  if (!resolved) return;
  const isRestore = 'takeBack' in resolved && resolved.takeBack.kind === 'restore';
  if (isRestore) {
    const { entry } = resolved.takeBack;
    const told = places.map((place) => isLastOfItsMoment(place.office, entry));
    if (clock !== 'runs' || (await Promise.all(told)).includes(false)) return;
  }
  transcript.push(`office: ${brief(JSON.stringify(resolved))}`);
  const expected =
    'write' in resolved
      ? office.answer(resolved.write, resolved.seen)
      : office.takeBack(resolved.takeBack);
  const { wish } = operation;
  const how = 'code' in expected ? `${expected.code}${expected.changed ? ' changed' : ''}` : '200';
  count(tally, `office ${wish.kind}`, how);
  await Promise.all(
    places.map(async (place) => {
      const reply = await sendOffice(place.office, resolved);
      if (reply.status === expected.status) await compareStored(place.office, office);
      compareOffice(place.office, reply, expected, wish.kind);
    }),
  );
}

/** Reads the document of the office, which shows all there is. */
async function readOffice({ office, places }: Run): Promise<void> {
  await Promise.all(
    places.map(async ({ office: place }) => {
      await compareStored(place, office);
      const { json } = await place.person.send('GET', `/events/${place.eventId}/office`);
      const { races, crews, revision } = json;
      const expected = { ...office.view(), revision: office.revision };
      const shown = inOurNumbers(place, { races, crews, revision });
      const what = `the document of the office on ${place.name}`;
      const difference = differ(
        what,
        brief(JSON.stringify(shown)),
        brief(JSON.stringify(expected)),
      );
      assert.deepEqual(shown, expected, difference);
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

/** Reads schedule and crews with the ETags of the read before, so that unchanged ones are not sent again. */
async function read(run: Run): Promise<void> {
  const { model } = run;
  const teams = canonical(model.readTeams());
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

function listOf(answer: Answer | undefined): { outcome?: string | null }[] {
  if (!answer || !('body' in answer)) return [];
  const { teams, races } = answer.body as Record<string, { outcome?: string | null }[] | undefined>;
  return teams ?? races ?? [];
}

function count(tally: Tally, kind: string, answer: string): void {
  const key = `${kind} ${answer}`;
  tally.set(key, (tally.get(key) ?? 0) + 1);
}
