/** Regattas in the console: made, copied, corrected with a preview, archived, removed; and their schedule, live. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { setRole } from '../../src/storage/accounts/accounts.ts';
import { newPage } from '../support/browser.ts';
import { startConsole } from './console-site.ts';
import { publishRegatta } from './site.ts';

const site = await startConsole();
const clubId = await site.addClub('Rowing Club');
const ann = await site.addPerson({ name: 'Ann Smith', roles: { [clubId]: 'schedule_manager' } });
const own = { clubId, userId: ann.id };
const regatta = await publishRegatta({
  addEvent: (facts) => site.addEvent({ ...facts, ...own }),
});

async function open(page: Page, path: string): Promise<void> {
  await ann.enter(page);
  await page.goto(site.url + path);
}

test('a regatta is made from an earlier one, in the zone that was searched for', async (t) => {
  const page = await newPage(t, { forgive: /\b422\b/ });
  await open(page, '/console');
  await page.getByRole('link', { name: 'New regatta' }).click();
  const heading = page.getByRole('heading', { level: 1, name: 'New regatta' });
  assert.ok(await heading.evaluate((it) => it === document.activeElement));
  const zone = page.getByRole('combobox', { name: 'Time zone of the venue' });
  assert.equal(await zone.inputValue(), 'Europe/Berlin', "the browser's is proposed");
  await page.getByLabel('Name of the regatta').fill('Spring regatta');
  await page.getByLabel('First day').fill('2027-05-08');
  assert.equal(await page.getByLabel('Last day').inputValue(), '2027-05-08');

  await zone.fill('nowhere');
  await page.getByRole('button', { name: 'Make the regatta' }).click();
  await page.getByText('Choose a zone from the list.').waitFor();
  assert.equal(await zone.getAttribute('aria-invalid'), 'true');
  await zone.fill('new yo');
  await zone.press('ArrowDown');
  await zone.press('Enter');
  assert.equal(await zone.inputValue(), 'America/New_York');
  await page.getByText(/It is \d\d:\d\d there now\./).waitFor();

  await page.reload();
  assert.equal(await page.getByLabel('Name of the regatta').inputValue(), 'Spring regatta');
  assert.equal(await zone.inputValue(), 'America/New_York');
  await page
    .getByLabel('Start from an earlier regatta')
    .selectOption({ label: 'Hebda Cup and Wy-Hi, 2026-06-13' });
  await page.getByRole('button', { name: 'Make the regatta' }).dblclick();
  await page.getByRole('heading', { level: 1, name: 'Spring regatta' }).waitFor();
  await page.getByRole('heading', { level: 3, name: /8 May 2027/ }).waitFor();
  await page.getByText('0 crews').first().waitFor();

  await page.getByRole('link', { name: 'Overview' }).click();
  await page.getByRole('link', { name: /Spring regatta/ }).waitFor();
  assert.equal(await page.getByRole('link', { name: /Spring regatta/ }).count(), 1);
});

test('a copy proposes place and zone of the earlier regatta, but not over what was typed', async (t) => {
  await site.addEvent({
    ...own,
    name: 'Autumn sprint',
    startDate: '2026-10-03',
    endDate: '2026-10-03',
    timezone: 'America/Detroit',
  });
  const page = await newPage(t);
  await open(page, '/console/events/new');
  const zone = page.getByRole('combobox', { name: 'Time zone of the venue' });
  const city = page.getByLabel('City');
  const country = page.getByLabel('Country');
  const earlier = page.getByLabel('Start from an earlier regatta');
  await earlier.selectOption({ label: 'Autumn sprint, 2026-10-03' });
  assert.equal(await zone.inputValue(), 'America/Detroit');
  assert.equal(await city.inputValue(), 'Wyandotte');
  assert.equal(await country.inputValue(), 'US');
  await earlier.selectOption({ label: 'Start empty' });
  assert.equal(await zone.inputValue(), 'Europe/Berlin');
  assert.equal(await city.inputValue(), '');
  await city.fill('Grosse Ile');
  await earlier.selectOption({ label: 'Autumn sprint, 2026-10-03' });
  assert.equal(await city.inputValue(), 'Grosse Ile');

  await page.getByLabel('Name of the regatta').fill('Autumn sprint 2027');
  await page.getByLabel('First day').fill('2027-10-02');
  await page.getByRole('button', { name: 'Make the regatta' }).click();
  await page.getByRole('heading', { level: 1, name: 'Autumn sprint 2027' }).waitFor();
  const { events } = await (await page.request.get(`${site.url}/console/api/events`)).json();
  const copy = events.find(({ name }: { name: string }) => name === 'Autumn sprint 2027');
  const { timezone, countryCode } = copy;
  assert.deepEqual(
    { timezone, city: copy.city, countryCode },
    { timezone: 'America/Detroit', city: 'Grosse Ile', countryCode: 'US' },
  );
});

test('a regatta whose answer was lost is not made twice, through a reload either', async (t) => {
  const page = await newPage(t, { forgive: /ERR_FAILED/ });
  await open(page, '/console/events/new');
  await page.getByLabel('Name of the regatta').fill('Winter head');
  await page.getByLabel('First day').fill('2027-01-16');
  await page.route('**/console/api/events', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    assert.equal((await route.fetch()).status(), 201);
    await route.abort();
  });
  const make = page.getByRole('button', { name: 'Make the regatta' });
  await make.click();
  await page.getByRole('alert').getByText('No connection').waitFor();
  await page.unroute('**/console/api/events');
  await page.reload();
  await make.click();
  await page.getByRole('heading', { level: 1, name: 'Winter head' }).waitFor();
  assert.equal(await made('Winter head'), 1);

  // A second regatta with the same entries is meant to be another one.
  await page.goto(`${site.url}/console/events/new`);
  await page.getByLabel('Name of the regatta').fill('Winter head');
  await page.getByLabel('First day').fill('2027-01-16');
  await make.click();
  await page.getByRole('heading', { level: 1, name: 'Winter head' }).waitFor();
  assert.equal(await made('Winter head'), 2);

  async function made(name: string): Promise<number> {
    const { events } = await (await page.request.get(`${site.url}/console/api/events`)).json();
    return events.filter((event: { name: string }) => event.name === name).length;
  }
});

test('what a change of days does is shown before it is saved', async (t) => {
  const page = await newPage(t);
  await open(page, `/console/events/${regatta.eventId}`);
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Last day').fill('2026-06-13');
  await page.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog', { name: 'What this does' });
  await dialog.getByText(/Races 101–121: on Sunday,? 14 Jun, outside the days/).waitFor();
  assert.equal((await board()).length, 47, 'nothing has been written');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  assert.equal(await page.getByLabel('Last day').inputValue(), '2026-06-13', 'and nothing is lost');

  // Unsaved changes are still there after a visit elsewhere.
  await page.getByRole('link', { name: 'Overview' }).click();
  await page.goBack();
  assert.equal(await page.getByLabel('Last day').inputValue(), '2026-06-13');
  await page.getByLabel('Last day').fill('2026-06-14');
  await page.getByLabel('Name of the regatta').fill('Hebda Cup');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { level: 1, name: 'Hebda Cup' }).waitFor();
  assert.equal((await regatta.board()).eventName, 'Hebda Cup');

  async function board() {
    return (await regatta.board()).races;
  }
});

test('two people correct a regatta: what the other has changed is seen, and not overwritten', async (t) => {
  const days = { startDate: '2027-05-01', endDate: '2027-05-02' };
  const { eventId } = await site.addEvent({ ...own, name: 'Spring Cup', ...days });
  const path = `/console/events/${eventId}`;
  const [first, second] = [await newPage(t, { forgive: /\b409\b/ }), await newPage(t)];
  for (const page of [first, second]) await open(page, path);
  const stored = async () => {
    const reply = await first.request.get(`${site.url}/console/api/events/${eventId}`);
    return (await reply.json()) as { city: string; name: string; look: { sponsor: string } };
  };
  const conflict = first.getByRole('dialog', { name: 'Somebody else has changed this, too' });
  const edit = (page: Page) => page.getByRole('button', { name: 'Edit', exact: true }).click();
  const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();

  await edit(first);
  await first.getByLabel('City').fill('Ann Arbor');
  await edit(second);
  await second.getByLabel('City').fill('Ypsilanti');
  await second.getByLabel('Name of the regatta').fill('Huron Cup');
  await save(second);
  await first.getByRole('heading', { level: 1, name: 'Huron Cup' }).waitFor();
  assert.equal(await first.getByLabel('City').inputValue(), 'Ann Arbor');
  await save(first);
  await conflict.getByText('Ypsilanti').waitFor();
  assert.equal((await stored()).city, 'Ypsilanti');
  await conflict.getByRole('button', { name: 'Take mine' }).click();
  await first.getByText('Saved.', { exact: true }).waitFor();
  const { city, name } = await stored();
  assert.deepEqual([city, name], ['Ann Arbor', 'Huron Cup']);

  for (const page of [first, second]) await page.getByRole('button', { name: 'Look' }).click();
  await first.getByLabel('Sponsor').fill('Oar Makers');
  await second.getByLabel('Sponsor').fill('Boat Builders');
  await second.getByLabel('Address of link, https://… 1').fill('https://club.example');
  await second.getByLabel('Words of link 1').fill('Our club');
  await save(second);
  await second.getByText('Saved.', { exact: true }).waitFor();
  await save(first);
  await conflict.getByText('Boat Builders').waitFor();
  await conflict.getByRole('button', { name: 'Take theirs' }).click();
  await conflict.waitFor({ state: 'detached' });
  await first.getByText('Boat Builders').first().waitFor();
  assert.equal(await first.getByLabel('Sponsor').inputValue(), 'Boat Builders');
  assert.equal((await stored()).look.sponsor, 'Boat Builders');
});

test('a regatta is kept from search engines by a tick, of which a trial has none', async (t) => {
  const page = await newPage(t);
  const path = `/console/events/${regatta.eventId}`;
  const tick = page.getByLabel('Not for search engines');
  const stored = async () =>
    (await (await page.request.get(`${site.url}/console/api/events/${regatta.eventId}`)).json())
      .noindex;
  await open(page, path);
  for (const wanted of [true, false]) {
    await page.getByRole('button', { name: 'Edit' }).click();
    assert.equal(await tick.isChecked(), !wanted);
    await tick.setChecked(wanted);
    await page.getByRole('button', { name: 'Save' }).click();
    await tick.waitFor({ state: 'detached' });
    assert.equal(await stored(), wanted);
  }
  const days = { startDate: '2027-04-01', endDate: '2027-04-01' };
  const trial = await site.addEvent({ ...own, name: 'Practice', ...days });
  await site.service.database.write((tx) =>
    tx.updateTable('events').set({ is_trial: 1 }).where('id', '=', trial.eventId).execute(),
  );
  await page.goto(`${site.url}/console/events/${trial.eventId}`);
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('City').waitFor();
  assert.equal(await tick.count(), 0);
});

test('a result of the timing appears by itself', async (t) => {
  const page = await newPage(t);
  await open(page, `/console/events/${regatta.eventId}`);
  await page.getByText('Live', { exact: false }).first().waitFor();
  const delayed = page.getByText('Runs 25 min late');
  assert.equal(await delayed.count(), 0);
  await regatta.push('PUT', '/schedule/delay', { venueDay: '2026-06-13', delayMinutes: 25 });
  await delayed.waitFor();
});

test('a trial is archived, brought back, and removed', async (t) => {
  const { eventId } = await site.addEvent({
    ...own,
    name: 'Rehearsal',
    startDate: '2027-04-01',
    endDate: '2027-04-01',
  });
  // The page reads the office once more when it learns of the removal before it gets the answer.
  const page = await newPage(t, { forgive: /\b404\b.*\/office/ });
  await open(page, `/console/events/${eventId}`);
  const confirm = (name: string) => page.getByRole('dialog').getByRole('button', { name }).click();
  await page.getByRole('button', { name: 'Make it a trial' }).click();
  await confirm('Make it a trial');
  await page.getByText('Trial', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Archive' }).click();
  await confirm('Archive');
  await page.getByText('Archived', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Overview' }).click();
  await page.getByRole('heading', { level: 2, name: 'Regattas' }).waitFor();
  assert.equal(await page.getByRole('link', { name: /Rehearsal/ }).count(), 0);
  await page.getByText('Show archived').click();
  await page.getByRole('link', { name: /Rehearsal/ }).click();
  await page.getByRole('button', { name: 'Bring back from the archive' }).click();
  await confirm('Bring back from the archive');
  await page.getByRole('button', { name: 'Remove' }).click();
  await confirm('Remove');
  await page.getByText('Rehearsal was removed.').waitFor();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
});

for (const isEarly of [false, true]) {
  const when = isEarly ? 'while the page still loads' : 'while working';
  test(`who loses their role ${when} sees the regatta no longer`, async (t) => {
    const name = isEarly ? 'Ben' : 'Cem';
    const person = await site.addPerson({ name, roles: { [clubId]: 'schedule_manager' } });
    const page = await newPage(t, { forgive: /\b404\b/ });
    await person.enter(page);
    const lost = Promise.withResolvers<void>();
    if (isEarly) {
      // The event itself is requested before the role is lost, and answered afterwards.
      await page.route(`**/console/api/events/${regatta.eventId}`, async (route) => {
        await lost.promise;
        await route.continue();
      });
    }
    await page.goto(`${site.url}/console/events/${regatta.eventId}`);
    await page.locator('.races summary').first().waitFor();
    await site.service.database.write((tx) => setRole(tx, person.id, clubId, 'member'));
    lost.resolve();
    await page.getByText('You may not see this regatta any more.').waitFor();
    assert.equal(await page.locator('.races').count(), 0);
  });
}
