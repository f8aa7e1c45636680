/** A crew that has withdrawn is struck through, and marked in words, on every page that names it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withdrawEntry } from '../../src/operations/office/crews.ts';
import { newPage } from '../support/browser.ts';
import { performOn } from '../support/perform.ts';
import { assertAccessible } from './checks.ts';
import { SATURDAY, SATURDAY_AT_ELEVEN, startSite, ZONE } from './site.ts';

const site = await startSite();
const event = await site.addEvent({
  ...{ name: 'Hebda Cup', timezone: ZONE, startDate: SATURDAY, endDate: SATURDAY },
});
const CREWS = ['Saline', 'Hudson', 'Wyandotte'];
await event.push('POST', '/schedule');
await event.push(
  'PUT',
  '/teams',
  CREWS.map((name, index) => ({ externalId: `c${index}`, name })),
);
await event.push('PUT', '/races', [
  {
    ...{ externalId: 'h1', raceNumber: 1, title: 'Heat 1' },
    scheduledAt: `${SATURDAY}T11:10:00-04:00`,
  },
]);
const lanes = CREWS.map((_, index) => ({ position: index + 1, teamExternalId: `c${index}` }));
await event.push('PUT', '/races/h1/entries', lanes);
await event.push('POST', '/schedule/publish');
const [race] = (await event.board()).races;
await performOn(site.service, event.eventId, withdrawEntry, {
  ...{ raceId: race?.id ?? 0, position: 2, withdrawn: true, reason: 'Ill' },
});

for (const [name, path] of [
  ['the running order', ''],
  ['the race', '/races/1'],
  ['the big screen', '/display'],
  ['the compact paper', '/print?layout=compact'],
  ['the full paper', '/print?layout=full'],
  ['the page without script', '/plain'],
] as const) {
  test(`${name} strikes the crew through, and says so in words`, async (t) => {
    const page = await newPage(t, { startsAt: SATURDAY_AT_ELEVEN });
    await page.goto(`${site.url}/events/${event.eventId}${path}`);
    const struck = page.locator('s', { hasText: 'Hudson' }).first();
    await struck.waitFor();
    assert.equal((await struck.textContent())?.replaceAll(/[\u2068\u2069]/g, ''), 'Hudson');
    await page.getByText('withdrawn').first().waitFor();
    assert.equal(await page.locator('s', { hasText: 'Saline' }).count(), 0);
    await assertAccessible(page, name);
  });
}
