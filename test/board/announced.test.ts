/** Events that are announced: what the public sees of them, and that it sees nothing of their drafts. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { EVENT_FILES } from '../../src/board/event-files.ts';
import { EVENT_PAGES } from '../../src/board/pages/event-pages.ts';
import { BOARD_ROUTES } from '../../src/board/routes.ts';
import { draw, Listener, times } from '../support/board.ts';
import { signIn, type Visitor } from '../support/console.ts';
import { refused } from '../support/refused.ts';
import { type Provisioned, type Reply, startTestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const service = await startTestService();

interface Own extends Provisioned {
  person: Visitor;
  /** The event's path below `/console/api`. */
  path: string;
  patch(body: object): Promise<Reply>;
  /** A write of the race office, with the newest revision as the one that its page shows. */
  office(tail: string, body?: object, method?: string): Promise<Reply>;
  /** What the public gets; the path continues `/board/api/events/{id}`. */
  board(path?: string): Promise<Reply>;
  /** A page or a file; the path continues `/events/{id}`. */
  page(path?: string, headers?: Record<string, string>): Promise<Reply>;
}

/** An event with an empty draft, which the public does not see. */
async function draftEvent(): Promise<Own> {
  const event = await service.provision();
  await event.send('POST', '/schedule');
  const person = await signIn(service, event.userId);
  const path = `/events/${event.eventId}`;
  const send =
    (below: string) =>
    (tail = '', headers: Record<string, string> = {}) =>
      service.send('GET', `${below}${path}${tail}`, { headers });
  return {
    ...event,
    ...{ person, path },
    patch: (body) => person.send('PATCH', path, body),
    office: async (tail, body = {}, method = 'POST') => {
      const { revision: seen } = (await person.send('GET', `${path}/office`)).json;
      return person.send(method, path + tail, { seen, ...body });
    },
    board: send('/board/api'),
    page: send(''),
  };
}

async function announcedEvent(): Promise<Own> {
  const event = await draftEvent();
  accepted(await event.patch({ announced: true }));
  return event;
}

function accepted(reply: Reply): Reply {
  assert.ok(reply.status < 300, reply.text);
  return reply;
}

/** Three crews and two races with a draw, results, a delay and settings. @returns the ids of a race and a crew */
async function fill({ send, person, path }: Own): Promise<{ race: number; crew: number }> {
  const crews = ['Amsel', 'Biber', 'Chamäleon'];
  accepted(
    await send(
      'PUT',
      '/teams',
      crews.map((name, index) => ({ externalId: `c${index + 1}`, name, clubId: 'RC' })),
    ),
  );
  accepted(
    await send('PUT', '/races', [
      { externalId: 'r1', raceNumber: 1, scheduledAt: '2026-06-13T09:00:00+02:00', title: 'Heat' },
      { externalId: 'r2', raceNumber: 2, scheduledAt: '2026-06-14T09:00:00+02:00' },
    ]),
  );
  accepted(await send('PUT', '/races/r1/entries', draw('c1', 'c2', 'c3')));
  accepted(await send('PUT', '/races/r1/results', times(400_000, 401_000)));
  accepted(await send('PUT', '/schedule/delay', { venueDay: '2026-06-13', delayMinutes: 20 }));
  const { json: office } = await person.send('GET', `${path}/office`);
  return { race: office.races[0].id, crew: office.crews[0].id };
}

const ACCEPTS = ['text/html', 'application/json', '*/*'];
/** Headers that differ between any two answers. */
const OF_EACH = ['date', 'x-request-id'];

/** The public paths of an event, with race 1 and the crew; without the stream of changes, which a test requests itself. */
function publicPaths(eventId: number | string, crew: number): string[] {
  return [...BOARD_ROUTES, ...EVENT_PAGES, ...EVENT_FILES]
    .map(([, path]) => path)
    .filter((path) => path.includes(':eventId') && !path.endsWith('/live'))
    .flatMap((path) => (path.endsWith(':crew') ? [path, `${path}.ics`] : [path]))
    .map((path) =>
      path
        .replace(':eventId', String(eventId))
        .replace(':raceNumber', '1')
        .replace(':crew', String(crew)),
    );
}

/** All that the public gets of an event: status, headers and body, by method, path and `Accept`. */
async function allThatIsSeen(eventId: number, crew: number): Promise<Map<string, string>> {
  const seen = new Map<string, string>();
  const paths = publicPaths(eventId, crew).flatMap((path) => [path, `${path}?lang=de`]);
  for (const path of paths) {
    for (const accept of ACCEPTS) {
      for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS']) {
        const reply = await service.send(method, path, { headers: { accept } });
        const headers = [...reply.headers].filter(([name]) => !OF_EACH.includes(name));
        const of = path.replace(`/events/${eventId}`, '/events/N');
        seen.set(`${method} ${of} ${accept}`, JSON.stringify([reply.status, headers, reply.text]));
      }
    }
  }
  return seen;
}

/** Asserts that the answers about two events are the same byte for byte, apart from the event's id in the path. */
function sameBytes(a: Map<string, string>, b: Map<string, string>): void {
  assert.ok(a.size > 100);
  assert.deepEqual([...a.keys()], [...b.keys()]);
  for (const [of, answer] of a) assert.equal(answer, b.get(of), of);
}

describe('byte for byte', () => {
  test('a draft that is not announced is what does not exist, on every route', async () => {
    const plain = await draftEvent();
    const { crew, race } = await fill(plain);
    const takenBack = await announcedEvent();
    accepted(await takenBack.patch({ announced: false }));
    // An id with as many digits, so that lengths agree.
    const unknown = 10 ** String(plain.eventId).length - 1;
    const nothing = await allThatIsSeen(unknown, crew);
    const digits = String(unknown).length;
    for (const { eventId } of [plain, takenBack]) {
      assert.equal(String(eventId).length, digits);
      sameBytes(await allThatIsSeen(eventId, crew), nothing);
    }
    for (const answer of nothing.values()) assert.match(answer, /^\[40[45],/);
    const follow = async (eventId: number) => {
      const body = {
        subscription: SUBSCRIPTION,
        eventId,
        wholeEvent: true,
        crews: [],
        races: [race],
      };
      const { status, text } = await service.send('PUT', '/board/api/follows', { body });
      return [status, text.replaceAll(String(eventId), 'N')];
    };
    assert.deepEqual(await follow(plain.eventId), await follow(unknown));
    const live = async (eventId: number) => {
      const { status, text } = await service.send('GET', `/board/api/events/${eventId}/live`);
      return [status, text];
    };
    assert.deepEqual(await live(plain.eventId), await live(unknown));
    assert.equal((await live(plain.eventId))[0], 404);
  });

  test('an announced event is the same on every route, whatever its draft has', async () => {
    const event = await announcedEvent();
    const { eventId } = event;
    // While the draft is empty: of a crew that no event has, and of crew 1 to compare with a crew that the draft gets.
    const [empty, other] = [await allThatIsSeen(eventId, 987_654), await allThatIsSeen(eventId, 1)];
    const { crew } = await fill(event);
    sameBytes(await allThatIsSeen(eventId, 987_654), empty);
    const filled = await allThatIsSeen(eventId, crew);
    const known = (text = '') => text.replaceAll(`/crews/${crew}`, '/crews/1');
    sameBytes(new Map([...filled].map(([of, answer]) => [known(of), known(answer)])), other);
    accepted(await event.office('/settings', { laneScheme: ['A', 'B'] }, 'PUT'));
    accepted(await event.send('PUT', '/races', [{ externalId: 'r1', raceNumber: 7 }]));
    sameBytes(await allThatIsSeen(eventId, 987_654), empty);
  });
});

/** A subscription with a valid key, a point of P-256, and a secret; nothing is ever sent to its endpoint. */
const SUBSCRIPTION = {
  endpoint: 'https://fcm.googleapis.com/fcm/send/nobody',
  keys: {
    p256dh:
      'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
};

describe('what is there', () => {
  test('the document has the shape of a board, with nothing in it yet', async () => {
    const event = await announcedEvent();
    await fill(event);
    const { status, headers, json } = await event.board();
    assert.equal(status, 200);
    assert.ok(headers.get('etag'));
    const { revision, updatedAt, ...rest } = json;
    assert.ok(Number.isInteger(revision) && updatedAt);
    assert.deepEqual(rest, {
      eventId: event.eventId,
      eventName: 'Spring regatta',
      status: 'announced',
      organiser: 'Rowing club',
      startDate: '2026-06-13',
      endDate: '2026-06-14',
      city: 'Berlin',
      countryCode: 'DE',
      timezone: 'Europe/Berlin',
      look: null,
      days: [],
      crews: [],
      notices: [],
      races: [],
    });
    assert.equal(json.status, 'announced');
    accepted(await event.send('POST', '/schedule/publish'));
    const { json: shown } = await event.board();
    assert.deepEqual(Object.keys(shown), Object.keys(json), 'of the same members');
    assert.deepEqual([shown.status, shown.races.length, shown.crews.length], ['published', 2, 3]);
  });

  test('200 of pages and files, 404 of races and crews', async () => {
    const event = await announcedEvent();
    const { crew } = await fill(event);
    const there = [
      ...['', '/display', '/embed', '/overlay', '/plain', '/print', '/manifest.webmanifest'],
      ...['/results.atom', '/results.csv', '/event.ics'],
    ];
    for (const path of there) assert.equal((await event.page(path)).status, 200, path);
    for (const path of ['/races/1', '/races/9', `/crews/${crew}`, `/crews/${crew}.ics`]) {
      refused(await event.page(path), 404, 'event_not_found');
    }
    const csv = (await event.page('/results.csv')).text.trim().split('\r\n');
    assert.equal(csv.length, 1, 'headings only');
    assert.match(csv[0] ?? '', /Race,Title,Day/);
  });

  test('pages say whose it is, when and where, and that the running order comes', async () => {
    const event = await announcedEvent();
    for (const path of ['', '/plain', '/print', '/display']) {
      const { text } = await event.page(`${path}?lang=en`);
      for (const said of [
        'Spring regatta',
        'Rowing club',
        'June',
        'Berlin',
        'running order comes',
      ]) {
        assert.ok(text.includes(said), `${path} says ${said}`);
      }
    }
    assert.match((await event.page('/plain?lang=de')).text, /Veranstalter: Rowing club/);
    accepted(await event.send('POST', '/schedule/publish'));
    const plain = (await event.page('/plain?lang=en')).text;
    assert.match(plain, /Organiser: Rowing club/);
    assert.doesNotMatch(plain, /running order comes/);
  });

  test('the list and the start page have it with its status, not once it is archived, nor a trial', async () => {
    const event = await announcedEvent();
    const listed = async (): Promise<string | undefined> => {
      for (let attempt = 1; ; attempt++) {
        const { json } = await service.send('GET', '/board/api/events');
        const page = (await service.send('GET', '/?lang=en')).text;
        const found = json.events.find(({ id }: { id: number }) => id === event.eventId);
        const isOnPage = page.includes(`./events/${event.eventId}/plain`);
        if (isOnPage === (found !== undefined)) return found?.status;
        // The list may have changed between the two requests; then they agree at the next attempt.
        assert.ok(attempt < 3, 'page and interface agree');
      }
    };
    assert.equal(await listed(), 'announced');
    const draft = await draftEvent();
    const map = (await service.send('GET', '/sitemap.xml')).text;
    assert.match(map, new RegExp(`/events/${event.eventId}\\b`), 'search engines find it');
    assert.doesNotMatch(map, new RegExp(`/events/${draft.eventId}\\b`));
    accepted(await event.send('POST', '/schedule/publish'));
    assert.equal(await listed(), 'published');
    accepted(await event.office('/unpublish'));
    assert.equal(await listed(), 'announced');
    accepted(await event.patch({ archived: true }));
    await until('it is archived', async () => (await listed()) === undefined);
    assert.equal((await event.page()).status, 200, 'its page stays');
    accepted(await event.patch({ announced: false }));
    assert.equal((await event.page()).status, 404);
    const trial = await announcedEvent();
    accepted(await trial.patch({ trial: true }));
    assert.equal((await trial.board()).json.trial, true);
    const { json } = await service.send('GET', '/board/api/events');
    assert.ok(!json.events.some(({ id }: { id: number }) => id === trial.eventId));
  });

  test('its calendar is one entry for all its days, and keeps its UID when the running order is out', async () => {
    const event = await announcedEvent();
    const calendar = async () => {
      const reply = await event.page('/event.ics?lang=en');
      assert.equal(reply.headers.get('content-type'), 'text/calendar; charset=utf-8');
      assert.ok(reply.text.endsWith('END:VCALENDAR\r\n'));
      return reply.text.replaceAll('\r\n ', '').split('\r\n');
    };
    const lines = await calendar();
    const uid = lines.find((line) => line.startsWith('UID:'));
    assert.match(
      uid ?? '',
      new RegExp(`^UID:event-${event.eventId}@[0-9a-f]{16}\\.running-order$`),
    );
    assert.equal(lines.filter((line) => line === 'BEGIN:VEVENT').length, 1);
    for (const line of [
      'SUMMARY:Spring regatta',
      'DTSTART;VALUE=DATE:20260613',
      // The day after the last day of the event, because DTEND is exclusive.
      'DTEND;VALUE=DATE:20260615',
      'LOCATION:Berlin\\, Germany',
    ]) {
      assert.ok(lines.includes(line), `${line} in ${lines.join('\n')}`);
    }
    await fill(event);
    accepted(await event.send('POST', '/schedule/publish'));
    const published = await calendar();
    assert.ok(published.includes(uid ?? ''));
    assert.equal(published.filter((line) => line === 'BEGIN:VEVENT').length, 1);
    accepted(await event.patch({ startDate: '2026-06-14' }));
    assert.ok((await calendar()).includes('DTSTART;VALUE=DATE:20260614'));
  });

  test('a notice needs somebody who reads it; the feed has it until there are results to tell', async () => {
    const event = await draftEvent();
    const post = (text: string) =>
      event.person.send('POST', `${event.path}/notices`, {
        text,
        until: new Date(Date.now() + 3_600_000).toISOString(),
      });
    refused(await post('Entries close on Friday.'), 409, 'conflict');
    accepted(await event.patch({ announced: true }));
    const { notice } = accepted(await post('Entries close on <Friday>.')).json;
    assert.deepEqual(
      (await event.board()).json.notices.map(({ text }: { text: string }) => text),
      ['Entries close on <Friday>.'],
    );
    for (const path of ['/plain', '/results.atom']) {
      assert.match((await event.page(path)).text, /Entries close on &lt;Friday&gt;\./, path);
    }
    const feed = (await event.page('/results.atom')).text;
    assert.match(feed, new RegExp(`<id>tag:[^<]*:event-${event.eventId}-notice-${notice.id}</id>`));
    assert.ok(feed.includes(`<updated>${notice.postedAt}</updated>`));
    accepted(await event.send('POST', '/schedule/publish'));
    assert.match((await event.page('/plain')).text, /Entries close on &lt;Friday&gt;\./);
    accepted(await event.person.send('DELETE', `${event.path}/notices/${notice.id}`));
    assert.doesNotMatch((await event.page('/results.atom')).text, /<entry>/);
    assert.deepEqual((await event.board()).json.notices, []);
  });
});

describe('following', () => {
  const put = (eventId: number, body: object) =>
    service.send('PUT', '/board/api/follows', {
      body: {
        subscription: SUBSCRIPTION,
        eventId,
        wholeEvent: false,
        crews: [],
        races: [],
        ...body,
      },
    });

  test('the event and clubs can be followed; races and crews of its draft are as unknown as any', async () => {
    const event = await announcedEvent();
    const { race, crew } = await fill(event);
    const { eventId } = event;
    const followed = accepted(await put(eventId, { wholeEvent: true, clubs: ['RC', 'nobody’s'] }));
    assert.deepEqual([followed.json.wholeEvent, followed.json.clubs.length], [true, 2]);
    for (const [field, id] of [
      ['races', race],
      ['crews', crew],
    ] as const) {
      const known = await put(eventId, { [field]: [id] });
      refused(known, 422, 'validation_failed', `${field}[0]`);
      const unknown = await put(eventId, { [field]: [987_654] });
      assert.equal(known.text, unknown.text);
    }
    accepted(await event.send('POST', '/schedule/publish'));
    accepted(await put(eventId, { races: [race], crews: [crew] }));
    // Back in the announcement, follows of crews and races stay stored, and cannot be sent again.
    accepted(await event.office('/unpublish'));
    const { json: office } = await event.person.send('GET', `${event.path}/office`);
    assert.equal(office.followers, 1);
    refused(await put(eventId, { races: [race] }), 422, 'validation_failed', 'races[0]');
  });
});

describe('the revision of the board', () => {
  test('moves by what is shown alone, and never backwards', async () => {
    const event = await announcedEvent();
    const listener = await Listener.open(service.url, event.eventId);
    const standing = async () => {
      const { headers, json } = await event.board();
      return { revision: json.revision, updatedAt: json.updatedAt, etag: headers.get('etag') };
    };
    let last = await standing();
    const stays = async (what: string, write: () => Promise<unknown>) => {
      await write();
      assert.deepEqual(await standing(), last, what);
    };
    const moves = async (what: string, write: () => Promise<Reply>) => {
      accepted(await write());
      const now = await standing();
      assert.equal(now.revision, last.revision + 1, what);
      assert.ok(Date.parse(now.updatedAt) > Date.parse(last.updatedAt), what);
      assert.notEqual(now.etag, last.etag, what);
      await listener.until(({ revisions }) => revisions.at(-1) === now.revision);
      last = now;
    };
    await stays('a draft is filled', () => fill(event));
    await stays('settings', () => event.office('/settings', { crewGapMinutes: 9 }, 'PUT'));
    await stays('announced again', () => event.patch({ announced: true }));
    await stays('archived', () => event.patch({ archived: true }));
    await moves('its name', () => event.patch({ name: 'Autumn regatta' }));
    await moves('its last day', () => event.patch({ endDate: '2026-06-15' }));
    await moves('its place', () => event.patch({ city: 'Ratzeburg' }));
    await moves('its zone', () => event.patch({ timezone: 'Europe/Vienna' }));
    await moves('a notice', () =>
      event.person.send('POST', `${event.path}/notices`, { text: 'Entries are open.' }),
    );
    await moves('published', () => event.send('POST', '/schedule/publish'));
    await moves('a race', () =>
      event.send('PUT', '/races', [{ externalId: 'r1', raceNumber: 1, title: 'Final' }]),
    );
    await stays('announced while published', () => event.patch({ announced: true }));
    await moves('un-published', () => event.office('/unpublish'));
    assert.equal((await event.board()).json.status, 'announced');
    await stays('a race of the draft', () =>
      event.send('PUT', '/races', [{ externalId: 'r1', raceNumber: 1, title: 'Heat' }]),
    );
    await moves('published again', () => event.office('/publish'));
    assert.equal(listener.isOver, false, 'the stream stays open through all of it');
    await moves('un-published again', () => event.office('/unpublish'));
    accepted(await event.patch({ announced: false }));
    await listener.until(({ isOver }) => isOver);
    accepted(await event.patch({ name: 'Winter regatta' }));
    accepted(await event.patch({ announced: true }));
    assert.ok((await standing()).revision > last.revision, 'nor by what came while nobody saw it');
  });

  test('moves when its club gets another name, of what is published and announced alike', async () => {
    const events = [await announcedEvent(), await announcedEvent()];
    accepted((await events[1]?.send('POST', '/schedule/publish')) as Reply);
    for (const event of events) {
      await service.database.write((tx) =>
        tx
          .updateTable('memberships')
          .set({ role: 'admin' })
          .where('club_id', '=', event.clubId)
          .execute(),
      );
      const rename = (name: string) =>
        event.person.send('PATCH', `/clubs/${event.clubId}`, { name });
      const { json: before, headers } = await event.board();
      const { json: v1 } = await event.send('GET', '/schedule');
      accepted(await rename('Rowing club'));
      assert.equal((await event.board()).headers.get('etag'), headers.get('etag'), 'the same name');
      accepted(await rename('Ruderverein'));
      const { json: after } = await event.board();
      assert.deepEqual([after.organiser, after.revision], ['Ruderverein', before.revision + 1]);
      assert.ok(Date.parse(after.updatedAt) > Date.parse(before.updatedAt));
      assert.match((await event.page('/plain?lang=en')).text, /Organiser: Ruderverein/);
      assert.deepEqual((await event.send('GET', '/schedule')).json, v1, '/v1 shows no club');
      accepted(await event.patch({ city: 'Ulm' }));
      assert.equal((await event.board()).json.revision, after.revision + 1);
    }
  });
});

describe('to announce and to take it back', () => {
  test('it is off for new and copied events, and only true or false', async () => {
    const event = await announcedEvent();
    assert.equal((await event.person.send('GET', event.path)).json.announced, true);
    assert.equal(
      (await event.person.send('GET', `${event.path}/office`)).json.event.announced,
      true,
    );
    const facts = {
      clubId: event.clubId,
      name: 'Copy',
      startDate: '2027-06-12',
      endDate: '2027-06-13',
    };
    for (const more of [{}, { copyFrom: event.eventId }]) {
      const { json } = accepted(await event.person.send('POST', '/events', { ...facts, ...more }));
      assert.equal(json.announced, false);
      assert.equal((await service.send('GET', `/events/${json.id}`)).status, 404);
    }
    for (const announced of ['yes', 1, null]) {
      refused(await event.patch({ announced }), 422, 'validation_failed', 'announced');
    }
    const { scheduleStatus, hasSchedule } = (
      await service.send('GET', '/v1/events', { key: event.key })
    ).json.events.find(({ id }: { id: number }) => id === event.eventId);
    assert.deepEqual(
      [scheduleStatus, hasSchedule],
      ['draft', true],
      '/v1 knows of no announcement',
    );
  });

  test('an event from the command line gets its schedule by it', async () => {
    const event = await service.provision();
    const person = await signIn(service, event.userId);
    const path = `/events/${event.eventId}`;
    assert.equal(
      accepted(await person.send('PATCH', path, { announced: true })).json.scheduleStatus,
      'draft',
    );
    assert.equal((await service.send('GET', path)).status, 200);
    assert.equal((await person.send('GET', `${path}/history`)).json.entries.length, 2);
  });

  test('it cannot be taken back while published, nor the event removed before it is', async () => {
    const event = await announcedEvent();
    const remove = () => event.person.send('DELETE', event.path);
    const reply = await remove();
    refused(reply, 409, 'conflict');
    assert.match(reply.json.detail, /announcement/);
    accepted(await event.send('POST', '/schedule/publish'));
    refused(await event.patch({ announced: false }), 409, 'conflict');
    assert.equal((await event.board()).json.status, 'published');
    accepted(await event.office('/unpublish'));
    accepted(await event.patch({ announced: false }));
    assert.equal((await event.board()).status, 404);
    refused(await remove(), 409, 'conflict');
    const other = await announcedEvent();
    accepted(await other.patch({ announced: false }));
    assert.equal((await other.person.send('DELETE', other.path)).status, 204);
  });

  test('un-publishing what was never announced leads back to nothing', async () => {
    const event = await draftEvent();
    accepted(await event.send('POST', '/schedule/publish'));
    accepted(await event.patch({ announced: false }));
    accepted(await event.office('/unpublish'));
    assert.equal((await event.board()).status, 404);
  });
});
