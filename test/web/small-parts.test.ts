/** Small decisions of the pages: which page, which language, why no notifications, what to show. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type BrowserCapabilities, pushProblem } from '../../web/src/board/push-availability.ts';
import { pageAt } from '../../web/src/board/routing.ts';
import { notificationOf } from '../../web/src/board/worker/notification.ts';
import { LANGUAGES, pickLanguage } from '../../web/src/shared/words/words.ts';

test('a path names a page, also below a path of a proxy', () => {
  assert.deepEqual(pageAt('/', '/'), { kind: 'regattas' });
  assert.deepEqual(pageAt('/events/7', '/'), { kind: 'board', eventId: 7 });
  assert.deepEqual(pageAt('/rowing/events/7/display', '/rowing/'), { kind: 'display', eventId: 7 });
  assert.deepEqual(pageAt('/rowing/', '/rowing/'), { kind: 'regattas' });
  assert.deepEqual(pageAt('/events/7/print', '/'), { kind: 'print', eventId: 7 });
  assert.deepEqual(pageAt('/events/seven', '/'), { kind: 'unknown' });
});

test('the first language that there are words for is chosen', () => {
  assert.equal(pickLanguage(['', 'nl-NL', 'de-AT', 'en']), 'de');
  assert.equal(pickLanguage(['nl', 'toString']), 'en');
});

test('no language leaves a word empty', () => {
  for (const [code, words] of Object.entries(LANGUAGES))
    for (const [key, value] of Object.entries(words)) assert.ok(value, `${code}: ${key}`);
});

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
