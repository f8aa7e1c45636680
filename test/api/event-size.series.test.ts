/** How large an event may be (decision R6; console, "Limits"), for every way in which rows are added. */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { raceAdd } from '../../src/commands/office/races.ts';
import { readSettings } from '../../src/settings.ts';
import { findSchedule } from '../../src/storage/event/schedules.ts';
import { furtherErrors, problemText, readProblem } from '../../web/src/console/problems.ts';
import { consoleWords } from '../../web/src/console/words/console.ts';
import { fillEvent } from '../support/large-event.ts';
import { officeOf } from '../support/office.ts';
import { refused } from '../support/refused.ts';
import { type Provisioned, type Reply, startTestService } from '../support/service.ts';
import { inLanguage } from '../web/boards.ts';

let event: Provisioned;

const service = await startTestService();
beforeEach(async () => {
  event = await service.provision();
  await event.send('POST', '/schedule');
});

const START = Date.UTC(2026, 5, 13, 6);
const numbers = (count: number, first = 1) => Array.from({ length: count }, (_, i) => first + i);
const race = (raceNumber: number) => ({
  externalId: `r${raceNumber}`,
  raceNumber,
  scheduledAt: new Date(START + raceNumber * 1000).toISOString(),
});
const lanes = (count: number) => numbers(count).map((position) => ({ position }));

/** Asserts a 409 whose detail contains all words, and that the schedule is unchanged afterwards. */
async function full(send: () => Promise<Reply>, ...words: string[]): Promise<void> {
  const read = async () => findSchedule(service.database.reads, event.eventId);
  const before = await read();
  const reply = await send();
  refused(reply, 409, 'conflict');
  for (const word of words) assert.ok(reply.json.detail.includes(word), reply.text);
  assert.deepEqual(await read(), before, 'something was written');
}

test('an event holds 5,000 races, through the API, the race office, a file and the command line', async () => {
  await fillEvent(service.database, event.eventId, { races: 4998 });
  const three = numbers(3, 4999).map(race);
  await full(() => event.send('PUT', '/races', three), '5,000 races', '4,998', '5,001');
  assert.equal((await event.send('PUT', '/races', three.slice(0, 2))).status, 200);
  await full(() => event.send('PUT', '/races', [race(5001)]), '5,000 races', 'has 5,000');
  const { person, path } = await officeOf(service, event);
  const rows = [{ id: null, raceNumber: 5001, scheduledAt: '2026-06-13T12:00:00Z' }];
  await full(
    () => person.send('PUT', `${path}/races`, { races: rows, seen: 2 }),
    '5,000 races',
    'has 5,000',
  );
  const sheet = 'raceNumber,date,time,title\r\n5001,2026-06-13,14:00,One too many\r\n';
  const files = [{ name: 'programme.csv', content: Buffer.from(sheet).toString('base64') }];
  await full(() => person.send('POST', `${path}/import`, { files }), '5,000 races');
  const settings = readSettings({ DATABASE_URL: service.databaseUrl });
  const values = { event: String(event.eventId), number: '5001', at: '2026-06-13 14:00' };
  await assert.rejects(async () => raceAdd.run(values, { settings, progress() {} }), /5,000 races/);
  // Races that are stored may still be changed.
  const changed = [{ ...race(5000), title: 'The last' }];
  assert.equal((await event.send('PUT', '/races', changed)).status, 200);
});

test('an event holds 20,000 crews', async () => {
  await fillEvent(service.database, event.eventId, { crews: 19_999 });
  const crews = [20_000, 20_001].map((n) => ({ externalId: `c${n}`, name: `Crew ${n}` }));
  await full(() => event.send('PUT', '/teams', crews), '20,000 crews', '19,999', '20,001');
  assert.equal((await event.send('PUT', '/teams', crews.slice(1))).status, 200);
  await full(() => event.send('PUT', '/teams', crews), '20,000 crews', 'has 20,000');
});

test('an event holds 20,000 lanes', async () => {
  await fillEvent(service.database, event.eventId, { races: 20, lanesOfEach: 1000 });
  await event.send('PUT', '/races', [race(21)]);
  const draw = (number: number, count: number) =>
    event.send('PUT', `/races/r${number}/entries`, lanes(count));
  await full(() => draw(21, 1), '20,000 lanes', 'has 20,000', '20,001');
  assert.equal((await draw(20, 990)).status, 200);
  await full(() => draw(21, 11), '20,000 lanes', '19,990');
  assert.equal((await draw(21, 10)).status, 200);
});

test('a file of a race with more than 1,000 lanes is refused as soon as it is previewed', async () => {
  const { person, path } = await officeOf(service, event);
  const sheet = (count: number) => [
    'Race,Date,Start,Lane,Crew',
    ...numbers(count).map((n) => `1,2026-06-13,09:00,${n},Club ${n}`),
  ];
  const preview = (count: number) => {
    const content = Buffer.from(sheet(count).join('\r\n')).toString('base64');
    return person.send('POST', `${path}/import`, { files: [{ name: 'draw.csv', content }] });
  };
  await full(() => preview(1001), '1,000 lanes', '1,001');
  const { status, json } = await preview(1000);
  assert.equal(status, 200);
  assert.deepEqual([json.questions, json.wrong], [[], []]);
});

test('a race has at most 1,000 lanes, a rule names at most 24 races, all rules of an event 10,000', async () => {
  const races = await fillEvent(service.database, event.eventId, { races: 30 });
  await event.send('PUT', '/races/r29/entries', lanes(416));
  await event.send('PUT', '/races/r28/entries', lanes(990));
  const office = await officeOf(service, event);
  const path = (number: number) => `/races/${races[number]}/progression`;
  const ruleOf = (position: number, count: number) => ({
    ...{ position, races: numbers(count).map((number) => races[number]) },
    ...{ place: position, fastest: count === 1 ? null : 1 },
  });
  const beyond = (count: number) => ({ rules: numbers(count, 991).map((n) => ruleOf(n, 1)) });
  await full(() => office.write(path(28), beyond(11)), '1,000 lanes', '990', '1,001');
  assert.equal((await office.write(path(28), beyond(10))).status, 200);

  const tooMany = await office.write(path(30), { rules: [ruleOf(1, 25)] });
  refused(tooMany, 422, 'validation_failed', 'rules[0].races');
  assert.equal((await office.write(path(30), { rules: [ruleOf(1, 24)] })).status, 200);
  // 416 rules now name 24 races each; with the rules of the races 28 and 30 that makes 10,018.
  await service.database.write((tx) =>
    tx
      .updateTable('lanes')
      .set({ source: JSON.stringify({ races: races.slice(1, 25), place: 1, fastest: 1 }) })
      .where('race_id', '=', races[29] as number)
      .execute(),
  );
  const { revision } = await office.read();
  const fewer = await office.write(path(30), { rules: [ruleOf(1, 6)] });
  assert.equal(fewer.status, 200, 'fewer than before');
  const more = await office.write(path(30), { rules: [ruleOf(1, 6), ruleOf(2, 2)] });
  refused(more, 422, 'validation_failed', 'rules[1].races');
  assert.match(more.json.detail, /10,000/);
  const several = await office.write('/progression', {
    races: [
      { id: races[30], rules: [ruleOf(1, 6)] },
      { id: races[26], rules: [ruleOf(1, 1), ruleOf(2, 1)] },
    ],
  });
  refused(several, 422, 'validation_failed', 'races[1].rules[0].races');
  assert.equal((await office.read()).revision, revision + 1);

  // An undo sends no rules that the page could mark, so the text of the page names the limit.
  assert.equal((await office.write(path(30), { rules: [] })).status, 200);
  const { json } = await office.person.send('GET', `${office.path}/history`);
  assert.equal((await office.write(path(26), { rules: [ruleOf(1, 6)] })).status, 200);
  const undo = await office.person.send(
    'POST',
    `${office.path}/history/${json.entries[0].id}/undo`,
    {},
  );
  refused(undo, 422, 'validation_failed', 'rules');
  const problem = readProblem(undo.json, null);
  for (const [language, most, would] of [
    ['en', '10,000', '10,006'],
    ['de', '10.000', '10.006'],
    ['fr', '10\u202f000', '10\u202f006'],
  ] as const) {
    const words = inLanguage(consoleWords, language);
    const text = problemText(problem, words);
    assert.ok(text.includes(most) && text.includes(would), text);
    assert.deepEqual(furtherErrors(problem, words), []);
  }
});
