/**
 * One regatta, from its first crew to its archive, written through every interface: `/v1`, the race office, the command line,
 * files. The answer and the effects of each step are compared with what was recorded in `regatta.txt`, so that a change of the
 * implementation proves that nothing else has changed.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { isOnServer } from '../support/databases.ts';
import type { Reply } from '../support/service.ts';
import { PARTS, type RecordedStep, Recorder } from './recorder.ts';

const GOLDEN = new URL('./regatta.txt', import.meta.url);
const EVENT = 1;
const DAY = '2026-06-13';

test('a whole regatta is answered, kept and shown as it was recorded', async () => {
  const recorder = await Recorder.start();
  try {
    const doors = doorsOf(recorder, EVENT);
    await schedule(doors);
    await crews(doors);
    await races(doors);
    await draws(doors);
    await results(doors);
    await visibility(doors);
    await delays(doors);
    await officeRows(doors);
    await conflicts(doors);
    await officeDay(doors);
    await states(doors);
    await progression(doors);
    await withdrawals(doors);
    await notices(doors);
    await files(doors);
    await takingBack(doors);
    await commands(doors);
    await otherEvents(doors);
    await lastOfEach(doors);
    await endOfEvent(doors);
  } finally {
    await recorder.stop();
  }
  const { steps } = recorder;
  assert.equal(new Set(steps.map(({ name }) => name)).size, steps.length, 'names tell steps apart');
  keep(steps);
  compare(steps);
});

interface Doors {
  recorder: Recorder;
  event: number;
  /** @param path below the event */
  v1(name: string, method: string, path: string, body?: unknown): Promise<Reply>;
  /** A write of the race office that says which revision its page showed: the newest, unless `seen` says another. */
  office(name: string, method: string, path: string, body: object): Promise<Reply>;
  /** Any other request of the console. */
  page(name: string, method: string, path: string, body?: unknown): Promise<Reply>;
  /** A command on the event. @returns its document */
  // biome-ignore lint/suspicious/noExplicitAny: documents of every shape.
  command(name: string, words: string): Promise<any>;
}

/** A step has to be accepted, or refused if its name begins with `refused`. */
function doorsOf(recorder: Recorder, event: number): Doors {
  const expected = (name: string, reply: Reply) => {
    assert.equal(reply.status >= 400, name.startsWith('refused'), `${name}: ${reply.text}`);
    return reply;
  };
  const page: Doors['page'] = async (name, method, path, body) =>
    expected(name, await recorder.console(name, event, [method, path, body]));
  return {
    recorder,
    event,
    page,
    v1: async (name, method, path, body) =>
      expected(name, await recorder.v1(name, event, [method, path, body])),
    office: async (name, method, path, body) => {
      const { number: seen } = await recorder.newest(event);
      return page(name, method, path, { seen, ...body });
    },
    command: async (name, text) => {
      const words = text.match(/(?:[^\s"]|"[^"]*")+/g) ?? [];
      const call = words.map((word) => word.replaceAll('"', ''));
      if (!/^(event|history undo) /.test(text)) call.push('--event', String(event));
      const printed = await recorder.command(name, event, [...call, '--json']);
      assert.equal(printed === '', name.startsWith('refused'), `${name}: ${printed}`);
      return printed === '' ? undefined : JSON.parse(printed);
    },
  };
}

/** A start on the first day, by the clock at the venue. */
const at = (time: string, day = DAY) => `${day}T${time}:00+02:00`;

/** A draw, the first crew in the first position; `null` is an empty lane. */
const drawn = (...names: (string | null)[]) =>
  names.map((teamExternalId, index) => ({ position: index + 1, teamExternalId }));

/** Times of the first lanes. */
const timed = (...millis: number[]) =>
  millis.map((finishTimeMillis, index) => ({ position: index + 1, finishTimeMillis }));

async function schedule({ v1, recorder, page }: Doors) {
  await v1('who the key is', 'GET', '/v1/me');
  await v1('its events', 'GET', '/v1/events');
  await v1('refused: a schedule that is not there', 'GET', '/schedule');
  await v1('refused: a schedule with a wrong visibility', 'POST', '/schedule', {
    defaultResultVisibility: 'some',
  });
  await v1('refused: races without a schedule', 'PUT', '/races', [
    { externalId: 'r1', raceNumber: 1, scheduledAt: at('09:00') },
  ]);
  await v1('the first crew, without a schedule', 'PUT', '/teams', [
    { externalId: 'c1', name: 'Amsel', clubId: 'AMS' },
  ]);
  await v1('a schedule', 'POST', '/schedule', { laneScheme: ['1', '2', '3', '4'] });
  await v1('a schedule again, with other settings', 'POST', '/schedule', {
    laneScheme: ['A', 'B'],
    defaultResultMode: 'placesOnly',
  });
  await v1('the schedule, still empty', 'GET', '/schedule');
  await recorder.board('a draft', EVENT);
  await page('what crews will see', 'GET', '/publication');
}

async function crews({ v1, command }: Doors) {
  const names = ['Amsel', 'Biber', 'Chamäleon', 'Dachs', 'Elster', 'Falke'];
  const list = names.map((name, index) => ({
    externalId: `c${index + 1}`,
    name,
    clubId: name.slice(0, 3).toUpperCase(),
    sortOrder: 10 * (6 - index),
  }));
  await v1('six crews, one of them known', 'PUT', '/teams', list);
  await v1('six crews again', 'PUT', '/teams', { teams: list });
  await v1('a crew without club and with a boat', 'PUT', '/teams', [
    { externalId: 'c6', name: 'Falke', clubId: null, boatIndex: 2 },
  ]);
  await v1('a crew renamed', 'PUT', '/teams', [{ externalId: 'c5', name: 'Elster II' }]);
  await v1('two crews that swap names', 'PUT', '/teams', [
    { externalId: 'c1', name: 'Biber' },
    { externalId: 'c2', name: 'Amsel' },
  ]);
  await v1('two crews that swap names back, and a third', 'PUT', '/teams', [
    { externalId: 'c1', name: 'Amsel' },
    { externalId: 'c2', name: 'Biber' },
    { externalId: 'c5', name: 'Elster' },
  ]);
  await v1('refused: a name that is taken', 'PUT', '/teams', [{ externalId: 'c3', name: 'Dachs' }]);
  await v1('refused: another externalId of a crew', 'PUT', '/teams', [
    { externalId: 'x3', name: 'Dachs' },
  ]);
  await v1('refused: an externalId twice', 'PUT', '/teams', [
    { externalId: 'c8', name: 'Iltis' },
    { externalId: 'c8', name: 'Jaguar' },
  ]);
  await command('a crew by hand', 'team add --name Gans');
  await command('another crew by hand', 'team add --name "Hecht 1"');
  await v1('a crew by hand that is adopted, beside a new one', 'PUT', '/teams', [
    { externalId: 'c7', name: 'Gans', clubId: 'GAN' },
    { externalId: 'c8', name: 'Igel' },
  ]);
  await v1('the crews', 'GET', '/teams');
  await v1('no crews', 'PUT', '/teams', []);
}

async function races({ v1, command }: Doors) {
  const list = [
    { externalId: 'r1', raceNumber: 1, scheduledAt: at('09:00'), title: 'Heat 1', round: 'Heat' },
    { externalId: 'r2', raceNumber: 2, scheduledAt: at('09:10'), title: 'Heat 2', round: 'Heat' },
    { externalId: 'r4', raceNumber: 4, scheduledAt: at('10:00'), title: 'Final' },
    { externalId: 'r3', raceNumber: 3, scheduledAt: at('09:20'), resultMode: 'placesOnly' },
    { externalId: 'r5', raceNumber: 5, scheduledAt: at('10:00'), laneScheme: ['x', 'y'] },
    { externalId: 'r6', raceNumber: 6, scheduledAt: at('09:00', '2026-06-14') },
  ];
  await v1('six races', 'PUT', '/races', list);
  await v1('six races again', 'PUT', '/races', { races: list });
  await v1('races changed, one of them new', 'PUT', '/races', [
    { externalId: 'r2', raceNumber: 2, distanceMeters: 2000, boatClass: '4x', notes: 'Left bank' },
    { externalId: 'r7', raceNumber: 7, scheduledAt: at('09:10', '2026-06-14') },
    { externalId: 'r1', raceNumber: 1, title: 'Vorlauf 1', divisionLabel: 'Women' },
  ]);
  await v1('two races that swap numbers', 'PUT', '/races', [
    { externalId: 'r1', raceNumber: 2 },
    { externalId: 'r2', raceNumber: 1 },
  ]);
  await v1('two races that swap numbers back', 'PUT', '/races', [
    { externalId: 'r1', raceNumber: 1 },
    { externalId: 'r2', raceNumber: 2 },
  ]);
  await v1('a race emptied of what may be empty', 'PUT', '/races', [
    { externalId: 'r5', raceNumber: 5, laneScheme: null, title: null, notes: null },
  ]);
  await v1('refused: a new race without a start', 'PUT', '/races', [
    { externalId: 'r9', raceNumber: 9 },
  ]);
  await v1('refused: a number that is taken', 'PUT', '/races', [
    { externalId: 'r9', raceNumber: 5, scheduledAt: at('11:00') },
  ]);
  await v1('refused: a start without an offset', 'PUT', '/races', [
    { externalId: 'r9', raceNumber: 9, scheduledAt: '2026-06-13T11:00:00' },
  ]);
  await command('a race by hand', 'race add --number 8 --at "2026-06-14 09:20" --title "By hand"');
  await v1('a race by hand that is adopted', 'PUT', '/races', [
    { externalId: 'r8', raceNumber: 8, scheduledAt: at('09:25', '2026-06-14') },
  ]);
  await v1('no races', 'PUT', '/races', []);
}

async function draws({ v1 }: Doors) {
  await v1('a draw', 'PUT', '/races/r1/entries', drawn('c1', 'c2', 'c3'));
  await v1('a draw again', 'PUT', '/races/r1/entries', { lanes: drawn('c1', 'c2', 'c3') });
  await v1('refused: a crew moved out of a lane that is left out', 'PUT', '/races/r1/entries', [
    { position: 4, teamExternalId: 'c3' },
  ]);
  await v1('another draw, with an empty lane and a label', 'PUT', '/races/r1/entries', [
    { position: 4, teamExternalId: 'c7', positionLabel: 'far' },
    { position: 1, teamExternalId: 'c2' },
    { position: 2, teamExternalId: null },
  ]);
  await v1('the first draw, and one lane more', 'PUT', '/races/r1/entries', [
    ...drawn('c1', 'c2', 'c3'),
    { position: 4, teamExternalId: 'c7' },
  ]);
  await v1('a second race drawn', 'PUT', '/races/r2/entries', drawn('c4', 'c5', 'c6'));
  await v1('a third race drawn', 'PUT', '/races/r3/entries', drawn('c1', 'c4', 'c7'));
  await v1('a fifth race drawn', 'PUT', '/races/r5/entries', drawn('c2', 'c5', 'c6', 'c8'));
  await v1('a race of the second day drawn', 'PUT', '/races/r6/entries', drawn('c1', 'c2'));
  await v1('refused: a crew in two lanes', 'PUT', '/races/r1/entries', drawn('c1', 'c1'));
  await v1('refused: a crew that is not there', 'PUT', '/races/r1/entries', drawn('c1', 'c99'));
  await v1('refused: a race that is not there', 'PUT', '/races/r99/entries', drawn('c1'));
}

async function results({ v1, recorder }: Doors) {
  await v1('results of a draft', 'PUT', '/races/r6/results', timed(400_000));
  const published = await v1('published', 'POST', '/schedule/publish');
  assert.equal(published.status, 200);
  await v1('published again', 'POST', '/schedule/publish');
  const { headers } = await recorder.board('published', EVENT);
  await recorder.board('not modified', EVENT, { 'if-none-match': headers.get('etag') ?? '' });
  const read = await v1('the schedule', 'GET', '/schedule');
  await recorder.v1('the schedule, not modified', EVENT, [
    ...(['GET', '/schedule', undefined] as const),
    { 'if-none-match': read.headers.get('etag') ?? '' },
  ]);
  recorder.setTime('09:06');
  await v1('the first crew in', 'PUT', '/races/r1/results', timed(402_696));
  await v1('the others in', 'PUT', '/races/r1/results', [
    { position: 4, status: 'dns' },
    { position: 3, finishTimeMillis: 405_100, penaltyMillis: null },
    { position: 2, finishTimeMillis: 402_696 },
  ]);
  await v1('results again', 'PUT', '/races/r1/results', { results: timed(402_696, 402_696) });
  await v1('a penalty of nothing', 'PUT', '/races/r1/results', [
    { position: 3, finishTimeMillis: 405_100, penaltyMillis: 0 },
  ]);
  await v1('a penalty', 'PUT', '/races/r1/results', [
    { position: 1, finishTimeMillis: 402_696, penaltyMillis: 5000 },
  ]);
  await v1('a penalty taken back', 'PUT', '/races/r1/results', [
    { position: 1, finishTimeMillis: 402_696, penaltyMillis: null },
  ]);
  await v1('a time corrected, a crew disqualified', 'PUT', '/races/r1/results', [
    { position: 2, finishTimeMillis: 402_999 },
    { position: 3, status: 'dsq' },
  ]);
  await v1('a crew that did not finish', 'PUT', '/races/r1/results', [
    { position: 3, status: 'dnf' },
    { position: 4, status: 'finished', finishTimeMillis: 500_000 },
  ]);
  await v1('results taken back', 'PUT', '/races/r1/results', [
    { position: 3, status: 'assigned' },
    { position: 4, status: 'assigned', finishTimeMillis: null },
  ]);
  await v1('places', 'PUT', '/races/r3/results', [
    { position: 1, finishPlace: 2 },
    { position: 2, finishPlace: 1 },
  ]);
  await v1('places changed, with a penalty', 'PUT', '/races/r3/results', [
    { position: 1, finishPlace: 1 },
    { position: 2, finishPlace: 2, penaltyMillis: 1000 },
    { position: 3, status: 'dnf' },
  ]);
  await v1('refused: a place in a timed race', 'PUT', '/races/r1/results', [
    { position: 1, finishPlace: 1 },
  ]);
  await v1('refused: a lane that is not there', 'PUT', '/races/r1/results', [
    { position: 9, finishTimeMillis: 1 },
  ]);
  await v1('refused: a position twice', 'PUT', '/races/r1/results', [
    { position: 1, finishTimeMillis: 1 },
    { position: 1, finishTimeMillis: 2 },
  ]);
  await v1('a draw that leaves out a lane with a result', 'PUT', '/races/r1/entries', [
    { position: 1, teamExternalId: 'c1' },
    { position: 3, teamExternalId: 'c3' },
    { position: 4, teamExternalId: 'c7' },
  ]);
  await v1('a draw that gives a result to another crew', 'PUT', '/races/r1/entries', [
    { position: 1, teamExternalId: 'c2' },
    { position: 2, teamExternalId: 'c1' },
    { position: 3, teamExternalId: 'c3' },
  ]);
  await v1('results of three crews', 'PUT', '/races/r1/results', timed(402_000, 403_000, 404_000));
  await v1('a crew renamed that has results', 'PUT', '/teams', [
    { externalId: 'c3', name: 'Chamäleon 2' },
  ]);
  await v1('a new club of a crew', 'PUT', '/teams', [
    { externalId: 'c3', name: 'Chamäleon 2', clubId: 'NEW' },
  ]);
  await v1('places derived otherwise', 'PUT', '/races', [
    { externalId: 'r3', raceNumber: 3, resultMode: 'timed' },
  ]);
}

async function visibility({ v1, office }: Doors) {
  for (const resultVisibility of ['hidden', 'placesOnly', 'full', null]) {
    await v1(`results of a race ${resultVisibility}`, 'PUT', '/races', [
      { externalId: 'r1', raceNumber: 1, resultVisibility },
    ]);
    if (resultVisibility !== 'hidden') continue;
    const hidden = timed(401_000, 403_000);
    await v1('results that nobody sees', 'PUT', '/races/r1/results', hidden);
  }
  await office('results hidden by default', 'PUT', '/settings', {
    defaultResultVisibility: 'hidden',
  });
  await v1('results of another race that nobody sees', 'PUT', '/races/r2/results', timed(410_000));
  await office('places by default', 'PUT', '/settings', { defaultResultVisibility: 'placesOnly' });
  await v1('a time that changes no place', 'PUT', '/races/r2/results', timed(411_000));
  await office('the same settings', 'PUT', '/settings', { defaultResultVisibility: 'placesOnly' });
  await office('full results, other lanes, a longer gap', 'PUT', '/settings', {
    ...{ defaultResultVisibility: 'full', laneScheme: ['A', 'B', 'C', 'D'], crewGapMinutes: 25 },
  });
  await office('no lanes, new races by places', 'PUT', '/settings', {
    ...{ laneScheme: null, defaultResultMode: 'placesOnly' },
  });
  await v1('a race with lanes of its own', 'PUT', '/races', [
    { externalId: 'r2', raceNumber: 2, laneScheme: ['n', 'm', 'l'] },
  ]);
  await office('new races by times again', 'PUT', '/settings', { defaultResultMode: 'timed' });
  await office('refused: a gap below nothing', 'PUT', '/settings', { crewGapMinutes: -1 });
}

async function delays({ v1 }: Doors) {
  const delay = (delayMinutes: number, venueDay = DAY) => ({ venueDay, delayMinutes });
  await v1('a delay', 'PUT', '/schedule/delay', delay(25));
  await v1('the same delay', 'PUT', '/schedule/delay', delay(25));
  await v1('another delay', 'PUT', '/schedule/delay', delay(-5));
  await v1('a delay of the second day', 'PUT', '/schedule/delay', delay(10, '2026-06-14'));
  await v1('a delay of a day without races', 'PUT', '/schedule/delay', delay(10, '2026-06-20'));
  await v1('no delay', 'PUT', '/schedule/delay', delay(0));
  await v1('refused: a delay without end', 'PUT', '/schedule/delay', delay(100_000));
}

async function officeRows({ office, page, recorder }: Doors) {
  await page('the office', 'GET', '/office');
  await office('new races', 'PUT', '/races', {
    races: [
      { id: null, raceNumber: 11, scheduledAt: at('11:00'), printedNumber: '11A' },
      { id: null, raceNumber: 12, scheduledAt: at('11:10'), title: 'Relay', resultMode: 'timed' },
      { id: null, raceNumber: 13, scheduledAt: at('11:20'), title: 'Row-off' },
      { id: recorder.race(7), notes: 'Right bank' },
    ],
  });
  const [first, second] = [recorder.race(11), recorder.race(12)];
  await office('races whose numbers swap, one of them removed', 'PUT', '/races', {
    races: [
      { id: first, raceNumber: 12 },
      { id: second, raceNumber: 11, printedNumber: '11', distanceMeters: 500 },
    ],
    removed: [recorder.race(13)],
  });
  await office('the same races', 'PUT', '/races', {
    races: [{ id: first, raceNumber: 12, title: null }],
  });
  await office('refused: a number of another race', 'PUT', '/races', {
    races: [{ id: first, raceNumber: 1 }],
  });
  await office('refused: a race that is gone', 'PUT', '/races', {
    races: [{ id: 999_999, title: 'Gone' }],
  });
  await office('new crews', 'PUT', '/crews', {
    crews: [
      { id: null, name: 'Kranich', clubId: 'KRA', boatIndex: 1 },
      { id: null, name: 'Luchs' },
      { id: null, name: 'Luchs 2' },
      { id: recorder.crew('Falke'), clubId: 'FAL' },
    ],
  });
  await office('crews whose names swap, one of them removed', 'PUT', '/crews', {
    crews: [
      { id: recorder.crew('Luchs'), name: 'Kranich' },
      { id: recorder.crew('Kranich'), name: 'Luchs', boatIndex: null },
    ],
    removed: [recorder.crew('Luchs 2')],
  });
  await office('the same crews', 'PUT', '/crews', {
    crews: [{ id: recorder.crew('Luchs'), name: 'Luchs' }],
  });
  await office('a crew renamed that is drawn', 'PUT', '/crews', {
    crews: [{ id: recorder.crew('Biber'), name: 'Biber 1' }],
  });
  await office('a new club of a crew that is drawn', 'PUT', '/crews', {
    crews: [{ id: recorder.crew('Biber 1'), clubId: 'BIB-2' }],
  });
  await office('refused: a name of another crew', 'PUT', '/crews', {
    crews: [{ id: recorder.crew('Luchs'), name: 'Dachs' }],
  });
  await office('refused: removing a crew that is drawn', 'PUT', '/crews', {
    crews: [],
    removed: [recorder.crew('Dachs')],
  });
  const lanes = (...names: (string | null)[]) =>
    names.map((name, index) => ({
      position: index + 1,
      crewId: name === null ? null : recorder.crew(name),
    }));
  const eleven = `/races/${recorder.race(11)}`;
  await office('a draw', 'PUT', `${eleven}/lanes`, { lanes: lanes('Kranich', 'Luchs', 'Igel') });
  await office('the same draw', 'PUT', `${eleven}/lanes`, {
    lanes: lanes('Kranich', 'Luchs', 'Igel'),
  });
  await office('another draw', 'PUT', `${eleven}/lanes`, {
    lanes: [...lanes('Luchs', null, 'Kranich'), { position: 5, positionLabel: 'V', crewId: null }],
  });
  await office('refused: a crew in two of its lanes', 'PUT', `${eleven}/lanes`, {
    lanes: lanes('Luchs', 'Luchs'),
  });
  await office('results', 'PUT', `${eleven}/results`, { results: timed(90_000) });
  await office('the same results', 'PUT', `${eleven}/results`, {
    results: [{ position: 1, finishTimeMillis: 90_000, penaltyMillis: 0 }],
  });
  await office('results with a penalty and a status', 'PUT', `${eleven}/results`, {
    results: [
      { position: 3, status: 'dnf' },
      { position: 1, finishTimeMillis: 90_500, penaltyMillis: 2000 },
    ],
  });
  await office('a draw that leaves out a result', 'PUT', `${eleven}/lanes`, {
    lanes: lanes('Luchs', 'Igel'),
  });
  await office('refused: results of an empty lane', 'PUT', `${eleven}/results`, {
    results: [{ position: 9, finishTimeMillis: 1 }],
  });
  await office('crews merged', 'POST', '/crews/merge', {
    keep: recorder.crew('Hecht 1'),
    remove: recorder.crew('Luchs'),
  });
  await office('refused: a crew merged with itself', 'POST', '/crews/merge', {
    keep: recorder.crew('Igel'),
    remove: recorder.crew('Igel'),
  });
}

/** Writes from a page that is older than what others have written meanwhile. */
async function conflicts({ v1, office, recorder }: Doors) {
  const { number: seen } = await recorder.newest(EVENT);
  const [two, three] = [`/races/${recorder.race(2)}`, recorder.race(3)];
  const [dachs, elster] = [recorder.crew('Dachs'), recorder.crew('Elster')];
  await v1('meanwhile a race', 'PUT', '/races', [
    { externalId: 'r3', raceNumber: 3, title: 'Meanwhile' },
  ]);
  await v1('meanwhile a crew', 'PUT', '/teams', [{ externalId: 'c4', name: 'Dachs 1' }]);
  await v1('meanwhile a draw', 'PUT', '/races/r2/entries', drawn('c4', 'c6', 'c5'));
  const { number: seenDraw } = await recorder.newest(EVENT);
  await v1('meanwhile results', 'PUT', '/races/r2/results', timed(411_500, 412_500));
  const race = { races: [{ id: three, title: 'My title' }], seen };
  await office('refused: a race that has changed since', 'PUT', '/races', race);
  const crew = { crews: [{ id: dachs, name: 'Dachs A' }], seen };
  await office('refused: a crew that has changed since', 'PUT', '/crews', crew);
  await office('refused: a draw that has changed since', 'PUT', `${two}/lanes`, {
    lanes: [{ position: 1, crewId: elster }],
    seen,
  });
  await office('refused: results that have come since', 'PUT', `${two}/results`, {
    results: timed(411_000, 412_000),
    seen,
  });
  await office('another property of a race that has changed since', 'PUT', '/races', {
    races: [{ id: three, notes: 'Not in the way' }],
    seen,
  });
  await office('a crew as it has become since', 'PUT', '/crews', {
    crews: [{ id: dachs, name: 'Dachs 1' }],
    seen,
  });
  await office('the result of a lane that has none yet', 'PUT', `${two}/results`, {
    results: [{ position: 3, finishTimeMillis: 413_000 }],
    seen: seenDraw,
  });
}

async function officeDay({ office, recorder }: Doors) {
  const delay = { venueDay: DAY, delayMinutes: 15 };
  await office('preview of a delay', 'PUT', '/delay?preview=true', delay);
  await office('a delay', 'PUT', '/delay', delay);
  await office('a delay until', 'PUT', '/delay', { ...delay, until: at('11:00') });
  await office('the same delay until', 'PUT', '/delay', { ...delay, until: at('11:00') });
  await office('a race now', 'PUT', '/delay', { raceId: recorder.race(4), startsAt: '10:20' });
  await office('refused: a delay of no day', 'PUT', '/delay', { delayMinutes: 5 });
  const fromRaceId = recorder.race(5);
  const shift = { fromRaceId, shiftMinutes: 5 };
  await office('preview of races moved', 'POST', '/retime?preview=true', shift);
  await office('races moved', 'POST', '/retime', shift);
  await office('races moved to a next start', 'POST', '/retime', {
    ...{ fromRaceId, nextAt: '10:15', notify: false },
  });
  await office('races fitted into a span', 'POST', '/retime', {
    ...{ fromRaceId, nextAt: '10:15', lastAt: '10:50', minGapMinutes: 5, notify: true },
  });
  await office('refused: a span that is too short', 'POST', '/retime', {
    ...{ fromRaceId, nextAt: '10:15', lastAt: '10:16', minGapMinutes: 5 },
  });
  await office('a day on time', 'PUT', '/delay', { venueDay: DAY, delayMinutes: 0, until: null });
}

async function states({ office, v1, recorder }: Doors) {
  const five = `/races/${recorder.race(5)}`;
  const [state, official] = [`${five}/state`, `/races/${recorder.race(1)}/official`];
  await office('a race postponed', 'PUT', state, { state: 'postponed', reason: 'Wind' });
  await office('the same state', 'PUT', state, { state: 'postponed', reason: 'Wind' });
  await office('another reason', 'PUT', state, { state: 'postponed', reason: 'Fog' });
  await v1('a delay beside a race that is postponed', 'PUT', '/schedule/delay', {
    ...{ venueDay: DAY, delayMinutes: 5 },
  });
  await office('a race cancelled', 'PUT', state, { state: 'cancelled', reason: ' ' });
  await office('a race planned after all', 'PUT', state, { state: 'planned' });
  const ofOne = `/races/${recorder.race(1)}/state`;
  await office('a race cancelled that has results', 'PUT', ofOne, { state: 'cancelled' });
  await office('a race with results planned again', 'PUT', ofOne, { state: 'planned' });
  await office('results are provisional at first', 'PUT', '/settings', {
    provisionalResults: true,
  });
  await office('official', 'PUT', official, { official: true });
  await office('official again', 'PUT', official, { official: true });
  await v1('the same results of an official race', 'PUT', '/races/r1/results', timed(401_000));
  await v1('a later result of an official race', 'PUT', '/races/r1/results', timed(401_500));
  await office('official once more', 'PUT', official, { official: true });
  await office('a result of an official race', 'PUT', `/races/${recorder.race(1)}/results`, {
    results: [{ position: 2, finishTimeMillis: 403_100 }],
  });
  await office('official a third time', 'PUT', official, { official: true });
  await v1('a draw of an official race', 'PUT', '/races/r1/entries', drawn('c2', 'c1', 'c3', 'c8'));
  await office('official a fourth time', 'PUT', official, { official: true });
  await v1('an official race scored by places', 'PUT', '/races', [
    { externalId: 'r1', raceNumber: 1, resultMode: 'placesOnly' },
  ]);
  await v1('scored by times again', 'PUT', '/races', [
    { externalId: 'r1', raceNumber: 1, resultMode: 'timed' },
  ]);
  await office('official a fifth time', 'PUT', official, { official: true });
  await office('provisional', 'PUT', official, { official: false });
}

async function progression({ office, v1, recorder }: Doors) {
  const [one, two, four, twelve] = [1, 2, 4, 12].map((number) => recorder.race(number));
  const from = (race: number | undefined, place: number) => ({
    races: [race],
    place,
    fastest: null,
  });
  const rules = [
    { position: 2, ...from(one, 1) },
    { position: 3, ...from(two, 1) },
    { position: 4, races: [one, two], place: 2, fastest: 1 },
  ];
  const apply = `/races/${four}/progression/apply`;
  await office('rules of a final', 'PUT', `/races/${four}/progression`, { rules });
  await office('the same rules', 'PUT', `/races/${four}/progression`, { rules });
  await office('rules of a round', 'PUT', '/progression', {
    races: [
      { id: four, rules: [...rules, { position: 1, races: [one, two], place: 2, fastest: 2 }] },
      { id: twelve, rules: [{ position: 1, ...from(one, 3) }] },
    ],
  });
  await office('refused: rules in a circle', 'PUT', `/races/${one}/progression`, {
    rules: [{ position: 1, ...from(four, 1) }],
  });
  await v1('the last of a heat in', 'PUT', '/races/r1/results', [{ position: 4, status: 'dns' }]);
  await office('refused: rules applied before all is official', 'POST', apply, {});
  await office('one heat official', 'PUT', `/races/${one}/official`, { official: true });
  await office('the other heat official', 'PUT', `/races/${two}/official`, { official: true });
  await office('the rules applied', 'POST', apply, {});
  await office('the rules applied again', 'POST', apply, {});
  await v1('a result that changes who goes on', 'PUT', '/races/r1/results', timed(409_000));
  await office('a race removed that rules name', 'PUT', '/races', {
    races: [],
    removed: [recorder.race(2)],
  });
  await office('no rules', 'PUT', `/races/${four}/progression`, { rules: [] });
}

async function withdrawals({ office, v1, recorder }: Doors) {
  const crew = `/crews/${recorder.crew('Igel')}/withdrawn`;
  const entry = `/races/${recorder.race(6)}/lanes/2/withdrawn`;
  await office('an entry withdrawn', 'PUT', entry, { withdrawn: true, reason: 'Ill' });
  await office('the same entry withdrawn', 'PUT', entry, { withdrawn: true, reason: 'Ill' });
  await v1('a draw of a race with an entry withdrawn', 'PUT', '/races/r6/entries', [
    ...drawn('c1', 'c2'),
    { position: 3, teamExternalId: 'c8' },
  ]);
  await office('a crew withdrawn', 'PUT', crew, { withdrawn: true, reason: null });
  await office('a crew put back', 'PUT', crew, { withdrawn: false });
  await office('an entry put back', 'PUT', entry, { withdrawn: false });
  await office(
    'refused: an entry of nobody',
    'PUT',
    `/races/${recorder.race(7)}/lanes/1/withdrawn`,
    {
      withdrawn: true,
    },
  );
}

async function notices({ recorder, page, office }: Doors) {
  const notice = { text: 'Racing starts at ten.' };
  const key = { 'idempotency-key': 'recorded' };
  const first = await recorder.console('a notice', EVENT, ['POST', '/notices', notice, key]);
  await recorder.console('a notice again', EVENT, ['POST', '/notices', notice, key]);
  await page('a notice until', 'POST', '/notices', { text: 'Lunch', until: at('09:40') });
  await page('refused: a notice that says nothing', 'POST', '/notices', { text: ' ' });
  await page('a notice taken back', 'DELETE', `/notices/${first.json.notice.id}`);
  await page('refused: a notice taken back twice', 'DELETE', `/notices/${first.json.notice.id}`);
  await office('unpublished', 'POST', '/unpublish', {});
  await office('unpublished again', 'POST', '/unpublish', {});
  await office('a race moved of a draft', 'PUT', '/races', {
    races: [{ id: recorder.race(8), scheduledAt: at('09:30', '2026-06-14') }],
  });
  await page('what has changed meanwhile', 'GET', '/publication');
  await office('published', 'POST', '/publish', {});
  recorder.setTime('09:41');
  await recorder.board('a notice is over', EVENT);
}

const PROGRAMME = [
  'raceNumber,date,time,title,lane,crew,club,result',
  '20,2026-06-14,11:00,Imported,1,Amsel,AMS,5:01.20',
  '20,2026-06-14,11:00,Imported,2,Marder,MAR,5:03.40',
  '21,2026-06-14,11:10,Imported 2,1,Nerz,NER,',
  '12,2026-06-13,11:25,Moved,2,Igel,IGE,',
].join('\r\n');

const file = (name: string, text: string) => ({
  name,
  content: Buffer.from(text).toString('base64'),
});

async function files({ page, office, recorder }: Doors) {
  const body = { files: [file('programme.csv', PROGRAMME)] };
  const send = async (name: string, more: object = {}) =>
    (await page(name, 'POST', '/import', { ...body, ...more })).json;
  const { preview } = await send('preview of a file');
  await send('a file', { preview });
  const same = await send('preview of the same file');
  await send('the same file', { preview: same.preview });
  await office('a result of a file corrected', 'PUT', `/races/${recorder.race(20)}/results`, {
    results: timed(300_000),
  });
  const asked = await send('preview of a file whose result was corrected');
  const answers = Object.fromEntries(
    asked.questions.map(({ id, options }: { id: string; options: unknown[] }) => [id, options[1]]),
  );
  const answered = await send('preview of a file with answers', { answers });
  await send('a file with answers', { answers, preview: answered.preview });
  await send('a file whose preview is old', { answers, preview: answered.preview });
  for (const format of ['csv', 'xlsx', 'finishlynx', 'crewtimer', 'drv-results', 'template']) {
    await recorder.download(`export as ${format}`, EVENT, format);
  }
}

async function takingBack({ office, page, recorder, v1 }: Doors) {
  const six = `/races/${recorder.race(6)}`;
  const before = recorder.instant;
  await v1('results to be taken back', 'PUT', '/races/r6/results', timed(400_100, 400_200));
  const { id: ofResults } = await recorder.newest(EVENT);
  await v1('results on top of them', 'PUT', '/races/r6/results', timed(400_101));
  const { id: onTop } = await recorder.newest(EVENT);
  await office('a draw on top of them', 'PUT', `${six}/lanes`, {
    lanes: [
      { position: 1, crewId: recorder.crew('Amsel') },
      { position: 2, crewId: recorder.crew('Nerz') },
    ],
  });
  const { id: ofDraw } = await recorder.newest(EVENT);
  const undo = (name: string, id: number) => page(name, 'POST', `/history/${id}/undo`);
  await undo('refused: undo of what has changed since', ofResults);
  await undo('undo of a draw', ofDraw);
  await undo('undo of later results', onTop);
  await undo('undo of results', ofResults);
  const { id: ofUndo } = await recorder.newest(EVENT);
  await undo('refused: undo of what is undone', ofResults);
  await undo('undo of an undo', ofUndo);
  await office('a race restored', 'POST', `${six}/restore`, { at: before });
  await office('a race restored again', 'POST', `${six}/restore`, { at: before });
  await office('races and crews removed', 'PUT', '/races', {
    races: [],
    removed: [recorder.race(11), recorder.race(20)],
  });
  const { id: ofRemoval } = await recorder.newest(EVENT);
  await undo('undo of a removal', ofRemoval);
  await page('the history', 'GET', '/history');
  const { id: middle } = await recorder.newest(EVENT);
  await page('the history before', 'GET', `/history?before=${middle - 40}`);
  await page('the history of a race', 'GET', `/history?race=${recorder.race(1)}`);
  await page('the history of a crew', 'GET', `/history?crew=${recorder.crew('Amsel')}`);
  await page('the history of results', 'GET', '/history?operation=push-results&key=ro_7ELSZg');
  await page('the history of a person', 'GET', '/history?person=1&operation=edit-races');
  await page('refused: the history of nothing', 'GET', '/history?race=999999');
}

async function commands({ command, recorder }: Doors) {
  await command('the settings', 'schedule settings --lane-scheme 1,2,3,4,5 --mode timed');
  await command('a crew', 'team add --name Otter');
  await command('refused: a crew twice', 'team add --name Otter');
  await command(
    'a crew edited',
    'team edit --name Otter --new-name "Otter 1" --club OTT --order 5',
  );
  await command('a new club of a crew that is drawn', 'team edit --name Amsel --club AMS-2');
  await command('a race', 'race add --number 30 --at "2026-06-13 12:00" --title Sprint');
  await command('a race edited', 'race edit --number 30 --distance 500 --new-number 31');
  await command('a race moved', 'race edit --number 31 --at "2026-06-13 12:05"');
  await command('refused: a number of another race', 'race edit --number 31 --new-number 1');
  await command('a draw by name', 'draw --race 31 1=Amsel "2=Otter 1" 3=');
  await command('the same draw by name', 'draw --race 31 1=Amsel "2=Otter 1" 3=');
  await command('refused: a draw of nobody', 'draw --race 31 1=Nobody');
  const before = recorder.instant;
  await command('results', 'result --race 31 1=1:31.50 2=1:32.10+5');
  await command('the same results', 'result --race 31 1=1:31.50');
  await command('results changed', 'result --race 31 1=dnf 2=-');
  const { entryId } = (await command('the history', 'history')).changes[0];
  await command('undo of results', `history undo --entry ${entryId}`);
  await command('refused: undo twice', `history undo --entry ${entryId}`);
  await command('a race restored', `history restore --race 31 --at ${before}`);
  await command('a race restored again', `history restore --race 31 --at ${before}`);
  await command('a delay to look at', `schedule delay --day ${DAY} --minutes 20 --preview`);
  await command('a delay', `schedule delay --day ${DAY} --minutes 20`);
  await command('a crew withdrawn', 'team withdraw --name Amsel --race 31 --reason Ill');
  await command('a crew put back', 'team withdraw --name Amsel --back');
  await command('a race postponed', 'race postpone --number 31 --reason Wind');
  await command('a race planned', 'race plan --number 31');
  await command('a race cancelled', 'race cancel --number 31');
  await command('the schedule hidden', 'schedule unpublish');
  await command('the schedule shown', 'schedule publish');
  await command('a draw taken back', 'draw --race 31 --clear');
  await command('a race removed', 'race remove --number 31');
  await command('a removed race restored', `history restore --race 31 --at ${before}`);
  await command('refused: a crew removed that is drawn', 'team remove --name "Otter 1"');
  await command('the draw taken back again', 'draw --race 31 --clear');
  await command('a crew removed', 'team remove --name "Otter 1"');
  await command('an export', 'export --to csv');
  const path = join(recorder.folder, 'results.csv');
  writeFileSync(path, 'raceNumber,lane,crew,result\n21,1,Nerz,5:09.90\n');
  await command('a file to look at', 'import --as csv --dry-run results.csv');
  await command('a file', 'import --as csv results.csv');
  await command('the same file', 'import --as csv results.csv');
}

/** A copy, an event that is filled with the file of this one, and others. */
async function otherEvents({ page, command, recorder }: Doors) {
  const { text } = await page('export of the whole event', 'GET', '/export/json');
  const facts = { clubId: 1, startDate: '2027-06-12', endDate: '2027-06-13' };
  const copied = await page('a copy', 'POST', '/api/events', {
    ...{ ...facts, name: 'Copy', copyFrom: EVENT, trial: true },
  });
  const made = await page('an empty event', 'POST', '/api/events', {
    ...{ clubId: 1, startDate: DAY, endDate: '2026-06-14', name: 'Moved here' },
    timezone: 'Europe/Berlin',
  });
  const empty = doorsOf(recorder, made.json.id);
  const body = { files: [file('event.json', text)] };
  const { json } = await empty.page('preview of a whole event', 'POST', '/import', body);
  const { preview } = json;
  await empty.page('a whole event', 'POST', '/import', { ...body, preview });
  const { id } = await recorder.newest(empty.event);
  await empty.office('the event from a file published', 'POST', '/publish', {});
  await empty.page('undo of a whole event', 'POST', `/history/${id}/undo`);
  const copy = doorsOf(recorder, copied.json.id);
  await copy.page('the copy', 'GET', '/office');
  await copy.office('the copy published', 'POST', '/publish', {});
  await copy.v1('a race of the copy', 'PUT', '/races', [
    { externalId: 'z1', raceNumber: 1, scheduledAt: at('09:00', '2027-06-12') },
  ]);
  await copy.page('the copy is no trial', 'PATCH', '', { trial: false });
  await copy.page('refused: the copy is a trial again', 'PATCH', '', { trial: true });
  await copy.page('refused: the copy removed', 'DELETE', '');
  const trial = await page('a trial', 'POST', '/api/events', { ...facts, name: 'T', trial: true });
  const tried = doorsOf(recorder, trial.json.id);
  await tried.office('a race of a trial', 'PUT', '/races', {
    races: [{ id: null, raceNumber: 1, scheduledAt: at('09:00', '2027-06-12') }],
  });
  await tried.office('a trial published', 'POST', '/publish', {});
  await tried.page('a trial removed', 'DELETE', '');
  const days = '--start 2027-06-12 --end 2027-06-12';
  const { eventId } = await command('an event', `event add --club 1 --creator 1 --name E ${days}`);
  const entered = doorsOf(recorder, eventId);
  await entered.command('a schedule', 'schedule create --visibility hidden --lane-scheme 1,2');
  await entered.command('an archived event', `event archive --event ${eventId}`);
  await entered.command('an event removed', `event remove --event ${eventId}`);
}

/** Every operation that undo can take back or has to refuse, by its newest entry. */
const OPERATIONS = [
  ...['create-schedule', 'publish-schedule', 'unpublish-schedule', 'change-settings', 'set-delay'],
  ...['push-teams', 'add-team', 'edit-team', 'push-races', 'add-race', 'edit-race', 'draw-lanes'],
  ...['push-results', 'remove-race', 'remove-team', 'undo', 'restore-race', 'edit-races'],
  ...['edit-crews', 'merge-crews', 'withdraw-crew', 'set-race-state', 'set-official'],
  ...['set-progression', 'apply-progression', 'retime', 'post-notice', 'withdraw-notice', 'import'],
  ...['edit-event', 'add-event'],
];

async function lastOfEach({ recorder, page, event }: Doors) {
  await page('another city', 'PATCH', '', { city: 'Bonn' });
  for (const operation of OPERATIONS) {
    const query = `/history?operation=${operation}`;
    const [entry] = (await page(`history of ${operation}`, 'GET', query)).json.entries;
    if (!entry) continue;
    const path = `/history/${entry.id}/undo`;
    await recorder.console(`undo of the newest ${operation}`, event, ['POST', path]);
  }
}

async function endOfEvent({ page, v1, command }: Doors) {
  await page('another name', 'PATCH', '', { name: 'Summer regatta', city: 'Köln' });
  await page('preview of another zone', 'PATCH', '?preview=true', { timezone: 'Asia/Tokyo' });
  await page('another zone', 'PATCH', '', { timezone: 'America/New_York' });
  await page('no zone', 'PATCH', '', { timezone: null });
  await page('the zone of before', 'PATCH', '', { timezone: 'Europe/Berlin' });
  await page('other days', 'PATCH', '', { startDate: '2026-06-12', endDate: '2026-06-15' });
  await page('refused: days in the wrong order', 'PATCH', '', { startDate: '2026-06-16' });
  await page('refused: the event removed', 'DELETE', '');
  await page('archived', 'PATCH', '', { archived: true });
  await v1('a result of an archived event', 'PUT', '/races/r1/results', [
    { position: 1, status: 'dsq' },
  ]);
  await command('archived no more', `event edit --event ${EVENT} --archived no --name Regatta`);
  await page('my events', 'GET', '/api/events');
}

/** A short digest of each part; `-` for an empty one. */
function digest({ name, parts }: RecordedStep): string {
  const digests = PARTS.map((part) =>
    parts[part] === '' ? '-' : createHash('sha256').update(parts[part]).digest('hex').slice(0, 16),
  );
  return [...digests, name].join('\t');
}

/** Writes the full text of all steps into the folder that `RECORD_TO` names, if any. */
function keep(steps: readonly RecordedStep[]): void {
  const { RECORD_TO } = process.env;
  if (!RECORD_TO) return;
  const folder = resolve(RECORD_TO, isOnServer ? 'postgres' : 'sqlite');
  mkdirSync(folder, { recursive: true });
  for (const [index, { name, parts }] of steps.entries()) {
    const text = PARTS.map((part) => `=== ${part}\n${parts[part]}\n`).join('\n');
    const number = String(index + 1).padStart(3, '0');
    writeFileSync(join(folder, `${number} ${name.replace(/[^\w ]+/g, '')}.txt`), text);
  }
}

const HEAD = `# What each step of regatta.test.ts leaves: ${PARTS.join(', ')}, name of the step.`;
const CALL = 'npm test -- test/recorded/regatta.series.test.ts';

/** Fails with the steps and parts that differ from what was recorded, or records them anew. */
function compare(steps: readonly RecordedStep[]): void {
  const now = [HEAD, ...steps.map(digest)];
  if (process.env.RECORD === 'anew' && !isOnServer) writeFileSync(GOLDEN, `${now.join('\n')}\n`);
  const recorded = readFileSync(GOLDEN, 'utf8').trimEnd().split('\n');
  if (now.join('\n') === recorded.join('\n')) return;
  const before = new Map(recorded.map((line) => [line.split('\t').at(-1), line.split('\t')]));
  const names = new Set(steps.map(({ name }) => name));
  const gone = [...before.keys()].filter((name) => !names.has(name ?? '') && name !== recorded[0]);
  const differing = steps.flatMap((step) => {
    const was = before.get(step.name);
    const is = digest(step).split('\t');
    const parts = was ? PARTS.filter((_, index) => is[index] !== was[index]) : ['was not recorded'];
    return parts.length === 0 ? [] : [`  ${step.name}: ${parts.join(', ')}`];
  });
  const shown = [...differing, ...gone.map((name) => `  ${name}: is no step any more`)];
  assert.fail(
    [
      `${shown.length} of ${steps.length} steps differ from test/recorded/regatta.txt, the first of them:`,
      ...shown.slice(0, 12),
      `To see what differs: RECORD_TO=FOLDER ${CALL} here and in a checkout where it passes, then diff -r.`,
      `Where it is meant to differ: RECORD=anew ${CALL}`,
    ].join('\n'),
  );
}
