/** The calendar of a crew, parsed line by line according to RFC 5545. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PUBLIC_CACHE, type Published, published, times } from '../support/board.ts';
import { newDatabase } from '../support/databases.ts';
import { officeOf } from '../support/office.ts';
import { exchange, head, problem } from '../support/raw-http.ts';
import { PUBLIC_URL, startTestService, type TestService } from '../support/service.ts';

const service = await startTestService();

/** The properties of a calendar and of its events, by name, with escapes resolved. */
interface Parsed {
  properties: Record<string, string>;
  events: Record<string, string>[];
}

/** @throws if the text is not a calendar */
function parse(text: string): Parsed {
  assert.ok(text.endsWith('\r\n'));
  const physical = text.slice(0, -2).split('\r\n');
  for (const line of physical) {
    assert.doesNotMatch(line, /[\r\n]/);
    assert.doesNotMatch(line, /(?!\t)\p{Cc}/u, JSON.stringify(line));
    assert.ok(Buffer.byteLength(line) <= 75, `${Buffer.byteLength(line)} octets: ${line}`);
    assert.ok(line.isWellFormed() && !line.includes('\ufffd'), 'a letter is cut in two');
  }
  const lines = physical
    .join('\n')
    .replaceAll(/\n[ \t]/g, '')
    .split('\n');
  assert.deepEqual([lines[0], lines.at(-1)], ['BEGIN:VCALENDAR', 'END:VCALENDAR']);
  const parsed: Parsed = { properties: {}, events: [] };
  let inside = parsed.properties;
  for (const line of lines.slice(1, -1)) {
    const [, name = '', , value = ''] = /^([A-Z-]+)((?:;[A-Z-]+=[^:;"]+)*):(.*)$/.exec(line) ?? [];
    assert.notEqual(name, '', `no content line: ${line}`);
    if (line === 'BEGIN:VEVENT') {
      inside = {};
      parsed.events.push(inside);
    } else if (line === 'END:VEVENT') inside = parsed.properties;
    else {
      assert.ok(!(name in inside), `${name} stands twice`);
      if (/^(NAME|X-WR-CALNAME|SUMMARY|LOCATION|DESCRIPTION)$/.test(name)) {
        assert.match(value, /^(?:[^\\;,]|\\[\\;,nN])*$/, `${name} is not escaped`);
      }
      inside[name] = value.replaceAll(/\\([\\;,nN])/g, (_, c) => (/n/i.test(c) ? '\n' : c));
    }
  }
  return parsed;
}

async function crewId(event: Published, name: string): Promise<number> {
  const { crews } = (await event.board()).json;
  return crews.find((crew: { name: string }) => crew.name === name).id;
}

async function calendar(
  event: Published,
  name = 'Biber',
  from: TestService = service,
  query = '',
): Promise<Parsed> {
  const path = `/events/${event.eventId}/crews/${await crewId(event, name)}.ics${query}`;
  const { status, text } = await from.send('GET', path);
  assert.equal(status, 200);
  return parse(text);
}

test('calendar: a crew’s races, with what people want to know', async () => {
  const event = await published(service);
  const { properties, events } = await calendar(event);
  assert.equal(properties.VERSION, '2.0');
  assert.equal(properties['X-WR-CALNAME'], 'Biber, Spring regatta');
  assert.equal(properties['REFRESH-INTERVAL'], 'PT15M');
  assert.equal(properties['X-PUBLISHED-TTL'], 'PT15M');
  assert.equal(events.length, 2);
  const { revision } = (await event.board()).json;
  const { UID, DTSTAMP, 'LAST-MODIFIED': modified, ...first } = events[0] ?? {};
  assert.match(UID ?? '', /^[\w-]+@[\w.-]+$/);
  assert.match(DTSTAMP ?? '', /^\d{8}T\d{6}Z$/);
  assert.equal(modified, DTSTAMP);
  const page = `${PUBLIC_URL}/events/${event.eventId}/races/1`;
  assert.deepEqual(first, {
    SEQUENCE: String(revision),
    DTSTART: '20260613T070000Z',
    DTEND: '20260613T071000Z',
    SUMMARY: 'Race 1: Heat 1',
    LOCATION: 'Berlin, Germany',
    DESCRIPTION: `Lane 2\nPlanned: 13 Jun 2026, 09:00 (Europe/Berlin)\n${page}`,
    URL: page,
  });
  assert.equal((await calendar(event, 'Chamäleon')).events.length, 1);
});

test('calendar: in the language of the reader, with the bow number of the crew', async () => {
  const event = await published(service);
  await event.send('PUT', '/races/r1/entries', [
    { position: 1, teamExternalId: 'c1', positionLabel: '104' },
    { position: 2, teamExternalId: 'c2', positionLabel: '105' },
  ]);
  await event.send('PUT', '/schedule/delay', { venueDay: '2026-06-13', delayMinutes: 25 });
  await event.send('PUT', '/races/r1/results', [
    { position: 1, finishTimeMillis: 400_000 },
    { position: 2, finishTimeMillis: 402_696, penaltyMillis: 2500 },
  ]);
  const url = `${PUBLIC_URL}/events/${event.eventId}/races/1`;
  const first = async (query: string) => (await calendar(event, 'Biber', service, query)).events[0];
  const german = await first('?lang=de');
  assert.deepEqual(
    [german?.SUMMARY, german?.LOCATION],
    ['Rennen 1: Heat 1', 'Berlin, Deutschland'],
  );
  assert.deepEqual(german?.DESCRIPTION?.split('\n'), [
    'Startnr. 105',
    'Geplant: 13. Juni 2026, 09:00 (Europe/Berlin)',
    'Ergebnis: 2. Platz, 6:45,20, inkl. 2,5 s Zeitstrafe',
    url,
  ]);
  const french = await first('?lang=fr');
  assert.equal(french?.LOCATION, 'Berlin, Allemagne');
  assert.match(french?.DESCRIPTION ?? '', /^N° d’étrave 105\nPrévue\u{a0}: 13 juin 2026/u);
  const path = `/events/${event.eventId}/crews/${await crewId(event, 'Biber')}.ics`;
  const reply = await service.send('GET', path, { headers: { 'accept-language': 'de' } });
  assert.match(reply.text, /Rennen 1/);
  assert.match(reply.headers.get('vary') ?? '', /Accept-Language/);
});

test('calendar: a trial says so', async () => {
  const event = await published(service);
  await service.database.write((tx) =>
    tx.updateTable('events').set({ is_trial: 1 }).where('id', '=', event.eventId).execute(),
  );
  await event.send('PUT', '/schedule/delay', { venueDay: '2026-06-13', delayMinutes: 5 });
  const { properties, events } = await calendar(event);
  assert.equal(properties['X-WR-CALNAME'], 'Biber, Spring regatta (Trial)');
  assert.equal(events[0]?.SUMMARY, 'Trial · Race 1: Heat 1');
  assert.match(events[0]?.DESCRIPTION ?? '', /^Trial: not a real regatta\n/);
});

test('calendar: a delay moves the race under the same UID, with a higher SEQUENCE', async () => {
  const event = await published(service);
  const [before] = (await calendar(event)).events;
  await event.send('PUT', '/schedule/delay', { venueDay: '2026-06-13', delayMinutes: 25 });
  const [late, other] = (await calendar(event)).events;
  assert.ok(before && late && other);
  assert.equal(late.UID, before.UID);
  assert.notEqual(other.UID, late.UID);
  assert.ok(Number(late.SEQUENCE) > Number(before.SEQUENCE));
  assert.equal(late.DTSTART, '20260613T072500Z');
  assert.match(late.DESCRIPTION ?? '', /^Planned: 13 Jun 2026, 09:00 .*\nDelay: 25 min late$/m);
  assert.equal(other.DTSTART, '20260614T070000Z');
  assert.doesNotMatch(other.DESCRIPTION ?? '', /Delay/);
  await event.send('PUT', '/schedule/delay', { venueDay: '2026-06-13', delayMinutes: -5 });
  assert.match((await calendar(event)).events[0]?.DESCRIPTION ?? '', /^Delay: 5 min early$/m);
});

test('calendar: UIDs stay when PUBLIC_URL changes, and are those of no other installation', async () => {
  const made = await newDatabase();
  const at = (PUBLIC_URL: string) => startTestService({ DATABASE_URL: made.url, PUBLIC_URL });
  const uidsOf = (calendar: Parsed) => calendar.events.map(({ UID = '' }) => UID);
  const domainsOf = (uids: string[]) => new Set(uids.map((uid) => uid.split('@')[1]));
  try {
    const before = await at('http://192.168.1.20:8080');
    const event = await published(before);
    const id = await crewId(event, 'Biber');
    const uids = uidsOf(await calendar(event, 'Biber', before));
    assert.equal(new Set(uids).size, 2);
    await before.stop();

    const after = await at('https://results.club.example/regatta');
    const path = `/events/${event.eventId}/crews/${id}.ics`;
    const again = parse((await after.send('GET', path)).text);
    await after.stop();
    assert.deepEqual(uidsOf(again), uids);
    const page = `https://results.club.example/regatta/events/${event.eventId}/races/1`;
    assert.equal(again.events[0]?.URL, page);

    const elsewhere = uidsOf(await calendar(await published(service)));
    assert.deepEqual([domainsOf(uids).size, domainsOf(elsewhere).size], [1, 1]);
    assert.notDeepEqual(domainsOf(elsewhere), domainsOf(uids));
  } finally {
    await made.drop();
  }
});

test('calendar: results as far as they are public', async () => {
  const event = await published(service);
  const results = [
    { position: 1, finishTimeMillis: 400_000 },
    { position: 2, finishTimeMillis: 402_696, penaltyMillis: 5000 },
    { position: 3, status: 'dnf' },
  ];
  const resultOf = async (name?: string) => {
    const { events } = await calendar(event, name);
    const first = events.find(({ SUMMARY }) => SUMMARY?.includes('Race 1'));
    return /^Result: (.*)$/m.exec(first?.DESCRIPTION ?? '')?.[1];
  };
  const planned = (scheduledAt: string) =>
    event.send('PUT', '/races', [{ externalId: 'r1', raceNumber: 1, scheduledAt }]);
  await planned(new Date().toISOString());
  await event.send('PUT', '/races/r1/results', results.slice(0, 2));
  assert.equal(await resultOf(), '6:47.70, incl. 5 s penalty', 'no place before all are in');
  await planned('2026-06-13T09:00:00+02:00');
  assert.equal(await resultOf(), 'place 2, 6:47.70, incl. 5 s penalty', 'over by time');
  await event.send('PUT', '/races/r1/results', results);
  assert.equal(await resultOf(), 'place 2, 6:47.70, incl. 5 s penalty');
  assert.equal(await resultOf('Chamäleon'), 'did not finish');
  const isProvisional = async () => {
    const { events } = await calendar(event);
    return events.some(({ DESCRIPTION = '' }) =>
      /^The results are provisional\.$/m.test(DESCRIPTION),
    );
  };
  const office = await officeOf(service, event);
  assert.equal(await isProvisional(), false);
  await office.write('/settings', { provisionalResults: true }, 'PUT');
  assert.equal(await isProvisional(), true);
  const raceId = (await office.ids()).races[1];
  await office.write(`/races/${raceId}/official`, { official: true }, 'PUT');
  assert.equal(await isProvisional(), false);
  const see = (resultVisibility: string) =>
    event.send('PUT', '/races', [{ externalId: 'r1', raceNumber: 1, resultVisibility }]);
  await see('placesOnly');
  assert.equal(await resultOf(), 'place 2');
  await see('hidden');
  assert.equal(await resultOf(), undefined);
  assert.equal(await resultOf('Chamäleon'), undefined);
});

test('calendar: hostile names come out whole', async () => {
  const event = await published(service);
  const names = [
    'a;b,c\\d:e"f',
    'BEGIN:VEVENT\r\nEND:VCALENDAR\nX',
    `${'🚣‍♀️'.repeat(20)} Mörfelden`,
    'ü'.repeat(100),
    'tab\tand\u0007bell\u0085\u2028end',
    '\\n\\,\\;',
  ];
  const teams = names.map((name, n) => ({ externalId: `h${n}`, name }));
  const pushed = await event.send('PUT', '/teams', teams);
  assert.equal(pushed.status, 200, pushed.text);
  const { crews } = (await event.board()).json;
  await event.send(
    'PUT',
    '/races/r1/entries',
    teams.map(({ externalId }, n) => ({
      position: n + 1,
      teamExternalId: externalId,
      positionLabel: `\n;,${n}`,
    })),
  );
  for (const name of names) {
    await event.send('PUT', '/races', [{ externalId: 'r1', raceNumber: 1, title: name }]);
    const { id } = crews.find((crew: { name: string }) => crew.name === name);
    const path = `/events/${event.eventId}/crews/${id}.ics`;
    const { text } = await service.send('GET', path);
    const { properties, events } = parse(text);
    const kept = (of: string) =>
      of.replaceAll(/\r\n?/g, '\n').replaceAll(/(?!\n)[\p{Cc}\u2028\u2029]/gu, ' ');
    assert.equal(events.length, 1);
    assert.equal(events[0]?.SUMMARY, `Race 1: ${kept(name)}`);
    assert.equal(properties.NAME, `${kept(name).replaceAll('\n', ' ')}, Spring regatta`);
    assert.match(events[0]?.DESCRIPTION ?? '', /^Bow \n;,\d\nPlanned: /);
  }
});

test('calendar: kept, compressed and held as the board is; 404 where there is nothing', async () => {
  const event = await published(service);
  const id = await crewId(event, 'Biber');
  const path = `/events/${event.eventId}/crews/${id}.ics`;
  const { status, headers } = await service.send('GET', path);
  assert.equal(status, 200);
  assert.equal(headers.get('content-type'), 'text/calendar; charset=utf-8');
  assert.equal(headers.get('cache-control'), PUBLIC_CACHE);
  assert.equal(headers.get('x-content-type-options'), 'nosniff');
  const held = { 'if-none-match': headers.get('etag') ?? '' };
  assert.equal((await service.send('GET', path, { headers: held })).status, 304);
  assert.equal((await service.send('HEAD', path)).status, 200);
  problem(await exchange(service.url, head('PUT', path)), 'method_not_allowed');

  const other = await published(service);
  const draft = await service.provision();
  await draft.send('POST', '/schedule');
  await draft.send('PUT', '/teams', [{ externalId: 'd', name: 'Draft' }]);
  const seen = new Set<string>();
  for (const missing of [
    `/events/${event.eventId}/crews/987654321.ics`,
    `/events/${other.eventId}/crews/${id}.ics`,
    `/events/${draft.eventId}/crews/1.ics`,
    '/events/987654321/crews/1.ics',
    `/events/${event.eventId}/crews/x.ics`,
    `/events/${event.eventId}/crews/.ics`,
    `/events/${event.eventId}/crews/%zz.ics`,
  ]) {
    const reply = await exchange(service.url, head('GET', missing));
    problem(reply, 'event_not_found');
    seen.add(reply.text);
  }
  assert.equal(seen.size, 1);
});

test('calendar: printed numbers, states, and races that the crew may come into', async () => {
  const event = await published(service);
  await event.send('PUT', '/races', [
    { externalId: 'f', raceNumber: 9, title: 'A-Final', scheduledAt: '2026-06-14T11:00:00+02:00' },
  ]);
  await event.send('PUT', '/races/f/entries', [{ position: 1 }, { position: 2 }]);
  const { races } = (await event.board()).json;
  const idOf = (number: number) =>
    races.find(({ raceNumber }: { raceNumber: number }) => raceNumber === number).id;
  await service.database.write(async (tx) => {
    const source = JSON.stringify({ races: [idOf(1)], place: 1, fastest: null });
    await tx.updateTable('lanes').set({ source }).where('race_id', '=', idOf(9)).execute();
    await tx.updateTable('races').set({ printed_number: '1A' }).where('id', '=', idOf(1)).execute();
    await tx
      .updateTable('races')
      .set({ state: 'cancelled', reason: 'Wind' })
      .where('id', '=', idOf(2))
      .execute();
  });
  await event.send('POST', '/schedule/publish');
  const touch = () =>
    event.send('PUT', '/races', [
      { externalId: 'f', raceNumber: 9, notes: String(Math.random()) },
      { externalId: 'r1', raceNumber: 1, notes: String(Math.random()) },
      { externalId: 'r2', raceNumber: 2, notes: String(Math.random()) },
    ]);
  await touch();
  const shown = async () =>
    (await calendar(event, 'Amsel')).events.map(({ SUMMARY, STATUS }) => [SUMMARY, STATUS]);
  assert.deepEqual(await shown(), [
    ['Race 1A: Heat 1', undefined],
    ['Cancelled: Race 2: Final', 'CANCELLED'],
    ['Race 9: A-Final (1st of race 1A)', 'TENTATIVE'],
  ]);
  const [, cancelled] = (await calendar(event, 'Amsel')).events;
  assert.match(cancelled?.DESCRIPTION ?? '', /^Cancelled: Wind$/m);
  await event.send('PUT', '/races/r1/results', [
    { position: 1, finishTimeMillis: 61_000 },
    { position: 2, finishTimeMillis: 60_000 },
  ]);
  assert.equal((await shown()).length, 2, 'it came second at best');
  assert.equal((await calendar(event, 'Biber')).events.length, 3, 'it leads');
  assert.equal((await calendar(event, 'Chamäleon')).events.length, 2, 'it may still win');
  await event.send('PUT', '/races/r1/results', [{ position: 3, finishTimeMillis: 60_500 }]);
  assert.equal((await calendar(event, 'Biber')).events.length, 3, 'it has won');
  assert.equal((await calendar(event, 'Chamäleon')).events.length, 1, 'it came second');
  await service.database.write((tx) =>
    tx
      .updateTable('races')
      .set({ state: 'postponed', reason: null })
      .where('id', '=', idOf(9))
      .execute(),
  );
  await touch();
  const [, , final] = (await calendar(event, 'Biber')).events;
  assert.match(final?.SUMMARY ?? '', /^Postponed: Race 9/);
  assert.match(final?.DESCRIPTION ?? '', /^Postponed, the time is not known yet$/m);
});

test('calendar: a race for the best of a category is one for its crews, by their places in it', async () => {
  const event = await published(service);
  const office = await officeOf(service, event);
  const { races } = await office.ids();
  const put = await office.write(`/races/${races[2]}/lanes`, {
    lanes: [{ position: 1, crewId: null }],
  });
  assert.equal(put.status, 200, put.text);
  const rule = { races: [races[1]], place: 1, fastest: null, category: 'Masters C' };
  const ruled = await office.write(`/races/${races[2]}/progression`, {
    rules: [{ position: 1, ...rule }],
  });
  assert.equal(ruled.status, 200, ruled.text);
  const masters = [2, 3].map((position) => ({ position, category: 'Masters C' }));
  await office.write(`/races/${races[1]}/racing`, { entries: masters }, 'PATCH');
  const shown = async (name: string) =>
    (await calendar(event, name)).events.slice(1).map(({ SUMMARY }) => SUMMARY);
  const final = ['Race 2: Final (1st Masters C of race 1)'];

  assert.deepEqual(await shown('Amsel'), []);
  assert.deepEqual([await shown('Biber'), await shown('Chamäleon')], [final, final]);
  await event.send('PUT', '/races/r1/results', times(400_000, 402_000, 401_000));
  assert.deepEqual(await shown('Amsel'), [], 'it has won the race, and is of no category');
  assert.deepEqual(await shown('Biber'), []);
  assert.deepEqual(await shown('Chamäleon'), final, 'it came second, and first of its category');
});
