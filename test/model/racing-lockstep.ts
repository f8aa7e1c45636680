/**
 * Performs the same operations on the model of racing and on one race of every service, and compares after each of them the
 * answer and all that can be read.
 */
import assert from 'node:assert/strict';
import { signIn } from '../support/console.ts';
import type { Reply } from '../support/service.ts';
import type { Seat, Tally } from './lockstep.ts';
import { canonical, printInstant } from './model-state.ts';
import {
  CREWS,
  type Mark,
  type RacingOperation,
  type RacingSequence,
  START,
} from './racing-commands.ts';
import { compareAnswer, compareReads, NAMES, type Place, readOffice } from './racing-compare.ts';
import { putEntries } from './racing-draw.ts';
import * as model from './racing-model.ts';
import { answerStale, type Change, changesOf, setState, setWithdrawn } from './racing-office.ts';
import type { Body, Element } from './racing-payloads.ts';
import { timingView } from './racing-view.ts';
import { brief, differ } from './tell.ts';

interface Run {
  race: model.RacingRace;
  /** The race before each entry of the history, and the changes that the entry records. */
  history: { before: model.RacingRace; changes: Change[] }[];
  isPublished: boolean;
  places: Place[];
  transcript: string[];
}

/** A request, and the answer of the model to it. */
interface Step {
  method: string;
  path: string;
  body?: object;
  /** Who sends it: timing software through `/v1` (`key`) or `/timing/v1` (`timing`), or a person in the office. */
  by: 'key' | 'timing' | 'office';
  verdict: model.Verdict;
  /** The properties that a page must have seen besides those that it sends. */
  relied?: Change[];
}

const POSITIONS = [1, 2, 3, 4];

/** Runs a sequence on new events; fails with a transcript at the first divergence. */
export async function runRacing(
  sequence: RacingSequence,
  seats: Seat[],
  tally: Tally,
): Promise<void> {
  const { isPublished, visibility, first, operations } = sequence;
  const places = await Promise.all(seats.map((seat) => open(seat, sequence)));
  const crews = POSITIONS.map((position) => CREWS[position - 1] as string);
  const race = model.newRacingRace(START, visibility, crews);
  const run: Run = { race, history: [], isPublished, places, transcript: [`${visibility}`] };
  try {
    await compareAll(run, { before: structuredClone(race), isWritten: false });
    for (const operation of [
      { kind: 'timing' as const, by: 'key' as const, body: first },
      ...operations,
    ])
      await perform(run, operation, tally);
    await Promise.all(places.map((place) => readOffice(place, race)));
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new Error(`${run.transcript.join('\n')}\n${error.message}`, { cause: error });
  }
}

async function open(seat: Seat, { isPublished, visibility }: RacingSequence): Promise<Place> {
  const event = await seat.service.provision();
  const put = async (method: string, path: string, body?: object) => {
    const reply = await event.send(method, path, body);
    assert.ok(reply.status < 300, reply.text);
  };
  await put('POST', '/schedule');
  await put(
    'PUT',
    '/teams',
    [...NAMES].map(([externalId, name]) => ({ externalId, name })),
  );
  const scheduledAt = printInstant(START);
  const race = { externalId: 'r', raceNumber: 1, scheduledAt, resultVisibility: visibility };
  await put('PUT', '/races', [race]);
  const lanes = POSITIONS.map((position) => ({ position, teamExternalId: CREWS[position - 1] }));
  await put('PUT', '/races/r/entries', lanes);
  if (isPublished) await put('POST', '/schedule/publish');
  const person = await signIn(seat.service, event.userId);
  const { json } = await person.send('GET', `/events/${event.eventId}/office`);
  const schedule = { etag: '', updatedAt: '' };
  return {
    ...{ name: seat.name, seat, event, person, raceId: json.races[0].id, revision: json.revision },
    ...{ timingTag: '', schedule, board: null, lastInAt: null },
  };
}

/** When a person's page is out of date, the answer names what has changed, and the person sends the same again. */
async function perform(run: Run, operation: RacingOperation, tally: Tally): Promise<void> {
  if (operation.kind === 'undo') return undo(run, tally);
  const { race, history, transcript } = run;
  const before = structuredClone(race);
  const step = stepOf(operation, race);
  if (!step) return;
  const { method, path, body, by } = step;
  const sent = operation.kind === 'sendBack' ? 'what was read' : brief(JSON.stringify(body));
  const { unseen: given = 0 } = operation as { unseen?: number };
  const unseen = by === 'office' ? Math.min(given, history.length) : 0;
  transcript.push(`${by}: ${method} ${path} ${sent}${unseen === 0 ? '' : `, unseen ${unseen}`}`);
  const verdict = asSeen(run, { step, before, unseen });
  const told = 'fields' in verdict ? ` ${verdict.fields[0]?.replace(/\d+/, 'i')}` : '';
  count(tally, operation.kind, `${verdict.status}${told}`);
  const hasSeen = verdict === step.verdict;
  if (!hasSeen) Object.assign(race, structuredClone(before));
  await sendAndCompare(run, { ...step, verdict }, { before, unseen });
  if (!hasSeen) await perform(run, { ...operation, unseen: 0 } as RacingOperation, tally);
}

interface Seen {
  before: model.RacingRace;
  unseen: number;
}

/** The answer to a write whose page has not seen the last entries. */
function asSeen(
  { race, history }: Run,
  { step, before, unseen }: Seen & { step: Step },
): model.Verdict {
  const { verdict, relied } = step;
  if (unseen === 0) return verdict;
  if (unseen < 0) {
    const isWrongAnyway = verdict.status === 422 && verdict.said === undefined;
    return isWrongAnyway ? verdict : { status: 422, fields: ['seen'] };
  }
  const later = history.slice(-unseen).map(({ changes }) => changes);
  return answerStale({ before, after: race, later, verdict }, relied);
}

async function sendAndCompare(run: Run, step: Step, { before, unseen }: Seen): Promise<void> {
  const { method, path, by, verdict } = step;
  const { race, places } = run;
  const askedAt = Date.now();
  await Promise.all(
    places.map(async (place) => {
      const reply = await send(place, step, unseen);
      compareVerdict(`${method} ${path} on ${place.name}`, reply, verdict);
      if (reply.status !== 200) return;
      const isOfLanes = /^\/(entries|results)$/.test(path);
      if (by !== 'key' || isOfLanes) compareAnswer(place, by, reply, race);
    }),
  );
  const isWritten = canonical(before) !== canonical(race);
  const written = 'written' in verdict ? verdict.written : undefined;
  await compareAll(run, { before, isWritten, askedAt, ...(written && { written }) });
}

function count(tally: Tally, kind: string, answer: string): void {
  const key = `${kind} ${answer}`;
  tally.set(key, (tally.get(key) ?? 0) + 1);
}

function stepOf(
  operation: Exclude<RacingOperation, { kind: 'undo' }>,
  race: model.RacingRace,
): Step | undefined {
  switch (operation.kind) {
    case 'timing':
      return timingStep(operation.by, operation.body, race);
    case 'sendBack':
      return timingStep(operation.by, timingView(race, 'r') as Body, race);
    case 'results': {
      const results = operation.marks.map((mark) => resultWrite(mark, race));
      const verdict = model.putResults(race, results);
      const relied = verdict.status === 422 ? [{ key: 'race', names: ['resultMode'] }] : [];
      const { by } = operation;
      return { method: 'PUT', path: '/results', body: { results }, by, verdict, relied };
    }
    case 'entries': {
      const { lanes } = operation;
      const verdict = putEntries(race, lanes);
      return { method: 'PUT', path: '/entries', body: { lanes }, by: 'key', verdict };
    }
    case 'race': {
      const { scheduledAt = printInstant(race.scheduledAt), ...facts } = operation.facts;
      Object.assign(race, facts, { scheduledAt: Date.parse(scheduledAt) });
      const body = { externalId: 'r', raceNumber: 1, scheduledAt, ...facts };
      return { method: 'PUT', path: '', body: { races: [body] }, by: 'key', verdict: model.DONE };
    }
    case 'delay': {
      const { delayMinutes } = operation;
      race.delayMinutes = delayMinutes;
      const body = { venueDay: '2026-06-13', delayMinutes };
      return { method: 'PUT', path: 'delay', body, by: 'key', verdict: model.DONE };
    }
    case 'state': {
      const { write: body } = operation;
      const verdict = setState(race, body);
      return { method: 'PUT', path: '/state', body, by: 'office', verdict };
    }
    case 'withdrawn': {
      const { position } = operation;
      const lane = race.lanes.find((each) => each.position === position);
      if (!lane || lane.crew === null || lane.status !== 'assigned') return undefined;
      const withdrawn = !lane.withdrawn;
      const verdict = setWithdrawn(race, position, withdrawn);
      const path = `/lanes/${position}/withdrawn`;
      // The person withdraws the crew that the page showed, and showed without a result.
      const names = ['crew', 'status', 'finishTimeMillis', 'finishPlace', 'penaltyMillis'];
      const relied = [{ key: `lane ${position}`, names }];
      return { method: 'PUT', path, body: { withdrawn }, by: 'office', verdict, relied };
    }
  }
}

function timingStep(by: 'key' | 'office', body: Body, race: model.RacingRace): Step {
  const verdict = model.patch(race, body);
  if (by === 'key') return { method: 'PATCH', path: '', body, by: 'timing', verdict };
  return { method: 'PATCH', path: '/racing', body, by, verdict };
}

function resultWrite({ isOfOtherMode, value, ...mark }: Mark, race: model.RacingRace): Element {
  const isTimed = (race.resultMode === 'timed') !== isOfOtherMode;
  if (mark.status === 'assigned') return { position: mark.position, status: 'assigned' };
  const time = value === null ? null : Math.round(value * 1000);
  const place = value === null ? null : Math.ceil(value / 100);
  return { ...mark, ...(isTimed ? { finishTimeMillis: time } : { finishPlace: place }) };
}

function send(place: Place, step: Step, unseen: number): Promise<Reply> {
  const { event, person, raceId, revision, seat } = place;
  const { method, path, body, by } = step;
  const { eventId, key } = event;
  if (by === 'office') {
    const target = `/events/${eventId}/races/${raceId}${path}`;
    return person.send(method, target, { ...body, seen: revision - unseen });
  }
  if (by === 'timing')
    return seat.service.send(method, `/timing/v1/events/${eventId}/races/r`, { key, body });
  if (path === 'delay') return event.send(method, '/schedule/delay', body);
  return event.send(method, path === '' ? '/races' : `/races/r${path}`, body);
}

function compareVerdict(what: string, reply: Reply, verdict: model.Verdict): void {
  const difference = differ(what, `${reply.status} ${brief(reply.text)}`, JSON.stringify(verdict));
  assert.equal(reply.status, verdict.status, difference);
  if ('changed' in verdict) {
    const keys = reply.json.changed?.map(({ subject, position }: Element) =>
      subject === 'lane' ? `lane ${position}` : subject,
    );
    assert.deepEqual(keys?.sort(), verdict.changed?.sort(), difference);
  }
  if (!('fields' in verdict)) return;
  const { field, errors } = reply.json;
  const told = errors.map((error: { field: string }) => error.field);
  assert.deepEqual([field, told], [verdict.fields[0], verdict.fields], difference);
}

/** Undoes the last entry of the history: the race is as it was before. */
async function undo(run: Run, tally: Tally): Promise<void> {
  const { race, history, places, transcript } = run;
  const last = history.at(-1);
  if (!last) return;
  const before = structuredClone(race);
  transcript.push('office: undo');
  count(tally, 'undo', '200');
  await Promise.all(
    places.map(async ({ name, event, person }) => {
      const path = `/events/${event.eventId}/history`;
      const { json } = await person.send('GET', path);
      const reply = await person.send('POST', `${path}/${json.entries[0].id}/undo`);
      assert.equal(reply.status, 200, differ(`undo on ${name}`, reply.text, '200'));
    }),
  );
  Object.assign(race, structuredClone(last.before));
  for (const place of places) place.lastInAt = undefined;
  await compareAll(run, { before, isWritten: true });
}

interface Written {
  before: model.RacingRace;
  /** Whether the write has become an entry of the history. */
  isWritten: boolean;
  /** When the write was sent, in epoch milliseconds. */
  askedAt?: number;
  /** The race without the times that are derived from others; left out for an undo, which writes all that it restores. */
  written?: model.RacingRace;
}

async function compareAll(run: Run, done: Written): Promise<void> {
  const { before, isWritten, askedAt, written } = done;
  const { race, places, history, isPublished } = run;
  if (isWritten) history.push({ before, changes: changesOf(before, race, written) });
  const when = { isWritten, isPublished, ...(askedAt !== undefined && { askedAt }) };
  await Promise.all(places.map((place) => compareReads(place, before, race, when)));
}
