/**
 * The first view with one bar of signal: a phone with a slow processor, nothing cached, on a network
 * of 400 kbit/s and 400 ms, opens a large regatta.
 */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { newPage } from '../support/browser.ts';
import { assertMedianBelow } from './checks.ts';
import { publishLarge } from './large-regatta.ts';
import { startSite } from './site.ts';
import { delayOfMachine, millisUntilSeen, scriptBytes, slowDown } from './slow-phone.ts';

/** Limit until one can read when the next race starts. */
const USABLE_MILLIS = 2000;
/** Limit for all scripts together, as they are sent. */
const SCRIPT_BYTES = 35 * 1024;

const RACES = 100;
const ROWED = 50;
const FIRST_START = Date.parse('2026-06-13T06:00:00Z');
const NOW = FIRST_START + ROWED * 300_000 - 60_000;

const MEASUREMENTS = 3;

const site = await startSite();
const event = await publishLarge(site, {
  ...{ crews: 200, races: RACES, rowed: ROWED - 1, firstStart: FIRST_START },
  crew: (number) => ({ name: `Rowing club of town ${number} ${'ABC'[number % 3]}` }),
  race: (number) => {
    const boatClass = number % 2 ? '8+' : '4x';
    return {
      title: `Women's Junior ${boatClass} Heat ${number}`,
      distanceMeters: 2000,
      boatClass,
      round: `Heat ${number}`,
      divisionLabel: "Women's Junior",
    };
  },
});

test('the next race can be read within two seconds', async (t) => {
  await assertMedianBelow(t, USABLE_MILLIS, async () => {
    const measured: number[] = [];
    for (let count = 0; count < MEASUREMENTS; count++) measured.push(await firstView(t));
    return measured;
  });
});

test('the scripts are small', async (t) => {
  const page = await newPage(t, { device: 'phone', startsAt: NOW });
  await page.goto(event.url);
  await page.locator('.race').first().waitFor();
  const loaded = await scriptBytes(page);
  const worker = await fetch(`${site.url}/sw.js`, { headers: { 'accept-encoding': 'br' } });
  assert.equal(worker.headers.get('content-encoding'), 'br');
  await worker.arrayBuffer();
  const total = [...loaded, Number(worker.headers.get('content-length'))].reduce(
    (a, b) => a + b,
    0,
  );
  t.diagnostic(`${total} bytes of scripts, the service worker's included`);
  assert.ok(loaded.length > 0 && loaded.every((size) => size > 0));
  assert.ok(total <= SCRIPT_BYTES, `${total} bytes`);
});

/** From the tap on a link until the next race is on the screen, in milliseconds. */
async function firstView(t: TestContext): Promise<number> {
  const delayMillis = await delayOfMachine(t);
  t.diagnostic(`an empty page took ${Math.round(delayMillis)} ms longer than on a phone`);
  const page = await newPage(t, { device: 'phone', startsAt: NOW });
  await slowDown(page);
  const millis = await millisUntilSeen(page, event.url, '.moment a');
  await page.close();
  return millis - delayMillis;
}
