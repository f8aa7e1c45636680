/** The frame of a race office: the way to its parts, keys, and what the timing writes while somebody types. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newPage } from '../support/browser.ts';
import { assertAccessible, assertFitsWidth, assertLargeTargets } from './checks.ts';
import { startConsole } from './console-site.ts';

const site = await startConsole();
const clubId = await site.addClub('Rowing Club');
const roles = { [clubId]: 'schedule_manager' } as const;
const ann = await site.addPerson({ name: 'Ann Smith', roles });
const event = await site.addEvent({
  clubId,
  userId: ann.id,
  name: 'Hebda Cup',
  startDate: '2026-06-13',
  endDate: '2026-06-13',
});
const push = (title: string, round: string | null = null) =>
  event.push('PUT', '/races', [
    { externalId: 'r1', raceNumber: 1, title, round, scheduledAt: '2026-06-13T09:00:00+02:00' },
  ]);
await event.push('POST', '/schedule', {});
await push('Heat');

const PARTS = [
  ['Programme', 'programme'],
  ['Crews', 'crews'],
  ['Draw and results', 'races'],
  ['Progression', 'progression'],
  ['Day', 'day'],
  ['Publish', 'publish'],
  ['History', 'history'],
  ['Hand-outs', 'hand-outs'],
] as const;

const address = `${site.url}/console/events/${event.eventId}`;

test('each part has an address, is one link away, and says that it is open', async (t) => {
  const page = await newPage(t, { viewport: { width: 360, height: 740 } });
  await ann.enter(page);
  await page.goto(address);
  const parts = page.getByRole('navigation', { name: 'Parts of the race office' });
  for (const [name, path] of PARTS) {
    await parts.getByRole('link', { name, exact: true }).click();
    const heading = page.getByRole('heading', { level: 1, name });
    await heading.waitFor();
    assert.ok(await heading.evaluate((it) => it === document.activeElement), name);
    assert.ok(page.url().startsWith(`${address}/${path}`), page.url());
    const current = parts.locator('[aria-current=page]');
    assert.equal(await current.textContent(), name);
    const box = await current.boundingBox();
    assert.ok(box && box.x >= 0 && box.x + box.width <= 360, `${name} is in view`);
    await assertFitsWidth(page, name);
  }
  await assertAccessible(page, 'frame');
  await assertLargeTargets(page, 'frame');
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'History' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'History' }).waitFor();
});

test('keys lead to the parts; those of one letter can be turned off', async (t) => {
  const page = await newPage(t);
  await ann.enter(page);
  await page.goto(address);
  await page.getByRole('heading', { level: 1, name: 'Hebda Cup' }).waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await page.getByRole('heading', { level: 1, name: 'Programme' }).waitFor();
  await page.getByLabel('Title, race 1').focus();
  await page.keyboard.type('gc?');
  assert.equal(await page.getByLabel('Title, race 1').inputValue(), 'Heatgc?', 'letters are text');
  await page.keyboard.press('Alt+3');
  await page.getByRole('heading', { level: 1, name: 'Crews' }).waitFor();
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keys' });
  await keys.getByText('Go to: Programme').waitFor();
  await keys.getByLabel(/^Keys of one letter/).uncheck();
  await page.keyboard.press('Escape');
  await keys.waitFor({ state: 'detached' });
  await page.keyboard.press('g');
  await page.keyboard.press('d');
  await page.keyboard.press('?');
  await page.keyboard.press('Alt+2');
  await page.getByRole('heading', { level: 1, name: 'Programme' }).waitFor();
  assert.equal(await keys.count(), 0);
  await page.getByRole('button', { name: 'Discard' }).click();
});

test('what the timing writes appears, marked, and never where somebody types', async (t) => {
  const page = await newPage(t, { forgive: /\b409\b/ });
  await ann.enter(page);
  await page.goto(`${address}/programme`);
  const title = page.getByLabel('Title, race 1');
  const round = page.getByLabel('Round, race 1');
  await title.focus();
  await push('Heat of the timing', 'Round of the timing');
  await page.locator('.fresh [data-cell$=" round"]').waitFor();
  assert.equal(await round.inputValue(), 'Round of the timing');
  assert.equal(await title.inputValue(), 'Heat', 'the cursor stands here');
  assert.equal(await page.locator('.fresh [data-cell$=" title"]').count(), 0);
  await page.keyboard.type('!');
  await push('Heat of the timing', 'Another one');
  await page.locator('.fresh [data-cell$=" round"]').waitFor();
  assert.equal(await title.inputValue(), 'Heat!');

  await page.keyboard.press('Control+s');
  const dialog = page.getByRole('dialog', { name: 'Somebody else has changed this, too' });
  await dialog.getByText(/key “Timing”/).waitFor();
  await dialog.getByText('Heat of the timing').waitFor();
  await dialog.getByRole('button', { name: 'Go on typing' }).click();
  assert.equal(await title.inputValue(), 'Heat!', 'nothing is lost');
  await page.keyboard.press('Control+s');
  await dialog.getByRole('button', { name: 'Take theirs' }).click();
  await page.locator('.save-bar').waitFor({ state: 'detached' });
  await page.waitForFunction(
    () => document.querySelector<HTMLInputElement>('[data-cell$=" title"]')?.value !== 'Heat!',
  );
  await page.getByLabel('Round, race 1').focus();
  assert.equal(await title.inputValue(), 'Heat of the timing');
});

test('who else is in the office is shown, and where', async (t) => {
  const ben = await site.addPerson({ name: 'Ben Jones', roles });
  const first = await newPage(t);
  const second = await newPage(t);
  for (const [page, person] of [
    [first, ann],
    [second, ben],
  ] as const) {
    await person.enter(page);
  }
  await first.goto(address);
  await second.goto(`${address}/crews`);
  await first.getByText('Ben Jones is in Crews').waitFor();
  await second.getByText('Ann Smith is in Regatta').waitFor();
  assert.equal(await first.getByText('Ann Smith is in').count(), 0, 'not oneself');
  await second.getByRole('link', { name: 'Programme', exact: true }).click();
  await second.getByRole('button', { name: 'More of race 1' }).click();
  await second.locator('.below').getByRole('link', { name: 'Draw and results' }).click();
  await first.getByText('Ben Jones is in race 1').waitFor();
  await assertAccessible(first, 'people');
});

test('once a back-up is restored, an open page shows it, and what was typed is saved', async (t) => {
  const page = await newPage(t);
  await ann.enter(page);
  const isOffice = /\/office$/;
  // The document from before the restore, when the history was longer.
  await page.route(
    isOffice,
    async (route) => {
      const response = await route.fetch();
      const document = await response.json();
      await route.fulfill({ json: { ...document, revision: document.revision + 100 } });
    },
    { times: 1 },
  );
  await page.goto(`${address}/day`);
  await page.getByLabel('Minutes late (negative: early)').fill('7');
  const restored = page.waitForResponse(isOffice);
  await push('Restored');
  await restored;
  await page.locator('option', { hasText: 'Restored' }).first().waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Set the delay' }).click();
  await page.locator('.day-state').getByText('Runs 7 min late').waitFor();
});
