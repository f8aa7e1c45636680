/** The name of a browser in the list of sessions, from its `User-Agent`. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deviceName } from '../../src/domain/accounts/sessions.ts';

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

const NAMES: [sent: string | undefined, name: string][] = [
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
    'Firefox on Windows',
  ],
  [`Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36`, 'Chrome on Linux'],
  [
    `Mozilla/5.0 (Windows NT 10.0) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`,
    'Edge on Windows',
  ],
  [
    `Mozilla/5.0 (Linux; Android 14; SM-G991B) ${WEBKIT} SamsungBrowser/27.0 Chrome/125.0 Mobile Safari/537.36`,
    'Samsung Internet on Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1',
    'Chrome on iPad',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
    'Safari on Mac',
  ],
  ['curl/8.5.0', 'curl/8.5.0'],
  ['Windows', 'Windows'],
  ['\u0007\u202e<b>x</b>', '<b>x</b>'],
  [undefined, 'Unknown device'],
  ['   ', 'Unknown device'],
  ['é'.repeat(50), 'Unknown device'],
  ['x'.repeat(5000), 'x'.repeat(200)],
];

for (const [sent, name] of NAMES) {
  test(`${name.slice(0, 40)}: ${String(sent).slice(0, 40)}`, () => {
    assert.equal(deviceName(sent), name);
  });
}
