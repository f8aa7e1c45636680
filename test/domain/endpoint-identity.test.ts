/** Which endpoints count as the same push subscription, and which do not. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endpointIdentity } from '../../src/domain/following/followers.ts';

const TOKEN = 'cT1xPq-token_that:APA91bIsLongEnoughToBeASecret';
const FCM = `https://fcm.googleapis.com/fcm/send/${TOKEN}`;
const WINDOWS = 'https://wns2-par02p.notify.windows.com/w/?token=BQYAAAB%2bx%3d';

for (const [one, other] of [
  [FCM, `${FCM}?1`],
  [FCM, `${FCM}?`],
  [FCM, `${FCM}?a=${'x'.repeat(500)}`],
  [FCM, `${FCM}/`],
  [FCM, FCM.replace('/fcm/', '//fcm///')],
  [FCM, FCM.replace('cT1x', 'c%541x')],
  [FCM, FCM.replace(':APA', '%3AAPA')],
  [FCM, FCM.replace(':APA', '%3aAPA')],
  [FCM, FCM.replace('/send/', '/%73end%2F')],
  [WINDOWS, WINDOWS.replace('%2b', '%2B')],
  [WINDOWS, `${WINDOWS}&1`],
  [WINDOWS, WINDOWS.replace('?', `?a=${'x'.repeat(100)}&`)],
  [WINDOWS, WINDOWS.replace('/w/', '//w')],
  ['https://push.example/7?b=1&a=2', 'https://push.example//7?a=2&b=1'],
  ['http://127.0.0.1:8080/7', 'http://127.0.0.1:8080/%37/'],
] as const) {
  test(`the same: ${other}`, () => assert.equal(endpointIdentity(one), endpointIdentity(other)));
}

for (const [one, other] of [
  [FCM, FCM.replace('cT1x', 'cT1y')],
  [FCM, FCM.replace('cT1x', 'ct1x')],
  [FCM, FCM.replace('cT1x', 'c%2541x')],
  [FCM, FCM.replace('fcm.', 'fcm2.')],
  [FCM, FCM.replace('https:', 'http:')],
  [FCM, `${FCM}/x`],
  [WINDOWS, WINDOWS.replace('BQYA', 'BQYB')],
  [WINDOWS, WINDOWS.replace('wns2', 'wns3')],
  ['https://push.example/7?a=1', 'https://push.example/7?a=2'],
  ['https://push.example/7?a=1', 'https://push.example/7'],
  ['http://127.0.0.1:8080/7', 'http://127.0.0.1:8081/7'],
  ['no address', 'another'],
] as const) {
  test(`not the same: ${other}`, () => {
    assert.notEqual(endpointIdentity(one), endpointIdentity(other));
  });
}

test('whatever is sent has an identity', () => {
  for (const text of [
    '',
    '%',
    'https://push.example/%',
    '\u0000',
    `https://x/${'%'.repeat(2000)}`,
  ]) {
    assert.match(endpointIdentity(text), /^[\w-]{43}$/);
  }
});
