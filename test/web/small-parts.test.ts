/** Small decisions of the public pages: which page an address means, why there are no notifications, what to show. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type BrowserCapabilities,
  bellState,
  canRemind,
  KINDS,
  pushProblem,
  showsNotice,
} from '../../web/src/board/following/push-availability.ts';
import { boardPath, isSameBoard, pageAt, showsCached } from '../../web/src/board/page/routing.ts';
import { notificationOf } from '../../web/src/board/worker/notification.ts';
import { toComeCount } from '../../web/src/shared/race/results.ts';

test('a path names a page, also below a path of a proxy', () => {
  assert.deepEqual(pageAt('/', '/'), { kind: 'regattas' });
  assert.deepEqual(pageAt('/events/7', '/'), { kind: 'board', eventId: 7 });
  assert.deepEqual(pageAt('/rowing/events/7/display', '/rowing/'), { kind: 'display', eventId: 7 });
  assert.deepEqual(pageAt('/rowing/', '/rowing/'), { kind: 'regattas' });
  assert.deepEqual(pageAt('/events/7/print', '/'), { kind: 'print', eventId: 7 });
  assert.deepEqual(pageAt('/events/7/embed', '/'), { kind: 'embed', eventId: 7 });
  assert.deepEqual(pageAt('/events/7/overlay', '/'), { kind: 'overlay', eventId: 7 });
  assert.deepEqual(pageAt('/events/seven', '/'), { kind: 'unknown' });
});

test('without a connection the pages stand in for themselves whose documents are kept', () => {
  const forms = ['', '/races/12', '/crews/5', '/display', '/announcer', '/print'];
  for (const path of ['/', ...forms.map((form) => `/events/7${form}`)]) {
    assert.ok(showsCached(path, '/'), path);
    assert.ok(showsCached(`/rowing${path}`, '/rowing/'), path);
  }
  const others = [
    '/years/2019',
    '/events/7/embed',
    '/events/7/overlay',
    '/events/7/plain',
    '/docs',
  ];
  for (const path of others) {
    assert.ok(!showsCached(path, '/'), path);
    assert.ok(!showsCached(`/rowing${path}`, '/rowing/'), path);
  }
});

const OPENED = [
  ['/events/7/races/12', { kind: 'board', eventId: 7, open: { race: '12' } }],
  ['/events/7/races/2147483647/', { kind: 'board', eventId: 7, open: { race: '2147483647' } }],
  ['/events/7/crews/5', { kind: 'board', eventId: 7, open: { crew: 5 } }],
  // A calendar is a file, not a page.
  ['/events/7/crews/5.ics', { kind: 'unknown' }],
  // A printed number, which the page has to know: without a connection no server redirects to the race number.
  ['/events/7/races/16A', { kind: 'board', eventId: 7, open: { race: '16A' } }],
  ['/events/7/races/Finale%20%C3%84', { kind: 'board', eventId: 7, open: { race: 'Finale Ä' } }],
  ['/events/7/races/%E0%A4%A', { kind: 'unknown' }],
  ['/events/7/races', { kind: 'unknown' }],
  ['/events/7/races/12/13', { kind: 'unknown' }],
  ['/events/7/races/9999999999999999', { kind: 'unknown' }],
  ['/events/7/display/races/12', { kind: 'unknown' }],
] as const;

for (const [path, expected] of OPENED) {
  test(`${path} is ${JSON.stringify(expected)}`, () => {
    assert.deepEqual(pageAt(path, '/'), expected);
    assert.deepEqual(pageAt(`/rowing${path}`, '/rowing/'), expected);
    if (expected.kind !== 'board') return;
    assert.equal(`/${boardPath(7, expected.open)}`, path.replace(/\/$/, ''));
    assert.ok(isSameBoard(path, '/events/7', '/'));
    assert.ok(!isSameBoard(path, '/events/8', '/'));
    assert.ok(!isSameBoard(path, '/events/7/display', '/'));
  });
}

const BROWSER: BrowserCapabilities = {
  secure: true,
  hasPush: true,
  permission: 'default',
  userAgent: 'Mozilla/5.0 (Linux; Android 15) Chrome/140',
  touchPoints: 5,
  standalone: false,
};
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Safari/605.1';
const IPAD = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.5 Safari/605.1';

test('a browser says what stands in the way of notifications', () => {
  const problem = (given: Partial<BrowserCapabilities>) => pushProblem({ ...BROWSER, ...given });
  assert.equal(problem({}), undefined);
  assert.equal(problem({ permission: 'denied' }), 'denied');
  assert.equal(problem({ secure: false, hasPush: false }), 'insecure');
  assert.equal(problem({ hasPush: false }), 'unsupported');
  assert.equal(problem({ hasPush: false, userAgent: IPHONE }), 'homeScreen');
  assert.equal(problem({ hasPush: false, userAgent: IPAD }), 'homeScreen');
  assert.equal(problem({ hasPush: false, userAgent: IPAD, touchPoints: 0 }), 'unsupported');
  assert.equal(problem({ hasPush: false, userAgent: IPHONE, standalone: true }), 'unsupported');
  assert.equal(problem({ userAgent: IPHONE, standalone: true }), undefined);
});

test('the bell says on, off or blocked, and reminders are offered where they can come', () => {
  assert.deepEqual(
    KINDS.map((kind) => `${kind} ${bellState(kind)} ${canRemind(kind)}`),
    [
      'none off true',
      'working off true',
      'on on true',
      'off off true',
      'dismissed off true',
      'failed off true',
      'denied blocked false',
      'insecure off false',
      'homeScreen off false',
      'unsupported off false',
    ],
  );
});

for (const [kind, wasTapped, closed, expected] of [
  ['none', true, [], false],
  ['on', true, [], true],
  // On a later visit only the bell shows it.
  ['on', false, [], false],
  ['homeScreen', true, [], true],
  ['homeScreen', false, [], false],
  ['homeScreen', true, ['homeScreen'], false],
  ['denied', true, ['homeScreen'], true],
  ['off', false, [], true],
  ['off', true, ['off'], false],
] as const) {
  const when = `${wasTapped ? 'after a tap' : 'without a tap'}, closed: ${closed.join() || 'none'}`;
  test(`the notice “${kind}” ${expected ? 'stands' : 'does not stand'} ${when}`, () => {
    assert.equal(showsNotice(kind, wasTapped, closed), expected);
  });
}

const BASE = 'https://regatta.example/';

test('a push message becomes a notification that leads to its page', () => {
  const url = `${BASE}events/7#race-9`;
  const { title, options } = notificationOf(
    JSON.stringify({
      kind: 'results-posted',
      eventId: 7,
      title: 'Race 9',
      body: '1st',
      url,
      tag: 't',
    }),
    BASE,
  );
  assert.equal(title, 'Race 9');
  assert.deepEqual(
    [options.body, options.tag, options.renotify, options.data.url],
    ['1st', 't', true, url],
  );
});

test('a reminder is shown as any other message', () => {
  const url = `${BASE}events/7#race-9`;
  const message = {
    kind: 'race-soon',
    eventId: 7,
    title: 'Your race in 20 minutes',
    body: 'Race 9',
  };
  const { title, options } = notificationOf(JSON.stringify({ ...message, url, tag: 's' }), BASE);
  assert.deepEqual(
    [title, options.body, options.tag, options.data.url],
    [message.title, message.body, 's', url],
  );
});

test('a message that cannot be read still says something', () => {
  for (const text of ['', 'no JSON', 'null', '[]', '7', '{"title":5,"tag":{}}']) {
    const { title, options } = notificationOf(text, BASE);
    assert.equal(title, 'Running Order', text);
    assert.equal(options.data.url, BASE, text);
    assert.ok(options.tag, text);
  }
});

test('a message leads nowhere but to this service', () => {
  const text = JSON.stringify({ eventId: 7, url: 'https://elsewhere.example/events/7' });
  assert.equal(notificationOf(text, BASE).options.data.url, `${BASE}events/7`);
});

test('crews that rules will name are counted as such', () => {
  const from = { races: [1], place: 1, fastest: null };
  const cases: [lanes: [crewName: string | null, from: typeof from | null][], count: number][] = [
    [[], 0],
    [[[null, null]], 0],
    [
      [
        [null, from],
        [null, from],
        ['Saline', from],
        ['Adrian', null],
      ],
      2,
    ],
  ];
  for (const [lanes, count] of cases)
    assert.equal(
      toComeCount({ lanes: lanes.map(([crewName, from]) => ({ crewName, from })) }),
      count,
    );
});
