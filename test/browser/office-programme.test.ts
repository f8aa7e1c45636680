/** The programme of a race office: typed into in place, pasted, many rows at once, and by two people at the same time. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { setRaceState } from '../../src/operations/office/races.ts';
import { keepScreenshot, newPage } from '../support/browser.ts';
import { performOn } from '../support/perform.ts';
import { assertAccessible, assertFitsWidth, slowAnswer } from './checks.ts';
import { PASSWORD, startConsole } from './console-site.ts';

const site = await startConsole();
const clubId = await site.addClub('Rowing Club');
const roles = { [clubId]: 'schedule_manager' } as const;
const ann = await site.addPerson({ name: 'Ann Smith', roles });
const ben = await site.addPerson({ name: 'Ben Jones', roles });

/** A regatta of two days with races 1 to 3 on the first one, and the programme of it on a page. */
async function openProgramme(t: Parameters<typeof newPage>[0], person = ann, event?: number) {
  const page = await newPage(t, { forgive: /\b(401|409|422)\b|ERR_(INTERNET|FAILED)/ });
  await person.enter(page);
  const eventId = event ?? (await addRegatta());
  await page.goto(`${site.url}/console/events/${eventId}/programme`);
  await page.getByRole('heading', { level: 1, name: 'Programme' }).waitFor();
  return { page, eventId };
}

async function addRegatta(isPublished = false): Promise<number> {
  const event = await site.addEvent({
    clubId,
    userId: ann.id,
    name: 'Hebda Cup',
    startDate: '2026-06-13',
    endDate: '2026-06-14',
  });
  await event.push('POST', '/schedule', {});
  await event.push(
    'PUT',
    '/races',
    [1, 2, 3].map((number) => ({
      externalId: `r${number}`,
      raceNumber: number,
      title: `Heat ${number}`,
      scheduledAt: `2026-06-13T09:${number}0:00+02:00`,
    })),
  );
  if (isPublished) await event.push('POST', '/schedule/publish');
  return event.eventId;
}

const cell = (page: Page, field: string, race: string) =>
  page.getByLabel(`${field}, ${race}`, { exact: true });

/** What the service holds. */
async function races(page: Page, eventId: number) {
  const answer = await page.request.get(`${site.url}/console/api/events/${eventId}/office`);
  const { races } = await answer.json();
  return races as { raceNumber: number; title: string | null; scheduledAt: string; id: number }[];
}

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();

test('races are corrected, added, moved and removed in the table, with the keyboard, and taken back', async (t) => {
  const { page, eventId } = await openProgramme(t);
  await cell(page, 'Title', 'race 1').fill('Women 8+ Heat 1');
  await page.keyboard.press('Enter');
  const below = cell(page, 'Title', 'race 2');
  assert.ok(await below.evaluate((it) => it === document.activeElement), 'Enter goes down');
  await page.keyboard.type('!');
  await cell(page, 'Time', 'race 2').fill('9:25');
  await page.getByText('2 changed').waitFor();
  await page.keyboard.press('Control+s');
  await page.getByText('Saved.').waitFor();
  assert.equal(await page.getByText('2 changed').count(), 0);
  const [first, second] = await races(page, eventId);
  assert.equal(first?.title, 'Women 8+ Heat 1');
  assert.equal(second?.title, 'Heat 2!');
  assert.equal(second?.scheduledAt, '2026-06-13T07:25:00Z');

  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Undone.').waitFor();
  assert.equal((await races(page, eventId))[0]?.title, 'Heat 1');

  await page.getByRole('button', { name: 'Add a race on Saturday' }).click();
  const added = cell(page, 'Title', 'race 4');
  await added.fill('Final');
  assert.equal(await cell(page, 'Time', 'race 4').inputValue(), '09:40', 'as far on as the last');
  await page.keyboard.press('Control+s');
  await page.locator('.save-bar').waitFor({ state: 'detached' });
  const stored = cell(page, 'Title', 'race 4');
  assert.ok(await stored.evaluate((it) => it === document.activeElement), 'the cursor stays');
  await page.keyboard.press('Alt+ArrowUp');
  await save(page);
  await page.locator('.save-bar').waitFor({ state: 'detached' });
  assert.deepEqual(
    (await races(page, eventId)).map(({ raceNumber }) => raceNumber),
    [1, 2, 4, 3],
  );

  await page.getByRole('button', { name: 'More of race 4' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByText('Will be removed when you save.').waitFor();
  await save(page);
  await page.locator('.save-bar').waitFor({ state: 'detached' });
  assert.equal((await races(page, eventId)).length, 3);
});

test('doubts stand below the row, and what cannot be is not sent', async (t) => {
  const { page, eventId } = await openProgramme(t);
  await cell(page, 'Number', 'race 2').fill('1');
  await page.getByText('Number: Another race has this number.').first().waitFor();
  await cell(page, 'Number', 'race 1').last().fill('2');
  await cell(page, 'Time', 'race 3').fill('25:00');
  await save(page);
  await page.getByText('Time: A time such as 9:05.').waitFor();
  const wrong = cell(page, 'Time', 'race 3');
  assert.equal(await wrong.getAttribute('aria-invalid'), 'true');
  assert.match(await page.locator('.race-row').nth(2).innerHTML(), /race 3/, 'it stays in place');
  assert.ok(await wrong.evaluate((it) => it === document.activeElement));
  await assertAccessible(page, 'programme with faults');
  await wrong.fill('23:00');
  await save(page);
  await page.locator('.save-bar').waitFor({ state: 'detached' });
  assert.equal((await races(page, eventId))[2]?.scheduledAt, '2026-06-13T21:00:00Z');
});

test('many races are shifted and changed at once', async (t) => {
  const { page, eventId } = await openProgramme(t);
  await page.getByLabel('Select all races on Saturday', { exact: false }).check();
  await page.getByText('3 selected').waitFor();
  await page.getByLabel('Move by minutes').fill('-15');
  await page.getByRole('button', { name: 'Move', exact: true }).click();
  assert.equal(await cell(page, 'Time', 'race 1').inputValue(), '08:55');
  await page.getByLabel('Property').selectOption('distanceMeters');
  await page.getByLabel('Set to').fill('1000');
  await page.getByRole('button', { name: 'Set', exact: true }).click();
  await save(page);
  await page.locator('.save-bar').waitFor({ state: 'detached' });
  const after = await races(page, eventId);
  assert.equal(after[2]?.scheduledAt, '2026-06-13T07:15:00Z');
  assert.deepEqual(
    after.map((race) => (race as { distanceMeters?: number }).distanceMeters),
    [1000, 1000, 1000],
  );
});

test('a spreadsheet is pasted over the table, looked at row by row, and saved as one push', async (t) => {
  const { page, eventId } = await openProgramme(t);
  await cell(page, 'Title', 'race 1').focus();
  const rows = [
    'Race\tDate\tStart\tEvent name\tMystery',
    '1\t6/13/2026\t9:10 AM\tHeat 1\tx',
    '2\t6/13/2026\t9:30 AM\tHeat 2\tx',
    '16A\t6/14/2026\t10:00 AM\tשלום Final\tx',
    '5\t6/31/2026\t10:00 AM\tNo such day\tx',
  ];
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.setData('text/plain', text);
    const paste = new ClipboardEvent('paste', {
      clipboardData: data,
      bubbles: true,
      cancelable: true,
    });
    document.activeElement?.dispatchEvent(paste);
  }, rows.join('\n'));
  const preview = page.getByRole('region', { name: 'Preview of each row' });
  await preview.getByText('Time: 09:20 → 09:30').waitFor();
  await preview.getByText('Day: This date does not exist.').waitFor();
  for (const [state, count] of [
    ['New', 1],
    ['Changed', 1],
    ['Same', 1],
    ['Wrong', 1],
  ] as const) {
    await page.getByRole('button', { name: `${state} ${count}`, exact: true }).waitFor();
  }
  assert.equal(await page.getByLabel('Column 5, “Mystery”, is').inputValue(), '');
  await assertAccessible(page, 'paste');
  await keepScreenshot(page, 'office-paste', true);
  await page.reload();
  assert.equal(await page.getByLabel('Copied rows').inputValue(), rows.join('\n'), 'kept');
  await page.getByLabel('Column 5, “Mystery”, is').selectOption('notes');
  const button = page.getByRole('button', { name: 'Save 3 rows', exact: true });
  await button.waitFor();
  assert.equal(await button.getAttribute('aria-disabled'), 'true');
  await page.getByLabel('Leave out the wrong row').check();
  await button.click();
  await page.getByText('3 rows saved.').waitFor();
  const after = await races(page, eventId);
  const shown = after.map(({ title, scheduledAt }) => [title, scheduledAt]);
  assert.deepEqual(shown.at(-1), ['שלום Final', '2026-06-14T08:00:00Z']);
  assert.equal(after.length, 4);
  assert.equal((after[0] as { notes?: string }).notes, 'x');
});

test('the paste box has the cursor, and a wrong cell is put right where it stands', async (t) => {
  const { page, eventId } = await openProgramme(t);
  await page.getByRole('button', { name: 'Paste from a spreadsheet' }).click();
  await page.locator('.paste-text:focus').waitFor();
  await page.keyboard.insertText(
    'Nr.\tRennen\tDatum\tZeit\n11\tMänner 4x\t13.6.\t9.05\n12\tFrauen 2x\t13.6.\tnoon',
  );
  const wrong = page.getByLabel('Time, row 3');
  await wrong.waitFor();
  assert.equal(await page.locator('.preview input').count(), 1, 'only what is wrong');
  await page.locator('.preview td').filter({ hasText: '9.05' }).getByText('09:05').waitFor();
  await keepScreenshot(page, 'office-paste-wrong', true);
  await wrong.fill('12:0');
  await wrong.press('End');
  await page.keyboard.type('0');
  assert.equal(await wrong.inputValue(), '12:00', 'the field stays while it is put right');
  // What was corrected is kept over a reload, like the rest of a paste.
  await page.reload();
  assert.equal(await wrong.inputValue(), '12:00');
  await page.getByRole('button', { name: 'Save 2 rows' }).click();
  await page.getByText('2 rows saved.').waitFor();
  const stored = (await races(page, eventId)).filter(({ raceNumber }) => raceNumber > 10);
  assert.deepEqual(
    stored.map(({ title, scheduledAt }) => [title, scheduledAt]),
    [
      ['Männer 4x', '2026-06-13T07:05:00Z'],
      ['Frauen 2x', '2026-06-13T10:00:00Z'],
    ],
  );
});

test('a start list pasted into the programme changes no boat class, and it is said where it is read', async (t) => {
  const { page } = await openProgramme(t);
  await page.getByRole('button', { name: 'Paste from a spreadsheet' }).click();
  await page
    .getByLabel('Copied rows')
    .fill('Race\tBoot 1\tBoot 2\n1\tQuay\tPoint\n2\tKanal\tHaven');
  await page.getByText('Boot 1, Boot 2: lanes are not read here.', { exact: false }).waitFor();
  assert.equal(await page.getByLabel('Column 2, “Boot 1”, is').inputValue(), '');
  await page.getByRole('button', { name: 'Same 2', exact: true }).waitFor();
});

test('300 pasted rows are shown within a second', async (t) => {
  const { page } = await openProgramme(t);
  await page.getByRole('button', { name: 'Paste from a spreadsheet' }).click();
  const rows = Array.from(
    { length: 300 },
    (_, index) =>
      `${index + 10}\t13.6.2026\t${10 + Math.floor(index / 60)}:${String(index % 60).padStart(2, '0')}\tHeat ${index}\t8+\t1000`,
  );
  const text = ['Nr\tDatum\tZeit\tTitel\tBoot\tStrecke', ...rows].join('\n');
  const millis = await page.getByLabel('Copied rows').evaluate((area, value) => {
    const start = performance.now();
    const setter = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set;
    setter?.call(area, value);
    area.dispatchEvent(new Event('input', { bubbles: true }));
    return new Promise<number>((resolve) => {
      const look = () => {
        const count = document.querySelectorAll('.preview tbody tr').length;
        if (count === 300) resolve(performance.now() - start);
        else requestAnimationFrame(look);
      };
      look();
    });
  }, text);
  t.diagnostic(`${Math.round(millis)} ms`);
  assert.ok(millis < 1000, `${millis} ms`);
});

test('two people who edit the same race see what the other has stored, and lose nothing', async (t) => {
  const { page: first, eventId } = await openProgramme(t);
  const { page: second } = await openProgramme(t, ben, eventId);
  await cell(second, 'Title', 'race 1').fill('Ben’s title');
  await cell(second, 'Round', 'race 1').fill('Ben’s round');
  await cell(second, 'Title', 'race 2').fill('Only Ben');
  await cell(first, 'Title', 'race 1').fill('Ann’s title');
  await cell(first, 'Round', 'race 1').fill('Ann’s round');
  await save(first);
  await first.locator('.save-bar').waitFor({ state: 'detached' });
  assert.equal(await cell(second, 'Title', 'race 1').inputValue(), 'Ben’s title');

  await save(second);
  const dialog = second.getByRole('dialog', { name: 'Somebody else has changed this, too' });
  await dialog
    .getByText(/Ann Smith, at \d\d:\d\d/)
    .first()
    .waitFor();
  const title = dialog.getByRole('group', { name: 'Race 1: Title' });
  await title.getByText('Ann’s title').waitFor();
  await title.getByText('Ben’s title').waitFor();
  await keepScreenshot(second, 'office-conflict');
  await assertAccessible(second, 'conflict');
  await title.getByLabel(/^Mine/).check();
  await dialog.getByRole('button', { name: 'Save as chosen' }).click();
  await second.locator('.save-bar').waitFor({ state: 'detached' });
  const [one, two] = (await races(second, eventId)) as { title: string; round?: string }[];
  assert.deepEqual(
    [one?.title, one?.round, two?.title],
    ['Ben’s title', 'Ann’s round', 'Only Ben'],
  );
  await first.locator('.fresh input').first().waitFor();
  assert.equal(await cell(first, 'Title', 'race 1').inputValue(), 'Ben’s title');
});

test('a race that somebody has removed is added anew with what was typed, and else as any other', async (t) => {
  const { page: first, eventId } = await openProgramme(t);
  const { page: second } = await openProgramme(t, ben, eventId);
  await cell(second, 'Time', 'race 2').fill('14:35');
  await cell(second, 'Title', 'race 2').fill('Ben’s title');
  await first.getByRole('button', { name: 'More of race 2' }).click();
  await first.getByRole('button', { name: 'Remove', exact: true }).click();
  await save(first);
  await second.getByRole('button', { name: 'Add it as a new race' }).click();
  await save(second);
  await second.locator('.save-bar').waitFor({ state: 'detached' });
  const added = (await races(second, eventId)).find(({ title }) => title === 'Ben’s title');
  assert.deepEqual([added?.raceNumber, added?.scheduledAt], [4, '2026-06-13T12:35:00Z']);
});

test('nothing typed is lost by a reload, a lost connection, or the end of the session', async (t) => {
  const { page, eventId } = await openProgramme(t);
  await cell(page, 'Title', 'race 1').fill('Typed before');
  await page.reload();
  assert.equal(await cell(page, 'Title', 'race 1').inputValue(), 'Typed before');
  await page.route('**/console/api/events/*/races', (route) => route.abort());
  await save(page);
  await page.getByText('No connection: not saved yet. Nothing you typed is lost.').waitFor();
  await page.unroute('**/console/api/events/*/races');
  await page.getByRole('button', { name: 'Send again' }).click();
  await page.locator('.save-bar').waitFor({ state: 'detached' });
  assert.equal((await races(page, eventId))[0]?.title, 'Typed before');

  await page.getByRole('button', { name: 'Add a race on Saturday' }).click();
  await cell(page, 'Title', 'race 4').fill('Its answer was lost');
  await page.route('**/console/api/events/*/races', async (route) => {
    assert.equal((await route.fetch()).status(), 200);
    await route.abort();
  });
  await save(page);
  await page.getByRole('button', { name: 'Send again' }).waitFor();
  await page.unroute('**/console/api/events/*/races');
  await page.getByRole('button', { name: 'Send again' }).click();
  await page.locator('.save-bar').waitFor({ state: 'detached' });
  assert.equal((await races(page, eventId)).length, 4);

  await cell(page, 'Title', 'race 2').fill('Typed after');
  await page.context().clearCookies();
  await save(page);
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.locator('.save-bar').waitFor({ state: 'detached' });
  assert.equal((await races(page, eventId))[1]?.title, 'Typed after');
});

test('what is typed while a slow answer is awaited stays, and a new race is stored once', async (t) => {
  const { page, eventId } = await openProgramme(t);
  const add = page.getByRole('button', { name: 'Add a race on Saturday' });
  const saved = page.locator('.save-bar');
  const first = await slowAnswer(page, '/races');
  await add.click();
  await cell(page, 'Title', 'race 4').fill('New');
  await save(page);
  await page.getByText('One moment…').waitFor();
  await cell(page, 'Round', 'race 4').fill('Final');
  first.release();
  await saved.getByText('1 changed').waitFor();
  assert.equal(await cell(page, 'Round', 'race 4').inputValue(), 'Final');
  await save(page);
  await saved.waitFor({ state: 'detached' });
  const [, , , stored] = (await races(page, eventId)) as { title?: string; round?: string }[];
  assert.deepEqual([stored?.title, stored?.round], ['New', 'Final']);

  const second = await slowAnswer(page, '/races');
  await add.click();
  await page.keyboard.press('Control+s');
  await page.getByText('One moment…').waitFor();
  await page.keyboard.press('Alt+3');
  await page.getByRole('heading', { level: 1, name: 'Crews' }).waitFor();
  await page.keyboard.press('Alt+2');
  await cell(page, 'Title', 'race 1').fill('Typed meanwhile');
  second.release();
  await saved.getByText('1 changed').waitFor();
  assert.equal(await page.locator('tr', { has: cell(page, 'Title', 'race 5') }).count(), 1);
  await page.reload();
  assert.equal(await cell(page, 'Title', 'race 1').inputValue(), 'Typed meanwhile');
  await save(page);
  await saved.waitFor({ state: 'detached' });
  assert.equal((await races(page, eventId)).length, 5);

  const third = await slowAnswer(page, '/races');
  await cell(page, 'Title', 'race 1').fill('Sent');
  await add.click();
  await save(page);
  await page.getByText('One moment…').waitFor();
  await cell(page, 'Title', 'race 1').fill('Typed meanwhile');
  await page.getByRole('button', { name: 'More of race 6' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  third.release();
  await saved.getByText('1 changed').waitFor();
  await saved.getByText('1 to be removed').waitFor();
  await save(page);
  await saved.waitFor({ state: 'detached' });
  const left = (await races(page, eventId)) as { title?: string }[];
  assert.deepEqual([left[0]?.title, left.length], ['Typed meanwhile', 5]);
});

for (const width of [1366, 820, 390]) {
  test(`at ${width} px times have their seconds, classes and titles their name, states a word`, async (t) => {
    const event = await site.addEvent({
      ...{ clubId, userId: ann.id, name: 'Hebda Cup' },
      ...{ startDate: '2026-06-13', endDate: '2026-06-13' },
    });
    await event.push('POST', '/schedule', {});
    await event.push(
      'PUT',
      '/races',
      [1, 2, 3].map((raceNumber) => ({
        ...{ externalId: `r${raceNumber}`, raceNumber, title: `Heat ${raceNumber}` },
        ...{ divisionLabel: "Women's Junior", boatClass: '4x', round: 'Heat' },
        scheduledAt: `2026-06-13T08:3${raceNumber}:28+02:00`,
      })),
    );
    await event.push('POST', '/schedule/publish');
    const { races } = await event.board();
    for (const [index, state] of (['planned', 'cancelled', 'postponed'] as const).entries()) {
      if (state === 'planned') continue;
      const raceId = races[index]?.id ?? 0;
      await performOn(site.service, event.eventId, setRaceState, { raceId, state });
    }
    const touch = width < 1000 && { hasTouch: true, isMobile: true };
    const page = await newPage(t, { viewport: { width, height: 844 }, locale: 'de-DE', ...touch });
    await ann.enter(page);
    await page.goto(`${site.url}/console/events/${event.eventId}/programme`);
    await page.getByText('Abgesagt', { exact: true }).waitFor();
    await page.getByText('Vertagt', { exact: true }).waitFor();
    const cut = await page
      .locator('.of-time input, .of-title input, .of-divisionLabel input')
      .evaluateAll((fields: HTMLInputElement[]) =>
        fields
          .filter((field) => field.checkVisibility() && field.scrollWidth > field.clientWidth)
          .map(({ value }) => value),
      );
    assert.deepEqual(cut, []);
    const struck = await page
      .locator('.of-title input')
      .evaluateAll((titles) => titles.map((it) => getComputedStyle(it).textDecorationLine));
    assert.deepEqual(struck, ['none', 'line-through', 'none'], 'only what is not rowed');
    await assertFitsWidth(page, 'programme');
  });
}

test('a race of a published regatta is cancelled rather than removed', async (t) => {
  const { page, eventId } = await openProgramme(t, ann, await addRegatta(true));
  await page.getByRole('button', { name: 'More of race 2' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel race 2 instead of removing?' });
  await dialog.getByLabel('Reason').fill('Storm');
  await dialog.getByRole('button', { name: 'Cancel the race' }).click();
  await page.getByText('The race is cancelled.').waitFor();
  const [, cancelled] = (await races(page, eventId)) as { state?: string; reason?: string }[];
  assert.deepEqual([cancelled?.state, cancelled?.reason], ['cancelled', 'Storm']);
  await page.getByText('Cancelled Storm').waitFor();

  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByRole('button', { name: 'Remove all the same' }).click();
  await save(page);
  await page.locator('.save-bar').waitFor({ state: 'detached' });
  assert.equal((await races(page, eventId)).length, 2);
});
