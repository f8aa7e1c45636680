/**
 * Random histories of an event: when they are undone entry by entry, the event reads byte for byte as it
 * did before each entry, and when they are done again, as it did after each. A restored race is as it was
 * at the chosen moment. `HISTORY_SEQUENCES` says how many histories (without it, as many as there is time
 * for, at most 40), `HISTORY_SEED` repeats a run, `HISTORY_SHRINKING_SECONDS` says for how long a smaller
 * history that fails is looked for after a failure.
 */
import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { keyOf } from '../../src/domain/history/event-state.ts';
import { Refusal } from '../../src/domain/refusal.ts';
import { restoreRace, undo } from '../../src/operations/undo.ts';
import { checkInTime } from '../support/check-in-time.ts';
import { performOn, tryOn } from '../support/perform.ts';
import { startTestService } from '../support/service.ts';
import { begin, histories, live, type Past, type Reading, read } from './random-history.ts';

const { HISTORY_SEQUENCES } = process.env;
const numRuns = Number(HISTORY_SEQUENCES ?? 40);
/** The histories take a third of this on an idle machine. */
const MAX_MILLIS = 45_000;
const maxMillis = HISTORY_SEQUENCES === undefined ? MAX_MILLIS : undefined;
const seed = Number(process.env.HISTORY_SEED ?? randomInt(2 ** 31));
const shrinkingMillis = Number(process.env.HISTORY_SHRINKING_SECONDS ?? 20) * 1000;
/** Histories that happen at the same time, each to an event of its own. */
const AT_ONCE = 4;
const RESTORES = 2;
/** The operations that cannot be undone. */
const FINAL = ['create-schedule', 'publish-schedule', 'unpublish-schedule'];

const tally = new Map<string, number>();

const service = await startTestService();

test('histories: undone, done again and restored, everything reads as it did', {
  timeout: 600_000,
}, async (t) => {
  const lines = Array.from({ length: AT_ONCE }, (_, index) => check(seed + index));
  const done = (await Promise.all(lines)).reduce((sum, runs) => sum + runs, 0);
  t.diagnostic(`seed ${seed}, ${done} histories`);
  t.diagnostic(
    [...tally]
      .map(([kind, times]) => `${kind} ×${times}`)
      .sort()
      .join(', '),
  );
});

/** @returns how many histories there were */
async function check(seed: number): Promise<number> {
  let shrinksUntil = Number.POSITIVE_INFINITY;
  const property = fc.asyncProperty(
    fc.noBias(histories),
    fc.array(fc.nat(), { minLength: RESTORES, maxLength: RESTORES }),
    // Only a third of the histories are done again, because that takes as long as undoing them.
    fc.constantFrom(true, false, false),
    async (history, picks, isRedone) => {
      if (Date.now() >= shrinksUntil) return;
      const past = await begin(service, history);
      try {
        await live(past, history);
        const restored: Reading[] = [];
        for (const pick of picks) await restoreSome(past, pick, restored);
        await undoAll(past, isRedone);
      } catch (error) {
        shrinksUntil = Math.min(shrinksUntil, Date.now() + shrinkingMillis);
        throw new Error(`${past.transcript.join('\n')}\n${(error as Error).message}`);
      }
    },
  );
  const runs = Math.ceil(numRuns / AT_ONCE);
  const details = await checkInTime(property, { seed, numRuns: runs, maxMillis });
  if (!details.failed) return details.numRuns;
  const { errorInstance, counterexamplePath, numShrinks } = details;
  const reason = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
  throw new Error(
    `HISTORY_SEED=${seed}, path ${counterexamplePath}, shrunk ${numShrinks} times:\n${reason}`,
  );
}

/** Undoes all entries, newest first. @param isRedone whether these undos are then undone, too */
async function undoAll(past: Past, isRedone: boolean): Promise<void> {
  const { readings } = past;
  const undoneBy = new Map<number, number>();
  for (const { entry } of readings) {
    if (entry && entry.undoOf !== null) undoneBy.set(entry.undoOf, entry.id);
  }
  /** An entry can be undone only once; if that undo was undone, this gives the entry that did so, to be undone instead. */
  const inPlaceOf = (entryId: number): number => {
    const redoneBy = undoneBy.get(undoneBy.get(entryId) ?? 0);
    return redoneBy === undefined ? entryId : inPlaceOf(redoneBy);
  };
  const undoings: { id: number; afterwards: Reading | undefined }[] = [];
  let now = await read(service, past.event);
  const undoAndNote = async (entryId: number, expected: Reading | undefined) => {
    const meant = inPlaceOf(entryId);
    now = await undoOne(past, meant, now, expected);
    undoneBy.set(meant, now.entry?.id ?? 0);
  };
  for (const [index, reading] of [...readings.entries()].toReversed()) {
    const { id = 0, operation = '' } = reading.entry ?? {};
    if (FINAL.includes(operation)) continue;
    await undoAndNote(id, readings[index - 1]);
    undoings.push({ id: now.entry?.id ?? 0, afterwards: reading });
    count(`${operation} undone`);
  }
  if (!isRedone) return;
  for (const { id, afterwards } of undoings.toReversed()) {
    await undoAndNote(id, afterwards);
    count('undo undone');
  }
}

/** @param expected how the event must read afterwards; `undefined` for before its first entry */
async function undoOne(
  past: Past,
  entryId: number,
  before: Reading,
  expected: Reading | undefined,
): Promise<Reading> {
  const { event, transcript } = past;
  transcript.push(`undo ${entryId}`);
  await performOn(service, event.eventId, undo, { entryId });
  const now = await read(service, event);
  assert.deepEqual([now.entry?.operation, now.entry?.undoOf], ['undo', entryId]);
  assert.equal(now.teams, expected?.teams ?? '{"teams":[]}');
  // A schedule is never removed again, so it is not compared with a time before it was created.
  if (expected?.schedule !== undefined) assert.equal(now.schedule, expected.schedule);
  assert.deepEqual(stored(now), stored(expected));
  assertMoved(before, now);
  return now;
}

/** What is stored, sorted, without the schedule's row and without what the frame of a write itself keeps of races. */
function stored(reading: Reading | undefined): string[] {
  const items = [...(reading?.state ?? [])].filter(([key]) => key !== SCHEDULE);
  return items
    .map(([key, { thing, properties }]) => {
      const { firstPublishedAt: _, lastInAt: __, ...entered } = properties;
      const sorted = Object.entries(entered).sort(([a], [b]) => (a < b ? -1 : 1));
      return JSON.stringify([key, thing.name, sorted]);
    })
    .sort();
}

const SCHEDULE = keyOf({ subject: 'schedule' });

/** `updatedAt` moves if a reader sees something else than before, and only then (A10). */
function assertMoved(before: Reading, now: Reading): void {
  const delays = ({ state }: Reading) => [...state].filter(([key]) => key.startsWith('delay'));
  const isSeen =
    before.schedule !== now.schedule ||
    JSON.stringify(delays(before)) !== JSON.stringify(delays(now));
  assert.equal(before.updatedAt !== now.updatedAt, isSeen, 'updatedAt');
}

/**
 * Restores a race to a moment at which it read otherwise, asserts that it is as it was then, and undoes that.
 *
 * @param restored how the event read after each restore: until its undo, a race may have had another number
 */
async function restoreSome(past: Past, pick: number, restored: Reading[]): Promise<void> {
  const { event, readings, transcript } = past;
  const before = await read(service, event);
  const choices = readings.flatMap((then) =>
    raceIds(then).flatMap((id) => (isSameRace(then, before, id) ? [] : { then, id })),
  );
  if (choices.length === 0) return;
  const { then, id } = choices[pick % choices.length] as (typeof choices)[number];
  assert.ok(then.entry);
  const latest = readings.findLast((reading) => find(reading, 'race', id)) as Reading;
  const raceNumber = Number(find(latest, 'race', id)?.raceNumber);
  if (lastWithNumber([...readings, ...restored, before], raceNumber) !== id) {
    return count('restore: another race has had the number since');
  }
  transcript.push(`restore race ${raceNumber} (${id}) as it was after entry ${then.entry.id}`);
  const done = await tryOn(service, event.eventId, restoreRace, { raceNumber, at: then.entry.at });
  const reasons = inTheWay(then, before, id);
  if (done instanceof Refusal) {
    for (const reason of reasonsOf(done)) assert.ok(reasons.includes(reason), `${done.detail}`);
    return count('restore refused');
  }
  assert.deepEqual(reasons, [], 'it is restored although something is in the way');
  const now = await read(service, event);
  restored.push(now);
  assert.deepEqual(raceOf(now, id), raceThen(then, now, id));
  assert.deepEqual(othersOf(now, id), othersOf(before, id));
  assertMoved(before, now);
  if (now.entry?.id === before.entry?.id) return count('restore: only a crew has another name');
  count(find(before, 'race', id) ? 'restored' : 'restored after removal');
  await undoOne(past, now.entry?.id ?? 0, now, before);
}

interface Race {
  raceNumber: number;
  lanes: { position: number; teamName: string | null; teamExternalId: string | null }[];
}

function find({ state }: Reading, subject: 'race' | 'team', id: number) {
  return state.get(keyOf({ subject, id }))?.properties;
}

function raceIds({ state }: Reading): number[] {
  return [...state.values()].flatMap(({ thing: { subject, id } }) =>
    subject === 'race' ? [id as number] : [],
  );
}

/** The race that a number means: the one that has it, else the one that had it last. */
function lastWithNumber(readings: Reading[], raceNumber: number): number | undefined {
  const hasNumber = (reading: Reading) => (id: number) =>
    find(reading, 'race', id)?.raceNumber === raceNumber;
  const reading = readings.findLast((one) => raceIds(one).some(hasNumber(one)));
  return reading && raceIds(reading).find(hasNumber(reading));
}

function isSameRace(then: Reading, now: Reading, id: number): boolean {
  return (
    find(now, 'race', id) !== undefined && isDeepStrictEqual(raceOf(then, id), raceOf(now, id))
  );
}

/** Why a race cannot be restored to how it was, in the words of the refusal. */
function inTheWay(then: Reading, now: Reading, id: number): string[] {
  const race = find(then, 'race', id);
  const others = [...now.state.values()].filter(
    ({ thing }) => thing.subject === 'race' && thing.id !== id,
  );
  const isTaken = (property: string) =>
    race?.[property] !== null &&
    others.some(({ properties }) => properties[property] === race?.[property]);
  const lanes = [...then.state.values()].filter(
    ({ thing }) => thing.subject === 'lane' && thing.id === id,
  );
  return [
    ...(isTaken('raceNumber') ? [`the race number ${race?.raceNumber} is taken`] : []),
    ...(isTaken('externalId')
      ? [`the externalId of a race ${JSON.stringify(race?.externalId)} is taken`]
      : []),
    ...lanes
      .filter(({ properties: { teamId } }) => teamId !== null && !find(now, 'team', Number(teamId)))
      .map(({ thing }) => `position ${thing.position} needs the crew`),
  ];
}

/** The reasons in a refusal, without the race number and the crew's name in them, which it takes from the history. */
function reasonsOf({ detail = '' }: Refusal): string[] {
  return detail
    .replace(/^In the way: (.*)\.$/s, '$1')
    .replaceAll(/race \d+, (position \d+ needs the crew) "[^"]*"/g, '$1')
    .split('; ')
    .filter((reason) => !/^and \d+ more$/.test(reason));
}

function raceOf(reading: Reading, id: number): Race {
  const raceNumber = find(reading, 'race', id)?.raceNumber;
  return reading.json.schedule.races.find((race: Race) => race.raceNumber === raceNumber);
}

/** A race as it read then, with the names and ids that its crews have now. */
function raceThen(then: Reading, now: Reading, id: number): Race {
  const race = raceOf(then, id);
  const lanes = race.lanes.map((lane) => {
    const { position } = lane;
    const teamId = then.state.get(keyOf({ subject: 'lane', id, position }))?.properties.teamId;
    const team = find(now, 'team', Number(teamId)) ?? { name: null, externalId: null };
    return { ...lane, teamName: team.name as string, teamExternalId: team.externalId as string };
  });
  return { ...race, lanes };
}

function othersOf(reading: Reading, id: number) {
  const race = raceOf(reading, id);
  const races = reading.json.schedule.races.filter((one: Race) => one !== race);
  return { ...reading.json.schedule, updatedAt: '', races, teams: reading.teams };
}

function count(what: string): void {
  tally.set(what, (tally.get(what) ?? 0) + 1);
}
