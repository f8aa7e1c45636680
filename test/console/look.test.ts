/** The look of an event: set in the console, shown to the public, and kept in files and in a moved database. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Database } from '../../src/storage/engine/database.ts';
import { copyInstallation } from '../../src/storage/engine/move.ts';
import { PUBLIC_CACHE, type Published, published } from '../support/board.ts';
import { signIn, type Visitor } from '../support/console.ts';
import { newDatabase } from '../support/databases.ts';
import { png } from '../support/pictures.ts';
import { startTestService } from '../support/service.ts';

const service = await startTestService();

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
const LOOK = {
  accent: '#FFD500',
  links: [
    { label: 'Club', url: 'https://club.example' },
    { label: 'Live pictures', url: 'https://video.example/a?b=c' },
  ],
  sponsor: 'With kind support of Lake Bank',
};

interface Own extends Published {
  person: Visitor;
  path: string;
  patch(look: unknown): ReturnType<Visitor['send']>;
  put(picture: string | Buffer, type?: string): Promise<Response>;
}

async function ownEvent(): Promise<Own> {
  const event = await published(service);
  const person = await signIn(service, event.userId);
  const path = `/events/${event.eventId}`;
  return {
    ...event,
    ...{ person, path },
    patch: (look) => person.send('PATCH', path, { look }),
    put: (picture, type = 'image/svg+xml') =>
      fetch(`${service.url}/console/api${path}/logo`, {
        method: 'PUT',
        headers: {
          cookie: person.cookie,
          'sec-fetch-site': 'same-origin',
          'content-type': type,
        },
        body: new Uint8Array(Buffer.from(picture)),
      }),
  };
}

const logoOf = ({ eventId }: { eventId: number }, headers: Record<string, string> = {}) =>
  fetch(`${service.url}/events/${eventId}/logo`, { headers });

describe('the look of an event', () => {
  test('is null until something of it is said', async () => {
    const event = await ownEvent();
    assert.equal((await event.board()).json.look, null);
    assert.equal((await event.person.send('GET', event.path)).json.look, null);
  });

  test('stands in the document of the board, whose revision moves with it and only then', async () => {
    const event = await ownEvent();
    const first = (await event.board()).json;
    const { status, json } = await event.patch(LOOK);
    assert.equal(status, 200);
    const shades = { light: '#816c00', dark: '#ffd500' };
    assert.deepEqual(json.look, { ...LOOK, shades, logo: null });
    const second = await event.board();
    assert.deepEqual(second.json.look, json.look);
    assert.equal(second.json.revision, first.revision + 1);
    await event.patch(LOOK);
    assert.equal((await event.board()).json.revision, first.revision + 1);
    assert.equal((await event.patch({ accent: null })).json.look.accent, null);
    assert.deepEqual((await event.board()).json.look.links, LOOK.links);
    assert.equal((await event.patch(null)).json.look, null);
    assert.equal((await event.board()).json.look, null);
  });

  test('takes up to eight links, and texts up to their lengths', async () => {
    const event = await ownEvent();
    const links = Array.from({ length: 8 }, (_, index) => ({
      label: String(index).repeat(40),
      url: 'https://club.example',
    }));
    assert.equal((await event.patch({ links, sponsor: 's'.repeat(80) })).status, 200);
    assert.equal((await event.board()).json.look.links.length, 8);
  });

  const link = { label: 'Club', url: 'https://club.example' };
  const wrong: [look: unknown, field: string][] = [
    [{ accent: 'red' }, 'look.accent'],
    [{ accent: '#fff' }, 'look.accent'],
    [{ accent: '' }, 'look.accent'],
    [{ accent: 7 }, 'look.accent'],
    [{ links: Array.from({ length: 9 }, () => link) }, 'look.links'],
    [{ links: [link, { ...link, label: '' }] }, 'look.links[1].label'],
    [{ links: [{ ...link, label: 'x'.repeat(41) }] }, 'look.links[0].label'],
    [{ links: [{ ...link, url: 'http://club.example' }] }, 'look.links[0].url'],
    [{ links: [{ ...link, url: 'javascript:alert(1)' }] }, 'look.links[0].url'],
    [{ links: [{ label: 'Club' }] }, 'look.links[0].url'],
    [{ sponsor: 's'.repeat(81) }, 'look.sponsor'],
    ['yellow', 'look'],
  ];
  for (const [look, field] of wrong) {
    test(`may not be ${JSON.stringify(look).slice(0, 60)}: 422 on ${field}`, async () => {
      const event = await ownEvent();
      const { status, json } = await event.patch(look);
      assert.deepEqual([status, json.code, json.field], [422, 'validation_failed', field]);
      assert.equal((await event.board()).json.look, null);
    });
  }

  test('is in the history', async () => {
    const event = await ownEvent();
    await event.patch(LOOK);
    const { json } = await event.person.send('GET', `${event.path}/history`);
    const [{ operation, changes }] = json.entries;
    assert.equal(operation, 'edit-event');
    assert.deepEqual(changes[0].after, LOOK);
  });
});

describe('the logo of an event', () => {
  test('is shown to everybody once the event is, and runs nothing', async () => {
    const event = await ownEvent();
    assert.equal((await logoOf(event)).status, 404);
    const before = (await event.board()).json.revision;
    const put = await event.put(SVG);
    assert.equal(put.status, 200);
    const { look } = (await put.json()) as { look: { logo: string } };
    const { json: board } = await event.board();
    assert.deepEqual([board.look.logo, board.revision], [look.logo, before + 1]);
    const answer = await logoOf(event);
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('content-type'), 'image/svg+xml');
    assert.equal(answer.headers.get('cache-control'), PUBLIC_CACHE);
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
    assert.match(
      answer.headers.get('content-security-policy') ?? '',
      /default-src 'none'.*sandbox/,
    );
    assert.equal(answer.headers.get('access-control-allow-origin'), null);
    assert.equal(await answer.text(), SVG);
    const etag = answer.headers.get('etag') ?? '';
    assert.equal((await logoOf(event, { 'if-none-match': etag })).status, 304);
  });

  test('is replaced and taken away, each as another version', async () => {
    const event = await ownEvent();
    await event.put(SVG);
    const first = (await event.board()).json.look.logo;
    const picture = png(30, 20);
    await event.put(picture, 'application/octet-stream');
    const second = (await event.board()).json.look.logo;
    assert.notEqual(first, second);
    const answer = await logoOf(event);
    assert.equal(answer.headers.get('content-type'), 'image/png');
    assert.deepEqual(Buffer.from(await answer.arrayBuffer()), picture);
    const { revision } = (await event.board()).json;
    await event.put(picture, 'image/png');
    assert.equal((await event.board()).json.revision, revision);
    assert.equal((await event.person.send('DELETE', `${event.path}/logo`)).status, 204);
    assert.equal((await event.board()).json.look, null);
    assert.equal((await logoOf(event)).status, 404);
    assert.equal((await event.person.send('DELETE', `${event.path}/logo`)).status, 204);
  });

  test('stays when the rest of the look is cleared', async () => {
    const event = await ownEvent();
    await event.patch(LOOK);
    await event.put(SVG);
    const { look } = (await event.patch(null)).json;
    assert.deepEqual([look.accent, look.links, look.sponsor], [null, [], null]);
    assert.equal(await (await logoOf(event)).text(), SVG);
  });

  test('of a draft is the 404 of what does not exist, byte for byte, and its people see it', async () => {
    const event = await ownEvent();
    await event.put(SVG);
    const { revision: seen } = (await event.person.send('GET', `${event.path}/office`)).json;
    assert.equal(
      (await event.person.send('POST', `${event.path}/unpublish`, { seen })).status,
      200,
    );
    const ask = async (eventId: number, accept: string) => {
      const answer = await logoOf({ eventId }, { accept, 'accept-language': 'en' });
      const headers = [...answer.headers].filter(([name]) => !/^(date|x-request-id)$/.test(name));
      const text = (await answer.text()).replaceAll(/"[\w-]{20,}"/g, '""');
      return { status: answer.status, headers, text };
    };
    for (const accept of ['*/*', 'text/html', 'image/png'])
      assert.deepEqual(await ask(event.eventId, accept), await ask(999_999, accept));
    const own = await event.person.send('GET', `${event.path}/logo`);
    assert.equal(own.status, 200);
    assert.match(own.headers.get('content-security-policy') ?? '', /sandbox/);
    await event.person.send('PATCH', event.path, { announced: true });
    assert.equal((await logoOf(event)).status, 200);
    const { json: board } = await event.board();
    assert.deepEqual([board.status, board.look.logo.length > 0], ['announced', true]);
  });

  const wrong: [what: string, picture: string | Buffer, detail: RegExp][] = [
    ['a page', '<p>', /PNG or an SVG/],
    ['nothing', '', /PNG or an SVG/],
    ['an SVG without its namespace', '<svg/>', /needs xmlns/],
    ['a PNG with too many pixels', png(4001, 1), /4000 pixels/],
    ['a PNG that is cut off', png(40, 40).subarray(0, 60), /damaged/],
  ];
  for (const [what, picture, detail] of wrong) {
    test(`may not be ${what}: 422 on logo`, async () => {
      const event = await ownEvent();
      const answer = await event.put(picture);
      const { field, errors } = (await answer.json()) as {
        field: string;
        errors: { detail: string }[];
      };
      assert.deepEqual([answer.status, field], [422, 'logo']);
      assert.match(errors[0]?.detail ?? '', detail);
      assert.equal((await event.board()).json.look, null);
    });
  }

  test('has at most 512 KiB', async () => {
    const event = await ownEvent();
    const tag = '<svg xmlns="http://www.w3.org/2000/svg">';
    const svg = (bytes: number) => `${tag}${' '.repeat(bytes - tag.length - 6)}</svg>`;
    assert.equal((await event.put(svg(512 * 1024))).status, 200);
    assert.equal((await event.put(svg(512 * 1024 + 1))).status, 413);
  });

  test('is set by those who manage the event, from a page of the service', async () => {
    const event = await ownEvent();
    const stranger = await signIn(service, (await service.provision()).userId);
    assert.equal((await stranger.send('PUT', `${event.path}/logo`, SVG)).status, 404);
    assert.equal((await stranger.send('DELETE', `${event.path}/logo`)).status, 404);
    assert.equal((await stranger.send('GET', `${event.path}/logo`)).status, 404);
    const forged = await fetch(`${service.url}/console/api${event.path}/logo`, {
      method: 'PUT',
      headers: { cookie: event.person.cookie, 'sec-fetch-site': 'cross-site' },
      body: SVG,
    });
    assert.equal(forged.status, 403);
  });
});

describe('a look is taken along', () => {
  test('by the file of a whole event', async () => {
    const event = await ownEvent();
    await event.patch(LOOK);
    await event.put(SVG);
    const file = await event.person.send('GET', `${event.path}/export/json`);
    assert.deepEqual(JSON.parse(file.text).event.look, {
      ...LOOK,
      shades: { light: '#816c00', dark: '#ffd500' },
      logo: Buffer.from(SVG).toString('base64'),
    });
    const next = await service.provision();
    const person = await signIn(service, next.userId);
    const path = `/events/${next.eventId}`;
    const { json, status } = await person.send('POST', `${path}/import`, {
      files: [{ name: 'event.json', content: Buffer.from(file.text).toString('base64') }],
    });
    assert.equal(status, 200);
    await person.send('POST', `${path}/import`, {
      files: [{ name: 'event.json', content: Buffer.from(file.text).toString('base64') }],
      preview: json.preview,
    });
    const { look } = (await person.send('GET', path)).json;
    assert.deepEqual(look, (await event.person.send('GET', event.path)).json.look);
    assert.equal((await person.send('GET', `${path}/logo`)).text, SVG);
  });

  test('by a move to another database, and gone with its event', async () => {
    const event = await ownEvent();
    await event.put(png(500, 500), 'image/png');
    const made = await newDatabase();
    const { database: other } = await Database.open(made.url);
    try {
      await copyInstallation(service.database, other, () => {});
      const rows = await other.reads.selectFrom('logos').selectAll().execute();
      assert.ok(rows.some((row) => row.event_id === event.eventId));
    } finally {
      await other.close();
      await made.drop();
    }
    const draft = await service.provision();
    const person = await signIn(service, draft.userId);
    const path = `/events/${draft.eventId}`;
    await person.send('PUT', `${path}/logo`, SVG, { 'content-type': 'image/svg+xml' });
    assert.equal((await person.send('DELETE', path)).status, 204);
    const left = await service.database.reads
      .selectFrom('logos')
      .where('event_id', '=', draft.eventId)
      .selectAll()
      .execute();
    assert.deepEqual(left, []);
  });
});

test('LOGO_FILE stands in for events that have no logo of their own', async () => {
  const other = await startTestService({ LOGO_FILE: 'web/public/icon-192.png' });
  try {
    const event = await published(other);
    const answer = await fetch(`${other.url}/events/${event.eventId}/logo`);
    assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'image/png']);
    assert.equal((await event.board()).json.look, null);
  } finally {
    await other.stop();
  }
});
