/** The crews of a race office: added, renamed, ordered, pasted, merged and removed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { newPage } from '../support/browser.ts';
import { assertAccessible } from './checks.ts';
import { startConsole } from './console-site.ts';

const site = await startConsole();
const clubId = await site.addClub('Rowing Club');
const ann = await site.addPerson({ name: 'Ann Smith', roles: { [clubId]: 'schedule_manager' } });

async function openCrews(t: Parameters<typeof newPage>[0], names: readonly string[]) {
  const event = await site.addEvent({
    clubId,
    userId: ann.id,
    name: 'Hebda Cup',
    startDate: '2026-06-13',
    endDate: '2026-06-13',
  });
  await event.push('POST', '/schedule', {});
  const page = await newPage(t, { forgive: /\b(409|422)\b/ });
  await ann.enter(page);
  const api = `${site.url}/console/api/events/${event.eventId}`;
  const read = async () => (await page.request.get(`${api}/office`)).json();
  const write = async (path: string, body: object) => {
    const { revision } = await read();
    const data = { ...body, seen: revision };
    const answer = await page.request.put(api + path, { data, headers: { origin: site.url } });
    assert.equal(answer.status(), 200, await answer.text());
    return answer.json();
  };
  await write('/crews', { crews: names.map((name) => ({ id: null, name })) });
  await page.goto(`${site.url}/console/events/${event.eventId}/crews`);
  await page.getByRole('heading', { level: 1, name: 'Crews' }).waitFor();
  const stored = async () =>
    (await read()).crews as { id: number; name: string; clubId: string | null }[];
  return { page, event, read, write, stored };
}

const saved = async (page: Page) => {
  await page.keyboard.press('Control+s');
  await page.locator('.save-bar').waitFor({ state: 'detached' });
};

test('crews are added, renamed, ordered and removed with the keyboard', async (t) => {
  const { page, stored } = await openCrews(t, ['Saline A', 'Trenton', 'Wyandotte']);
  await page.getByLabel('Name, Trenton', { exact: true }).fill('Trenton B');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  const added = page.getByLabel('Name, new crew');
  assert.ok(await added.evaluate((it) => it === document.activeElement), 'Enter adds at the end');
  await page.keyboard.type('Grosse Ile');
  await page.getByText('1 changed, 1 new').waitFor();
  await saved(page);
  const last = page.getByLabel('Name, Grosse Ile');
  assert.ok(await last.evaluate((it) => it === document.activeElement), 'the cursor stays');
  await page.keyboard.press('Alt+ArrowUp');
  await page.keyboard.press('Alt+ArrowUp');
  await saved(page);
  const names = ['Saline A', 'Grosse Ile', 'Trenton B', 'Wyandotte'];
  assert.deepEqual(
    (await stored()).map(({ name }) => name),
    names,
  );

  await page.getByRole('searchbox', { name: 'Find' }).fill('saline');
  await page.getByLabel('Name, Trenton B').waitFor({ state: 'detached' });
  await page.getByLabel('Name, Saline A').fill('Trent');
  assert.equal(await page.getByLabel('Name, Trent').inputValue(), 'Trent', 'found as it was');
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('searchbox', { name: 'Find' }).fill('');

  await page.getByLabel('Name, Wyandotte').fill('Trenton B');
  await page.getByText('Name: Another crew has this name.').first().waitFor();
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('button', { name: 'More of Wyandotte' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await saved(page);
  assert.equal((await stored()).length, 3);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Undone.').waitFor();
  assert.equal((await stored()).length, 4);
});

test('names that are probably one crew are pointed out, and merged', async (t) => {
  const { page, stored, write, read } = await openCrews(t, [
    'Wyandotte BC',
    'Wyandotte Boat Club',
    'Saline A',
    'Saline B',
  ]);
  const [one, other, third] = await stored();
  const race = { id: null, raceNumber: 1, scheduledAt: '2026-06-13T09:00:00Z' };
  const { races } = await write('/races', { races: [race] });
  await write(`/races/${races[0].id}/lanes`, {
    lanes: [
      { position: 1, crewId: other?.id },
      { position: 2, crewId: third?.id },
    ],
  });
  await page.reload();
  await page.getByText('Wyandotte BC · Wyandotte Boat Club').waitFor();
  assert.equal(await page.getByText('Saline A · Saline B').count(), 0);
  await page.getByRole('button', { name: /^Merge Wyandotte/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Merge two crews' });
  const stays = dialog.getByRole('radio', { name: /Wyandotte Boat Club/ });
  assert.ok(await stays.isChecked(), 'the one that is drawn is proposed');
  await dialog.getByRole('radio', { name: /Wyandotte BC/ }).check();
  await assertAccessible(page, 'merge');
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click();
  await page.getByText('The crews are one now.').waitFor();
  const crews = await stored();
  assert.deepEqual(crews.map(({ name }) => name).sort(), ['Saline A', 'Saline B', 'Wyandotte BC']);
  const { races: after } = await read();
  assert.equal(after[0].lanes[0].crewId, one?.id);

  await page.getByLabel('Select Wyandotte BC').check();
  await page.getByLabel('Select Saline A').check();
  await page.getByRole('button', { name: 'Merge', exact: true }).click();
  await dialog.getByText('Both are in race 1: take one of them out there first.').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'More of Saline A' }).click();
  await page
    .getByText(/This crew is drawn in race 1\. To remove it, take it out of the draw/)
    .waitFor();
  assert.equal(await page.getByRole('button', { name: 'Remove', exact: true }).count(), 0);
  await assertAccessible(page, 'crews');
});

test('crews are pasted, and those that are probably there already are said', async (t) => {
  const { page, stored } = await openCrews(t, ['Saline A']);
  await page.getByRole('button', { name: 'Paste from a spreadsheet' }).click();
  await page.getByLabel('Copied rows').fill('Crew;Club\nSaline A;SAL\nsaline a.;\nTrenton;TRE');
  await page.getByText('Club: nothing → SAL').waitFor();
  await page.getByText('Probably the same as Saline A.').waitFor();
  await page.getByLabel('Copied rows').fill('Crew;Club\nSaline A;SAL\nTrenton;TRE');
  await page.getByRole('button', { name: 'Save 2 rows', exact: true }).click();
  await page.getByText('2 rows saved.').waitFor();
  assert.deepEqual(
    (await stored()).map(({ name, clubId }) => [name, clubId]),
    [
      ['Saline A', 'SAL'],
      ['Trenton', 'TRE'],
    ],
  );
  await page.getByLabel('Find').fill('tren');
  assert.equal(await page.locator('.crew-row').count(), 1);
});

test('a crew withdraws in Crews and in the draw, and is put back', async (t) => {
  const { page, event, read, write, stored } = await openCrews(t, ['Saline A', 'Trenton']);
  const ids = (await stored()).map(({ id }) => id);
  const scheduledAt = ['2026-06-13T09:00:00Z', '2026-06-13T10:00:00Z'];
  const { races } = await write('/races', {
    races: scheduledAt.map((at, index) => ({ id: null, raceNumber: index + 1, scheduledAt: at })),
  });
  const lanes = ids.map((crewId, index) => ({ position: index + 1, crewId }));
  for (const { id } of races) await write(`/races/${id}/lanes`, { lanes });
  const gone = async () =>
    (await read()).races.map(({ lanes: ofRace }: { lanes: { withdrawnReason: string }[] }) =>
      ofRace.map(({ withdrawnReason }) => withdrawnReason),
    );

  await page.getByRole('button', { name: 'More of Saline A' }).click();
  // Withdrawing from a race that the page has not shown yet would ask a question first.
  await page.locator('.crew-row').getByText('2 races').nth(1).waitFor();
  await page.getByRole('button', { name: 'Withdraw Saline A' }).click();
  const dialog = page.getByRole('dialog', { name: 'Withdraw Saline A from the regatta?' });
  await dialog.getByText('In races 1, 2.').waitFor();
  await dialog.getByLabel('Reason').fill('Ill');
  await assertAccessible(page, 'withdrawing a crew');
  await dialog.getByRole('button', { name: 'Withdraw' }).click();
  await page.getByText('Saline A has withdrawn.').waitFor();
  await page.locator('.crew-row.withdrawn').getByText('withdrawn', { exact: true }).waitFor();
  assert.deepEqual(await gone(), [
    ['Ill', null],
    ['Ill', null],
  ]);

  await page.goto(`${site.url}/console/events/${event.eventId}/races/${races[0].id}`);
  await page.locator('input[data-lane]').first().waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('d');
  await page.getByRole('button', { name: 'Put back Saline A' }).waitFor();
  await page.getByText('withdrawn: Ill').waitFor();
  await assertAccessible(page, 'the draw with a withdrawn crew');
  await page.getByRole('button', { name: 'Put back Saline A' }).click();
  await page.getByText('Saline A rows after all.').waitFor();
  await page.getByRole('button', { name: 'Withdraw Trenton' }).click();
  const entry = page.getByRole('dialog', { name: 'Withdraw Trenton from race 1?' });
  await entry.getByRole('button', { name: 'Withdraw' }).click();
  await page.getByText('Trenton has withdrawn.').waitFor();
  await page.locator('.draw-lane.withdrawn').waitFor();
  assert.deepEqual(await gone(), [
    [null, null],
    ['Ill', null],
  ]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.locator('.draw-lane.withdrawn').waitFor({ state: 'detached' });
});

test('a name is erased: what that does is shown, the name is typed, and only an admin may', async (t) => {
  const { page, event, stored, write } = await openCrews(t, ['Amsel Süd', 'Biber']);
  const [crew] = await stored();
  const race = { scheduledAt: '2026-06-13T09:00:00Z', title: 'Cup of Amsel Süd' };
  await write('/races', { races: [{ id: null, raceNumber: 1, ...race }] });
  const open = async (on: Page) => {
    await on.getByRole('button', { name: 'More of Amsel Süd' }).click();
    await on.getByRole('button', { name: /^Erase the name….*Amsel Süd/ }).click();
    return on.getByRole('dialog', { name: 'Erase the name Amsel Süd?' });
  };
  const admin = await site.addPerson({ name: 'Ada', roles: { [clubId]: 'admin' } });
  const boss = await newPage(t);
  await admin.enter(boss);
  await boss.goto(`${site.url}/console/events/${event.eventId}/crews`);
  const dialog = await open(boss);
  await dialog.getByText(`“Crew ${crew?.id}” takes its place all over this regatta`).waitFor();
  await dialog.getByText('Race 1, Title').waitFor();
  await dialog.getByText('Cup of Amsel Süd').waitFor();
  await dialog.getByText('2 entries of the history').waitFor();
  await assertAccessible(boss, 'the dialog that erases a name');
  const typed = dialog.getByLabel('To erase it, type the name: Amsel Süd');
  await typed.fill('amsel');
  await dialog.getByRole('button', { name: 'Erase the name' }).click();
  await dialog.getByText('This is not the name of the crew.').waitFor();
  assert.equal((await stored())[0]?.name, 'Amsel Süd');
  await typed.fill('Amsel Süd');
  await boss.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await boss.getByText(`The crew is called Crew ${crew?.id} now.`).waitFor();
  await boss.getByLabel(`Name, Crew ${crew?.id}`, { exact: true }).waitFor();
  assert.ok((await stored()).some(({ name }) => name === `Crew ${crew?.id}`));
  // The history has the erasure, and nothing undoes it.
  await boss.goto(`${site.url}/console/events/${event.eventId}/history`);
  const entry = boss.locator('.entry', { hasText: 'erased a name' });
  await entry.getByText(`Name Crew ${crew?.id}`).waitFor();
  assert.equal(await entry.getByRole('button', { name: /^Undo/ }).count(), 0);
  assert.ok(!(await boss.content()).includes('Amsel Süd'));

  await write('/crews', { crews: [{ id: crew?.id, name: 'Amsel Süd' }] });
  const manager = await newPage(t, { forgive: /\b403\b/ });
  await ann.enter(manager);
  await manager.goto(page.url());
  const refused = await open(manager);
  await refused.getByText('Only an admin of the club may erase a name.').waitFor();
  await refused.getByRole('button', { name: 'Cancel' }).click();
  await refused.waitFor({ state: 'detached' });
});
