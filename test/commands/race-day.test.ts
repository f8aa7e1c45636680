/** A race day that is run with the command line alone. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Board } from '../../src/contract/board.ts';
import { startCommands } from '../support/commands.ts';
import { startTestService } from '../support/service.ts';
import { newFolder } from '../support/started.ts';
import { until } from '../support/until.ts';

const service = await startTestService();
const folder = newFolder();
const commands = startCommands(service.databaseUrl, folder);

/** Splits a call into words as a shell does; words in quotes stay together. */
function words(call: string): string[] {
  return (call.match(/(?:[^\s"]|"[^"]*")+/g) ?? []).map((word) => word.replaceAll('"', ''));
}

const json = (call: string) => commands.json(...words(call));

async function text(call: string): Promise<string> {
  const { status, stdout, stderr } = await commands.run(words(call));
  assert.deepEqual([status, stderr], [0, ''], call);
  return stdout;
}

interface Office {
  eventId: number;
  /** Runs a command on the event with `--json`. */
  // biome-ignore lint/suspicious/noExplicitAny: documents of every shape.
  on(call: string): Promise<any>;
  // biome-ignore lint/suspicious/noExplicitAny: documents of every shape.
  schedule(): Promise<any>;
}

/** An event of one day without a schedule, and a key to read it with. */
async function office(days = '--start 2026-06-13 --end 2026-06-13'): Promise<Office> {
  const { userId } = await json('user add --name Office');
  const { clubId } = await json('club add --name "Rowing club"');
  await json(`member set --club ${clubId} --user ${userId} --role schedule_manager`);
  const owner = `--club ${clubId} --creator ${userId}`;
  const place = '--timezone Europe/Berlin --city Berlin --country de';
  const { eventId } = await json(`event add ${owner} --name Sprint ${days} ${place}`);
  const { key } = await json(`key mint --user ${userId} --label Reader`);
  const on = (call: string) => json(`${call} --event ${eventId}`);
  const schedule = async () =>
    (await service.send('GET', `/v1/events/${eventId}/schedule`, { key })).json;
  return { eventId, on, schedule };
}

/** Three crews and two races, the first one drawn. */
async function drawn(days?: string): Promise<Office> {
  const made = await office(days);
  const { on } = made;
  await on('schedule create --lane-scheme A,B,C,D');
  for (const crew of ['Adler', 'Biber', '"RC Möwe"']) await on(`team add --name ${crew}`);
  await on('race add --number 1 --at "2026-06-13 09:10" --title "Heat 1"');
  await on('race add --number 2 --at "2026-06-13 09:20"');
  await on('draw --race 1 A=Adler B=Biber "C=RC Möwe" D=');
  return made;
}

test('names cannot steer the terminal: control characters are blanks', async () => {
  const { eventId, on } = await office();
  await on('schedule create');
  await commands.json('team', 'add', '--event', String(eventId), '--name', 'A\u001b[31mred');
  const listed = await commands.run(['team', 'list', '--event', String(eventId)]);
  assert.match(listed.stdout, /A \[31mred/);
  assert.ok(!listed.stdout.includes('\u001b'));
});

/** The board, once it shows what another process has done. */
async function boardOf(eventId: number, isSo: (board: Board) => boolean): Promise<Board> {
  let board: Board | undefined;
  await until('it shows', async () => {
    const { status, json } = await service.send('GET', `/board/api/events/${eventId}`);
    board = json;
    return status === 200 && isSo(json);
  });
  return board as Board;
}

/** What a spectator sees of each lane: label, crew, status, time and place. */
function lanesOf(race: { lanes: Record<string, unknown>[] } | undefined) {
  return race?.lanes.map(({ positionLabel, teamName, crewName, status, ...lane }) => [
    positionLabel,
    teamName ?? crewName ?? null,
    status,
    lane.finishTimeMillis,
    lane.finishPlace,
  ]);
}

test('race day: a delay can be looked at before it is set', async () => {
  const { on, eventId, schedule } = await drawn();
  await on('result --race 1 A=6:42.70');
  const before = [await schedule(), await on('history')];
  const preview = await on('schedule delay --day 2026-06-13 --minutes 15 --preview');
  const call = `schedule delay --day 2026-06-13 --minutes 15 --preview --event ${eventId}`;
  assert.equal(
    await text(call),
    '2026-06-13 would run 15 minutes late (races without a result on that day: 1); nothing is written.\n' +
      '  race 2  2026-06-13 09:20 → 2026-06-13 09:35\n',
  );
  assert.deepEqual([await schedule(), await on('history')], before);
  assert.deepEqual(await on('schedule delay --day 2026-06-13 --minutes 15'), preview);
  assert.notDeepEqual(await schedule(), before[0]);
});

async function newestEntry({ on }: Office): Promise<number> {
  return (await on('history')).changes[0].entryId;
}

test('race day: from an empty database to corrected results, with nothing but commands', async () => {
  const own = await office();
  const { eventId, on, schedule } = own;
  const created = 'schedule create --lane-scheme 1,2,3,4 --visibility placesOnly';
  assert.deepEqual(await on(created), { eventId, status: 'draft' });
  assert.deepEqual(await on('schedule create --mode placesOnly'), { eventId, status: 'draft' });
  assert.equal((await schedule()).defaultResultMode, 'timed', 'what is there stays');

  for (const crew of ['Adler', 'Biber', 'Corvus']) await on(`team add --name ${crew}`);
  assert.deepEqual(await on('race add --number 1 --at 09:10 --title "Heat 1"'), { raceNumber: 1 });
  await on('race add --number 2 --at "2026-06-13 09:20" --title Final');
  await on('race add --number 3 --at 2026-06-13T09:30:00+02:00');
  const planned = (await schedule()).races;
  assert.deepEqual(
    planned.map((race: Record<string, unknown>) => [race.externalId, race.scheduledAt]),
    [
      [null, '2026-06-13T07:10:00Z'],
      [null, '2026-06-13T07:20:00Z'],
      [null, '2026-06-13T07:30:00Z'],
    ],
  );

  const first = await on('draw --race 1 1=Adler 2=Biber 3=Corvus 4=');
  assert.deepEqual(first, (await schedule()).races[0]);
  assert.deepEqual(lanesOf(first), [
    ['1', 'Adler', 'assigned', null, null],
    ['2', 'Biber', 'assigned', null, null],
    ['3', 'Corvus', 'assigned', null, null],
    ['4', null, 'assigned', null, null],
  ]);
  assert.equal(first.lanes[0].teamExternalId, null);

  assert.equal((await service.send('GET', `/board/api/events/${eventId}`)).status, 404);
  assert.deepEqual(await on('schedule publish'), { eventId, status: 'published' });
  assert.deepEqual(await on('schedule delay --day 2026-06-13 --minutes -5'), {
    eventId,
    venueDay: '2026-06-13',
    delayMinutes: -5,
    races: planned.map(({ externalId, raceNumber, scheduledAt }: Record<string, unknown>) => ({
      externalId,
      raceNumber,
      scheduledAt,
      estimatedAt: String(scheduledAt)
        .replace(':10:', ':05:')
        .replace(/:([23])0:/, earlier),
    })),
  });

  const rowed = await on('result --race 1 1=6:42.70 2=6:41,5+2.5 3=dnf');
  assert.deepEqual(rowed, (await schedule()).races[0]);
  assert.deepEqual(lanesOf(rowed), [
    ['1', 'Adler', 'finished', 402_700, 1],
    ['2', 'Biber', 'finished', 401_500, 2],
    ['3', 'Corvus', 'dnf', null, null],
    ['4', null, 'assigned', null, null],
  ]);
  assert.equal(rowed.lanes[1].penaltyMillis, 2500);
  const corrected = await on('result --race 1 1=+10 3=7:01 2=-');
  assert.deepEqual(
    corrected.lanes.map((lane: Record<string, unknown>) => [lane.penaltyMillis, lane.finishPlace]),
    [
      [10_000, 1],
      [null, null],
      [null, 2],
      [null, null],
    ],
  );

  const correction = await newestEntry(own);
  const undone = await json(`history undo --entry ${correction}`);
  assert.deepEqual(undone, { entryId: await newestEntry(own) });
  const [newest] = (await on('history')).changes;
  assert.deepEqual([newest.operation, newest.undoOf], ['undo', correction]);
  assert.deepEqual((await schedule()).races[0], rowed);
  const printed = await text(`history --event ${eventId}`);
  assert.ok(printed.includes(`  entry ${undone.entryId}, undoes entry ${correction}\n`), printed);

  await delay(5);
  const at = new Date().toISOString();
  await delay(5);
  await on('draw --race 1 1=Corvus 3=');
  await on('race edit --number 1 --new-number 9 --title ""');
  const restored = await on(`history restore --race 9 --at ${at}`);
  assert.deepEqual(restored, { entryId: await newestEntry(own) });
  assert.deepEqual((await schedule()).races[0], rowed);
  assert.deepEqual(await on(`history restore --race 1 --at ${at}`), { entryId: null });

  assert.deepEqual(await on('race remove --number 3'), { raceNumber: 3 });
  await on('team add --name Ghost');
  assert.deepEqual(await on('team remove --name Ghost'), { name: 'Ghost' });

  const { races } = await schedule();
  assert.deepEqual(await on('race list'), { races });
  assert.equal(races.length, 2);
  const board = await boardOf(eventId, (one) => one.races.length === 2);
  assert.deepEqual(board.days, [{ day: '2026-06-13', delayMinutes: -5, until: null }]);
  assert.deepEqual(
    board.races.map((race: { raceNumber: number }) => race.raceNumber),
    [1, 2],
  );
  assert.deepEqual(
    lanesOf(board.races[0]),
    lanesOf({
      lanes: rowed.lanes.map((lane: object) => ({ ...lane, finishTimeMillis: null })),
    }),
    'places alone are public',
  );
});

/** `:20:` becomes `:15:`. */
function earlier(_: string, ten: string): string {
  return `:${Number(ten) - 1}5:`;
}

test('race day: events are listed by when they are, and found by words', async () => {
  const { eventId } = await drawn();
  const all = await json('event list');
  assert.equal(all.next, null);
  const starts = all.events.map(({ startDate }: { startDate: string }) => startDate);
  assert.ok(starts.length > 1);
  const idsOf = (list: typeof all) => list.events.map(({ id }: { id: number }) => id);
  const first = await json('event list --limit 1');
  assert.deepEqual(idsOf(first), idsOf(all).slice(0, 1));
  const second = await json(`event list --limit 1 --before ${first.next}`);
  assert.deepEqual(idsOf(second), idsOf(all).slice(1, 2));
  assert.match(await text('event list --limit 1'), new RegExp(`\nMore: --before ${first.next}\n`));
  assert.ok(idsOf(await json('event list --q "SPRINT germany"')).includes(eventId));
  assert.deepEqual(await json('event list --q nowhere'), { events: [], next: null });
  assert.equal(await text('event list --q nowhere'), 'No event is found.\n');
  for (const [option, message] of [
    ['--limit 201', /--limit must be a whole number from 1 to 200/],
    ['--before 17', /--before must be the `next` of another page/],
    [`--q ${'x'.repeat(101)}`, /--q must have at most 100 characters/],
  ] as const) {
    await commands.fails(1, words(`event list ${option}`), message);
  }
});

test('race day: what the API answers, the lists print', async () => {
  const { eventId, on, schedule } = await drawn();
  const [{ id, ...event }] = (await json('event list')).events.filter(
    (one: { id: number }) => one.id === eventId,
  );
  assert.deepEqual(event, {
    name: 'Sprint',
    startDate: '2026-06-13',
    endDate: '2026-06-13',
    timezone: 'Europe/Berlin',
    city: 'Berlin',
    countryCode: 'DE',
    hasSchedule: true,
    scheduleStatus: 'draft',
  });
  const { teams } = await on('team list');
  assert.deepEqual(
    teams.map(({ name, externalId }: Record<string, unknown>) => [name, externalId]),
    [
      ['Adler', null],
      ['Biber', null],
      ['RC Möwe', null],
    ],
  );
  assert.deepEqual((await on('race list')).races, (await schedule()).races);
  const { users } = await json('user list');
  const { clubs } = await json('club list');
  const office = users.at(-1);
  assert.deepEqual(Object.keys(office), ['userId', 'displayName', 'email', 'operator', 'clubs']);
  assert.deepEqual(office.clubs, [{ ...clubs.at(-1), role: 'schedule_manager' }]);
  assert.deepEqual(Object.keys(clubs.at(-1)), ['clubId', 'name']);
  const lists = await Promise.all(['user', 'club', 'event'].map((what) => text(`${what} list`)));
  assert.match(lists.join(), /Office {2}schedule_manager of Rowing club\n/);
  assert.match(
    lists.join(),
    new RegExp(`\n${eventId} {2}2026-06-13 {2}Sprint {2}\\(draft\\)|,${eventId} {2}2026-06-13`),
  );
  await on('result --race 1 B=dns');
  assert.match(await text(`race list --event ${eventId}`), /^1 .*\(lanes: \d+\)$/m);
  await on('result --race 1 A=6:42.70+10 B=dns');
  const printed = await text(`race list --event ${eventId} --lanes`);
  assert.match(printed, /^Race 1 {2}2026-06-13 09:10 {2}Heat 1 {2}\(has results\)$/m);
  assert.match(printed, /^ {2}A {2}Adler {4}6:42\.70 \+10 s {2}place 1$/m);
  assert.match(printed, /^ {2}B {2}Biber {4}dns$/m);
  assert.match(printed, /^Race 2 .*\(not drawn\)$/m);
});

test('race day: properties of races, crews, schedule and event can be changed', async () => {
  const { eventId, on, schedule } = await drawn();
  await on('schedule publish');
  const facts =
    '--distance 500 --boat-class 4+ --round "Heat 1" --division Women --mode placesOnly ' +
    '--visibility hidden --lane-scheme "1, 2,3" --notes "Bring water"';
  const edited = `race edit --number 1 --new-number 11 --at 10:00 --title Final ${facts}`;
  assert.deepEqual(await on(edited), { raceNumber: 11 });
  const race = async () => (await schedule()).races.at(-1);
  const { lanes, ...after } = await race();
  assert.deepEqual(after, {
    externalId: null,
    raceNumber: 11,
    title: 'Final',
    scheduledAt: '2026-06-13T08:00:00Z',
    distanceMeters: 500,
    boatClass: '4+',
    round: 'Heat 1',
    divisionLabel: 'Women',
    resultMode: 'placesOnly',
    resultVisibility: 'hidden',
    laneScheme: ['1', '2', '3'],
    notes: 'Bring water',
  });
  assert.equal(lanes.length, 4);
  const placed = await on('result --race 11 1=2 2=1 3=dns');
  assert.deepEqual(
    placed.lanes.map(({ finishPlace }: { finishPlace: number }) => finishPlace),
    [2, 1, null, null],
  );
  const cleared = '--title "" --distance "" --visibility "" --lane-scheme "" --notes ""';
  const call = words(`race edit --event ${eventId} --number 11 ${cleared}`);
  await commands.json(...call);
  const { title, distanceMeters, resultVisibility, laneScheme, notes, round } = await race();
  assert.deepEqual(
    [title, distanceMeters, resultVisibility, laneScheme, notes, round],
    [null, null, null, null, null, 'Heat 1'],
  );

  const renamed = 'team edit --name Biber --new-name Castor --club C1 --boat 2 --order -1';
  assert.deepEqual(await on(renamed), { name: 'Castor' });
  const [castor] = (await on('team list')).teams;
  assert.deepEqual(castor, {
    externalId: null,
    name: 'Castor',
    clubId: 'C1',
    boatIndex: 2,
    sortOrder: -1,
    adopted: false,
  });
  assert.equal((await race()).lanes[1].teamName, 'Castor');

  const settings = await on(
    'schedule settings --lane-scheme W,X --mode placesOnly --visibility hidden',
  );
  const { races, eventName, timezone, ...summary } = await schedule();
  assert.deepEqual(settings, summary);
  assert.deepEqual(
    [summary.laneScheme, summary.defaultResultMode, summary.defaultResultVisibility],
    [['W', 'X'], 'placesOnly', 'hidden'],
  );
  assert.equal(races.at(-1).lanes[0].positionLabel, 'W');

  assert.deepEqual(await on('event edit --name Regatta --timezone UTC --end 2026-06-14'), {
    eventId,
  });
  const renamedEvent = await schedule();
  assert.deepEqual([renamedEvent.eventName, renamedEvent.timezone], ['Regatta', 'UTC']);
  const board = await boardOf(eventId, ({ eventName }) => eventName === 'Regatta');
  assert.equal(board.timezone, 'UTC');
  assert.equal(board.races[1]?.lanes[0]?.status, 'assigned', 'hidden');

  const removal = words(`event remove --event ${eventId}`);
  await commands.fails(1, removal, /has been published.*event archive/);
  await on('schedule unpublish');
  await commands.fails(1, removal, /has been published.*event archive/);
  assert.deepEqual(await on('event archive'), { eventId });
  const listed = (await json('event list')).events.find(({ id }: { id: number }) => id === eventId);
  assert.deepEqual([listed.archived, listed.trial], [true, undefined]);
  await on('event edit --archived no');
  await on('event edit --noindex yes');
  const [kept] = (await json('event list')).events.filter(
    ({ id }: { id: number }) => id === eventId,
  );
  assert.deepEqual([kept.noindex, kept.archived], [true, undefined]);
  assert.deepEqual(await on('event announce'), { eventId, announced: true });
  const announced = await boardOf(eventId, ({ status }) => status === 'announced');
  assert.deepEqual([announced.organiser, announced.races.length], ['Rowing club', 0]);
  const { stdout } = await commands.run(['event', 'list']);
  assert.match(stdout, new RegExp(`^${eventId} .*\\(draft, announced, noindex\\)$`, 'm'));
  assert.deepEqual(await on('event announce --off'), { eventId, announced: false });

  const draft = await office();
  assert.deepEqual(await draft.on('event remove'), { eventId: draft.eventId });
  await commands.fails(
    1,
    words(`race list --event ${draft.eventId}`),
    new RegExp(`${draft.eventId}`),
  );
});

test('race day: a race is cancelled, postponed, and takes place after all', async () => {
  const { on, eventId } = await drawn();
  await on('schedule publish');
  const cancelled = { raceNumber: 1, state: 'cancelled', reason: 'Storm' };
  assert.deepEqual(await on('race cancel --number 1 --reason Storm'), cancelled);
  const stateOf = ({ races }: Board) => {
    const race = races[0] as { state?: string; reason?: string | null } | undefined;
    return [race?.state, race?.reason];
  };
  await boardOf(eventId, (board) => stateOf(board).join() === 'cancelled,Storm');
  const postponed = { raceNumber: 1, state: 'postponed', reason: null };
  assert.deepEqual(await on('race postpone --number 1'), postponed);
  await boardOf(eventId, (board) => stateOf(board)[0] === 'postponed');
  const planned = { raceNumber: 1, state: 'planned', reason: null };
  assert.deepEqual(await on('race plan --number 1'), planned);
  await boardOf(eventId, (board) => stateOf(board)[0] === 'planned');
  const { changes } = await on('history');
  assert.equal(changes[0].operation, 'set-race-state');
});

test('race day: a crew withdraws, and is put back', async () => {
  const { on, eventId } = await drawn();
  await on('schedule publish');
  const said = { name: 'Adler', reason: null };
  const goneOf = ({ races }: Board) =>
    (races as { raceNumber: number; lanes: { withdrawn: boolean; crewName: string }[] }[]).flatMap(
      ({ raceNumber, lanes }) =>
        lanes.flatMap(({ withdrawn, crewName }) => (withdrawn ? `${raceNumber} ${crewName}` : [])),
    );
  assert.deepEqual(await on('team withdraw --name Adler --reason Ill'), {
    ...{ ...said, reason: 'Ill', withdrawn: true, races: [1] },
  });
  await boardOf(eventId, (board) => goneOf(board).join() === '1 Adler');
  assert.match(await text(`race list --lanes --event ${eventId}`), /Adler +withdrawn \(Ill\)/);
  assert.deepEqual(await on('team withdraw --name Adler --race 1 --back'), {
    ...{ ...said, withdrawn: false, races: [1] },
  });
  await boardOf(eventId, (board) => goneOf(board).length === 0);
  await commands.fails(
    1,
    words(`team withdraw --event ${eventId} --name Adler --race 2`),
    /Adler.*not drawn in race 2/,
  );
  assert.equal((await on('history')).changes[0].operation, 'withdraw-crew');
});

test('race day: a trial is removed at any time; an event that was published stays real', async () => {
  const { on, eventId } = await drawn();
  await on('event edit --trial yes');
  await on('schedule publish');
  // What a command changes shows in the service within two seconds.
  const asked = () => service.send('GET', `/board/api/events/${eventId}`);
  const becomes = (status: number) =>
    until(`${status}`, async () => (await asked()).status === status);
  await becomes(200);
  assert.equal((await asked()).json.trial, true);
  assert.deepEqual(await on('event remove'), { eventId });
  await becomes(404);

  const real = await drawn();
  await real.on('schedule publish');
  const edit = words(`event edit --event ${real.eventId} --trial yes`);
  await commands.fails(1, edit, /a real one and has been published/);
  await commands.fails(
    1,
    words('event edit --event 1 --trial maybe'),
    /^--trial must be yes or no/,
  );
});

test('race day: a draw is taken back, and a race goes by what its lanes were called', async () => {
  const { on } = await drawn();
  assert.deepEqual((await on('draw --race 1 --clear')).lanes, []);
  await on('race edit --number 1 --lane-scheme Bank,Mid');
  const race = await on('draw --race 1 Mid=Adler 1=Biber');
  assert.deepEqual(
    race.lanes.map((lane: Record<string, unknown>) => [lane.positionLabel, lane.teamName]),
    [
      ['Bank', 'Biber'],
      ['Mid', 'Adler'],
    ],
  );
});

test('race day: what is entered by hand is adopted by a push as it is, with its draw and results', async () => {
  const { eventId, on } = await drawn();
  await on('result --race 1 A=6:42.70');
  const { userId } = await json('user add --name Timing');
  const { clubs } = await json('club list');
  const club = clubs.at(-1).clubId;
  await json(`member set --club ${club} --user ${userId} --role schedule_manager`);
  const { key } = await json(`key mint --user ${userId} --label Timing`);
  const put = (path: string, body: object) =>
    service.send('PUT', `/v1/events/${eventId}${path}`, { key, body });
  await put('/teams', [{ externalId: 'a', name: 'Adler' }]);
  await put('/races', [{ externalId: 'r1', raceNumber: 1 }]);
  const kept = await put('/races/r1/entries', [{ position: 1, teamExternalId: 'a' }]);
  assert.deepEqual(lanesOf(kept.json), [['A', 'Adler', 'finished', 402_700, 1]]);
});

test('race day: what cannot be done ends with 1 and a line that says what to do', async () => {
  const one = await drawn();
  const several = await drawn('--start 2026-06-13 --end 2026-06-14');
  const without = await office();
  const E = `--event ${one.eventId}`;
  const many = `--event ${several.eventId}`;
  const none = `--event ${without.eventId}`;
  await one.on('race edit --number 2 --mode placesOnly');
  await one.on('draw --race 2 1=Adler 2=Biber');
  await one.on('schedule delay --day 2026-06-13 --minutes 5');
  await one.on('schedule delay --day 2026-06-13 --minutes 7');
  const entry = (await newestEntry(one)) - 1;
  const before = await one.schedule();
  const at = '--at 09:30';
  const cases: [string, RegExp][] = [
    [`race add ${many} --number 9 ${at}`, /^--at needs a day.*2026-06-13 09:30/],
    [`race add ${E} --number 9 --at "2026-03-29 02:30"`, /^--at is left out.*with an offset/],
    [`race add ${E} --number 9 --at "2026-10-25 02:30"`, /^--at comes twice.*with an offset/],
    [`race add ${E} --number 9 --at noon`, /^--at must be a time/],
    [`race add ${none} --number 9 ${at}`, /schedule create/],
    [`race edit ${E} --number 9 --title x`, /number 9.*race list/],
    [`race edit ${E} --number 1 --new-number 2`, /number 2 is taken/],
    [`race edit ${E} --number 1 --distance far`, /^--distance must be an integer/],
    [`race edit ${E} --number 1 --mode fast`, /^--mode must be one of timed, placesOnly/],
    [`race edit ${E} --number 1 --mode ""`, /^--mode/],
    [`race edit ${E} --number 1 --at ""`, /^--at must be a time/],
    [`race edit ${E} --number x --title x`, /^--number/],
    [`race edit ${none} --number 1 --title x`, /schedule create/],
    [`race remove ${E} --number 9`, /number 9.*race list/],
    [`race cancel ${E} --number 9`, /number 9.*race list/],
    [`race plan ${none} --number 1`, /schedule create/],
    [`race postpone ${E} --number 1 --reason ${'x'.repeat(501)}`, /^--reason must have at most/],
    [`race list ${none}`, /schedule create/],
    [`team edit ${E} --name Nobody --order 1`, /Nobody/],
    [`team edit ${E} --name Adler --new-name Biber`, /Biber.*already/],
    [`team edit ${E} --name Adler --new-name ""`, /^--new-name must not be empty/],
    [`team edit ${E} --name Adler --order x`, /^--order must be an integer/],
    [`team remove ${E} --name Nobody`, /Nobody/],
    [`team remove ${E} --name Adler`, /Adler.*race 1/],
    [`team withdraw ${E} --name Nobody`, /Nobody/],
    [`team withdraw ${E} --name Adler --race 9`, /number 9.*race list/],
    [`team withdraw ${E} --name Adler --reason ${'x'.repeat(501)}`, /^--reason must have at most/],
    [`team withdraw ${E} --name Adler --back --reason x`, /only for crews that have withdrawn/],
    [`team withdraw ${none} --name Adler`, /schedule create/],
    [`schedule settings ${none} --mode timed`, /schedule create/],
    [`schedule settings ${E} --visibility all`, /^--visibility must be one of/],
    [`schedule publish ${none}`, /schedule create/],
    [`schedule delay ${E} --day 2026-02-30 --minutes 5`, /^--day/],
    [`schedule delay ${E} --day 2026-06-13 --minutes 1441`, /^--minutes must be at most 1440/],
    [`schedule delay ${none} --day 2026-06-13 --minutes 5`, /schedule create/],
    [`event edit ${E} --end 2026-06-12`, /2026-06-12.*2026-06-13/],
    [`event edit ${E} --timezone Mars/Base`, /^--timezone/],
    [`event edit ${E} --country D`, /^--country/],
    [`draw ${E} --race 9 1=Adler`, /number 9.*race list/],
    [`draw ${E} --race 1 A=Nobody`, /^A=Nobody names no crew.*enter the crew first/],
    [`draw ${E} --race 1 "A=rc möwe"`, /^A=rc möwe names no crew.*"RC Möwe" was probably meant/],
    [`draw ${E} --race 1 A=Adler B=Adler`, /^B=Adler names the same crew as A=Adler/],
    [`draw ${E} --race 1 A=Adler 1=Biber`, /^1=Biber names the same lane as A=Adler/],
    [`draw ${E} --race 1 Z=Adler`, /^Z=Adler names no lane; the lanes are A, B, C, D/],
    [`draw ${E} --race 1 A=Biber`, /Biber.*position 2.*all lanes/],
    [`draw ${none} --race 1 A=Adler`, /schedule create/],
    [`result ${E} --race 9 1=dns`, /number 9.*race list/],
    [`result ${E} --race 1 Z=dns`, /^Z=dns names no lane of race 1, which has A, B, C, D/],
    [`result ${E} --race 1 A=1`, /^A=1 must be a time such as 6:42\.70/],
    [`result ${E} --race 1 A=+5`, /^A=\+5 .*has not finished/],
    [`result ${E} --race 2 1=6:42.70`, /^1=6:42\.70 must be a place such as 1/],
    [`result ${many} --race 2 1=dns`, /not been drawn/],
    [`result ${none} --race 1 1=dns`, /schedule create/],
    ['history undo --entry 999999', /999999.*history --event/],
    [`history undo --entry ${entry}`, /In the way: 2026-06-13: delayMinutes is 7 now/],
    [`history restore ${E} --race 99 --at 09:00`, /still to come|number 99/],
    [`history restore ${E} --race 1 --at 2001-01-01T00:00:00Z`, /not there at that moment/],
    [`history restore ${E} --race 1 --at 2999-01-01T00:00:00Z`, /^--at .*still to come/],
    [`history restore ${many} --race 1 --at 09:00`, /^--at needs a day/],
    ...[
      'race list',
      'race edit --number 1 --title x',
      'race remove --number 1',
      'race cancel --number 1',
      `race add --number 1 ${at}`,
      'team list',
      'team edit --name Adler --order 1',
      'team remove --name Adler',
      'team withdraw --name Adler',
      'schedule create',
      'schedule settings --mode timed',
      'schedule publish',
      'schedule delay --day 2026-06-13 --minutes 1',
      'event edit --name x',
      'event remove',
      'draw --race 1 1=Adler',
      'result --race 1 1=dns',
      'history restore --race 1 --at 2020-01-01T00:00:00Z',
    ].map((call): [string, RegExp] => [`${call} --event 999999`, /no event 999999.*event list/]),
  ];
  for (const [call, message] of cases) await commands.fails(1, words(call), message);
  assert.deepEqual(await one.schedule(), before);
});

test('race day: a wrong call ends with 2 and the usage', async () => {
  for (const [call, message] of [
    ['race edit --event 1 --number 1', /what is to change.*Usage: .*race edit/],
    ['team edit --event 1 --name A', /what is to change.*Usage: .*team edit/],
    ['event edit --event 1', /what is to change.*Usage: .*event edit/],
    ['schedule settings --event 1', /what is to change.*Usage: .*schedule settings/],
    ['draw --event 1 --race 1', /3=Adler.*Usage: .*LANE=CREW/],
    ['draw --event 1 --race 1 Adler', /"Adler" names no lane.*Usage/],
    ['draw --event 1 --race 1 --clear 1=Adler', /--clear.*Usage/],
    ['draw --event 1 1=Adler', /--race/],
    ['result --event 1 --race 1', /3=6:42\.70.*Usage: .*LANE=RESULT/],
    ['result --event 1 --race 1 =dns', /"=dns" names no lane/],
    ['race list --event 1 more', /more/],
    ['history undo', /--entry/],
    ['history restore --event 1 --race 1', /--at/],
    ['race cancel --event 1', /race cancel/],
  ] as const) {
    await commands.fails(2, words(call), message);
  }
});

test('race day: the help of one command, and of a family', async () => {
  const names = async (call: string) =>
    [...(await text(call)).matchAll(/^ {2}running-order ([a-z ]+?)(?= -| \[|$)/gm)].map(
      ([, name]) => name,
    );
  assert.deepEqual(await names('history undo --help'), ['history undo']);
  assert.deepEqual(await names('help team'), [
    'team add',
    'team list',
    'team edit',
    'team remove',
    'team withdraw',
  ]);
  assert.deepEqual(await names('draw --help'), ['draw']);
});

test('between start and finish: kind, start, false start, the end', async () => {
  const { eventId, on } = await office();
  await on('schedule create');
  await on('race add --number 1 --at 09:10');
  await on('team add --name Adler');
  await on('team add --name Biber');
  await on('draw --race 1 1=Adler 2=Biber');
  const head = await on('race kind --number 1 --interval 20');
  assert.deepEqual([head.kind, head.effectiveKind, head.startIntervalSeconds], [null, 'head', 20]);
  assert.equal(head.entries[1].startsAt, '2026-06-13T07:10:20Z');
  assert.equal((await on('race kind --number 1 --kind lanes')).effectiveKind, 'lanes');
  assert.equal((await on('race kind --number 1 --kind auto')).kind, null);
  const started = await on('race start --number 1 --at "2026-06-13 09:11:30"');
  assert.equal(started.startedAt, '2026-06-13T07:11:30Z');
  assert.equal(
    await text(`race close --event ${eventId} --number 1`),
    'Race 1: head, every 20 s, started 2026-06-13 09:11:30 +02:00, 0 of 2 in, closed\n',
  );
  assert.equal((await on('race close --number 1 --off')).closed, false);
  assert.equal((await on('race start --number 1 --false')).startedAt, null);
  const before = Date.now();
  const now = Date.parse((await on('race start --number 1')).startedAt);
  assert.ok(now >= before && now <= Date.now());
  for (const [call, message] of [
    ['race kind --number 1', /Say --kind or --interval/],
    ['race kind --number 1 --kind sprint', /--kind must be one of lanes, head, auto/],
    ['race kind --number 1 --interval 0', /--interval must be at least 1/],
    ['race start --number 1 --false --at 09:00', /needs no --at/],
    ['race start --number 9', /No race has the number 9\. See running-order race list/],
  ] as const) {
    const { status, stderr } = await commands.run(words(`${call} --event ${eventId}`));
    assert.notEqual(status, 0);
    assert.match(stderr, message);
  }
});

test('times of day, typed and from a CSV', async () => {
  const { eventId, on } = await office();
  await on('schedule create');
  await on('race add --number 1 --at 23:30');
  for (const name of ['Adler', 'Biber', 'Chamois']) await on(`team add --name ${name}`);
  await on('draw --race 1 1=Adler 2=Biber 3=Chamois');
  await on('race kind --number 1 --interval 20');
  const facts = (timing: { entries: { startedAt: string; finishTimeMillis: number }[] }) =>
    timing.entries.map(({ startedAt, finishTimeMillis }) => [startedAt, finishTimeMillis]);
  await on('times --race 1 --start 1=233002.1 2=23:55:00');
  assert.deepEqual(facts(await on('times --race 1 1=234825.1 2=00:15:01.5')), [
    ['2026-06-13T21:30:02.100Z', 1_103_000],
    ['2026-06-13T21:55:00Z', 1_201_500],
    [null, null],
  ]);
  const file = join(folder, 'times.csv');
  writeFileSync(file, 'Bow;Start;Finish\r\n3;"23:56:00";\r\n1;;23:48:26.1\r\n');
  assert.deepEqual(facts(await on(`times --race 1 --from ${file}`)), [
    ['2026-06-13T21:30:02.100Z', 1_104_000],
    ['2026-06-13T21:55:00Z', 1_201_500],
    ['2026-06-13T21:56:00Z', null],
  ]);
  assert.deepEqual(facts(await on('times --race 1 2='))[1], ['2026-06-13T21:55:00Z', null]);
  // A decimal comma is a part of its time only in quotation marks, or where semicolons separate the cells.
  writeFileSync(file, 'bow,finish,\n\n1,"23:48:26,4",\n');
  assert.deepEqual(facts(await on(`times --race 1 --from ${file}`))[0]?.[1], 1_104_300);
  writeFileSync(file, 'bow;finish\n1;23:48:26,5\n');
  assert.deepEqual(facts(await on(`times --race 1 --from ${file}`))[0]?.[1], 1_104_400);
  for (const [name, text] of [
    ['cut.csv', 'bow,finish\n1,23:48:26,4\n'],
    ['later.csv', 'finish,bow,\n23:48:26,1\n\n23:55:01,2,,4\n'],
    ['open.csv', 'bow,finish\n1,"23:48:26.4\n'],
  ] as const)
    writeFileSync(join(folder, name), text);
  for (const [call, message] of [
    [`times --race 1 --from ${join(folder, 'cut.csv')}`, /Row 2 of \S+cut\.csv, bow 1, has more/],
    [`times --race 1 --from ${join(folder, 'later.csv')}`, /Row 4 of \S+later\.csv, bow 2, has/],
    [
      `times --race 1 --from ${join(folder, 'open.csv')}`,
      /open\.csv cannot be read: .* row 2 never/,
    ],
    ['times --race 1', /Say times such as 12=14:03:22.4, or --from a file/],
    ['times --race 1 1=25:00:00', /Bow 1: "25:00:00" is no time of day/],
    ['times --race 1 9=23:50:00', /Bow 9 names no lane of this race: "9"/],
    ['times --race 1 1=23:00:00', /The finish of bow 1 .*finish before it started/],
    ['times --race 9 1=23:00:00', /No race has the number 9/],
    ['times --race 1 --from nowhere.csv', /nowhere.csv cannot be read/],
  ] as const) {
    const { status, stderr } = await commands.run(words(`${call} --event ${eventId}`));
    assert.notEqual(status, 0, call);
    assert.match(stderr, message);
  }
});
