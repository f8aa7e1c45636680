/** The page of a regatta that is announced, on phone and desk, until its running order is published. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandLine } from '../../src/operations/actor.ts';
import { performTogether } from '../../src/operations/operation.ts';
import { editEventIn } from '../../src/operations/pushes/edit-event.ts';
import { keepScreenshot, newPage } from '../support/browser.ts';
import { assertAccessible, assertFitsWidth } from './checks.ts';
import { SATURDAY_AT_ELEVEN, startSite } from './site.ts';

const site = await startSite();
const event = await site.addEvent({
  name: 'Spring regatta',
  timezone: 'Europe/Berlin',
  startDate: '2026-06-13',
  endDate: '2026-06-14',
  city: 'Ratzeburg',
  countryCode: 'DE',
});
await event.push('POST', '/schedule');
await event.push('PUT', '/races', [
  { externalId: 'r1', raceNumber: 1, title: 'Women 8+', scheduledAt: '2026-06-13T15:00:00+02:00' },
]);
await performTogether(
  { database: site.service.database, settings: { notifySettleSeconds: 10 } },
  { actor: commandLine({ userId: null, keyPrefix: null }), eventId: event.eventId },
  (performNext) => editEventIn(performNext, { announced: true }),
);

for (const device of ['phone', 'desktop'] as const) {
  test(`it says when, where, whose it is and what comes: ${device}`, async (t) => {
    for (const path of ['', '/print', '/embed', '/display']) {
      const page = await newPage(t, { device, startsAt: SATURDAY_AT_ELEVEN });
      await page.goto(event.url + path);
      await page.getByText('The running order comes here').waitFor();
      const text = await page.innerText('body');
      for (const said of ['Spring regatta', 'Ratzeburg', 'Organiser: Rowing club', '2026'])
        assert.ok(text.includes(said), `${path}: ${said}`);
      assert.ok(!text.includes('Women 8+'), `${path}: nothing of the draft`);
      await assertAccessible(page, `announced${path}`);
      if (path !== '/display') await assertFitsWidth(page, `announced${path}`);
      await keepScreenshot(page, `announced${path.replace('/', '-')}-${device}`);
    }
  });
}

test('it can be followed and put into a calendar, and turns into the board by itself', async (t) => {
  const page = await newPage(t, { device: 'phone', startsAt: SATURDAY_AT_ELEVEN });
  await page.goto(event.url);
  const follow = page.getByRole('button', { name: 'Follow this regatta' });
  await follow.click();
  assert.equal(await follow.getAttribute('aria-pressed'), 'true');
  const calendar = page.getByRole('link', { name: 'Add to calendar' });
  assert.equal(await calendar.getAttribute('href'), `${event.url}/event.ics`);
  await event.push('POST', '/schedule/publish');
  await page.getByText('Women 8+').first().waitFor();
  await page.getByText('The running order comes here').waitFor({ state: 'detached' });
  // What was followed stays followed.
  const regatta = page.getByRole('button', { name: 'Follow regatta' });
  assert.equal(await regatta.first().getAttribute('aria-pressed'), 'true');
  await page.getByText('Organiser: Rowing club').waitFor();
});
