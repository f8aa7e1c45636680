/** Draw and results in the race office: fast entry, counted in keys, while timing pushes what it has. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { writtenTime } from '../../web/src/console/office/races/typed-result.ts';
import { newPage } from '../support/browser.ts';
import { PASSWORD, startConsole } from './console-site.ts';
import { addOfficeRegatta, LANES, resultsOf } from './office-regatta.ts';

const site = await startConsole({ after });
const regatta = await addOfficeRegatta(site, { races: 16, rowed: 3, notDrawn: 2 });
const { ann, event } = regatta;
await event.push('PUT', '/races', [
  { externalId: 'race-9', raceNumber: 9, resultMode: 'placesOnly' },
]);

/** A keyboard that counts. */
function countedKeys(page: Page) {
  let count = 0;
  return {
    press: async (key: string) => {
      count += 1;
      await page.keyboard.press(key);
    },
    type: async (text: string) => {
      for (const key of text) {
        count += 1;
        await page.keyboard.press(key);
      }
    },
    get count() {
      return count;
    },
  };
}

/** Opens the race that is due next, or the one with a number. */
async function openRaces(page: Page, number?: number): Promise<void> {
  await ann.enter(page);
  const path = number === undefined ? 'races' : `races/${await regatta.raceId(number)}`;
  await page.goto(regatta.url(path));
  await page.locator('#race-title').waitFor();
}

/** Presses a key and waits for no frame. @returns the lane that the next key would be typed into */
const laneAfter = (page: Page, pressed: string) =>
  page.evaluate((key) => {
    const at = document.activeElement ?? document.body;
    at.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    return document.activeElement?.getAttribute('data-lane');
  }, pressed);

const lanesOf = async (raceNumber: number) =>
  (await event.board()).races.find((race) => race.raceNumber === raceNumber)?.lanes ?? [];
const lane = (page: Page, position: number) => page.locator(`input[data-lane="${position}"]`);
const row = (page: Page, position: number) =>
  page.locator('.entry-lane').filter({ has: lane(page, position) });

test('a race of eight lanes in at most 60 keys, posted with one', async (t) => {
  const page = await newPage(t);
  await openRaces(page);
  await page.getByRole('heading', { level: 2, name: /^4 Women/ }).waitFor();
  await page.getByText('3 of 16 rowed').waitFor();
  const keys = countedKeys(page);
  await keys.press('e');
  await page.locator('input[data-lane="1"]:focus').waitFor();
  const times = ['64270', '6451', '64007', '65533', 's', '70102', '65999', '64270+10'];
  for (const [index, time] of times.entries()) {
    await keys.type(time);
    if (index < times.length - 1) await keys.press('Enter');
  }
  await row(page, 8).getByText('6:42.70 + 10 s = 6:52.70').waitFor();
  assert.deepEqual(await page.locator('.entry-place > [aria-hidden]').allTextContents(), [
    '2',
    '3',
    '1',
    '5',
    '–',
    '7',
    '6',
    '4',
  ]);
  await page
    .locator('.in-bar')
    .getByText(/^Followers will hear: 1\. /)
    .waitFor();
  assert.deepEqual(
    (await lanesOf(4)).map(({ status }) => status),
    Array(8).fill('assigned'),
    'nothing is sent yet',
  );
  assert.ok(keys.count <= 60, `${keys.count} keys`);
  t.diagnostic(`${keys.count} keys, and one to post`);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().endsWith('/results')) sent.push(request.url());
  });
  await page.keyboard.press('Control+Enter');
  await page.getByText('Race 4 posted.').waitFor();
  assert.equal(sent.length, 1, 'the whole field in one write');
  assert.deepEqual(
    (await lanesOf(4)).map(({ status, finishTimeMillis, finishPlace, penaltyMillis }) => [
      status,
      finishTimeMillis,
      finishPlace,
      penaltyMillis,
    ]),
    [
      ['finished', 402_700, 2, null],
      ['finished', 405_100, 3, null],
      ['finished', 400_070, 1, null],
      ['finished', 415_330, 5, null],
      ['dns', null, null, null],
      ['finished', 421_020, 7, null],
      ['finished', 419_990, 6, null],
      ['finished', 402_700, 4, 10_000],
    ],
  );
  await page.keyboard.press('PageDown');
  await page.getByRole('heading', { level: 2, name: /^5 Women/ }).waitFor();
  await page.locator('input[data-lane="1"]:focus').waitFor();
});

test('nonsense is told beside the field and never sent; what is typed outlives a reload', async (t) => {
  const page = await newPage(t);
  await openRaces(page, 5);
  let writes = 0;
  page.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().endsWith('/results')) writes += 1;
  });
  const cases = [
    ['7:6', 'Seconds are two digits, at most 59'],
    ['99:99', 'Seconds are two digits, at most 59'],
    ['-1', 'Not a time. Type 64270 for 6:42.70.'],
    ['abc', 'Only digits, or s, f, d. Nothing is sent.'],
  ] as const;
  for (const [text, said] of cases) {
    await lane(page, 1).fill(text);
    await row(page, 1).getByText(said).waitFor();
    assert.equal(await lane(page, 1).getAttribute('aria-invalid'), 'true', text);
    await lane(page, 3).focus();
    await page.keyboard.press('Control+Enter');
    await page.getByText('Lane 1 is not right yet. Nothing was sent.').waitFor();
    await page.locator('input[data-lane="1"]:focus').waitFor();
  }
  await lane(page, 2).fill('6');
  await row(page, 2).getByText('not complete yet').waitFor();
  await lane(page, 4).fill('1:02:03,4');
  await row(page, 4).getByText('1:02:03.40').waitFor();
  await page.reload();
  await row(page, 1)
    .getByText(/Only digits/)
    .waitFor();
  assert.equal(await lane(page, 4).inputValue(), '1:02:03,4');
  assert.equal(writes, 0);
  assert.deepEqual(
    (await lanesOf(5)).map(({ status }) => status),
    Array(LANES).fill('assigned'),
  );
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByText('Nothing typed yet').waitFor();
  assert.equal(await lane(page, 4).inputValue(), '');
});

test('timing pushes while somebody types: no digit is lost, the cursor stays, both are shown', async (t) => {
  const page = await newPage(t, { forgive: /409/ });
  await openRaces(page, 6);
  await lane(page, 3).focus();
  const typed = '1:06:42.701';
  const cursor = () =>
    page.evaluate(() => {
      const field = document.activeElement as HTMLInputElement;
      return [field.dataset.lane, field.value, field.selectionStart];
    });
  for (const [index, key] of [...typed].entries()) {
    await page.keyboard.press(key);
    // Every lane in turn, the one with the cursor among them.
    const results = resultsOf(6).map((result) => ({
      ...result,
      finishTimeMillis: result.finishTimeMillis + index,
    }));
    await event.push(
      'PUT',
      '/races/race-6/results',
      results.slice(index % LANES, (index % LANES) + 1),
    );
    if (index === 4) await page.keyboard.press('ArrowLeft');
    if (index === 4) await page.keyboard.press('ArrowRight');
    assert.deepEqual(await cursor(), ['3', typed.slice(0, index + 1), index + 1]);
  }
  // Lane 2 was pushed second, and again as the tenth.
  const second = (await lanesOf(6))[1]?.finishTimeMillis ?? 0;
  await page.waitForFunction(
    (text) => document.querySelector<HTMLInputElement>('input[data-lane="2"]')?.value === text,
    writtenTime(second),
  );
  assert.deepEqual(await cursor(), ['3', typed, typed.length]);
  await page.keyboard.press('Control+Enter');
  const dialog = page.getByRole('dialog', { name: 'Somebody else has changed this, too' });
  await dialog
    .getByText(/Timing/)
    .first()
    .waitFor();
  await dialog.getByRole('button', { name: 'Take mine' }).click();
  await page.getByText('Race 6 posted.').waitFor();
  assert.equal((await lanesOf(6))[2]?.finishTimeMillis, 4_002_701);
  assert.equal((await lanesOf(6))[1]?.finishTimeMillis, second);
});

test('a correction: who posted is shown, what followers will hear is said before, all is taken back', async (t) => {
  const page = await newPage(t);
  await openRaces(page, 3);
  await page.getByText(/^Posted .* by Ann Smith, key /).waitFor();
  await lane(page, 2).focus();
  await page.keyboard.type('70000+10');
  await page
    .locator('.in-bar')
    .getByText(/^Followers will hear the correction: .*7:10\.00 \(incl\. \+10 s\)/)
    .waitFor();
  await page.keyboard.press('Control+Enter');
  await page.getByText('Race 3 posted.').waitFor();
  await page.getByText(/^Posted .* by Ann Smith$/).waitFor();
  // What is taken back is nobody else's change, however late it is shown.
  await page.route(/\/office$/, async (route) => {
    await pause(700);
    await route.continue();
  });
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Taken back.', { exact: true }).waitFor();
  assert.equal((await lanesOf(3))[1]?.penaltyMillis, null);
  await lane(page, 2).fill('');
  await row(page, 2).getByText('The result is taken back').waitFor();
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.locator('h1').click();
  await page.keyboard.press('t');
  await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click();
  await page.getByText('Results of race 3 taken back.').waitFor();
  assert.ok((await lanesOf(3)).every(({ status }) => status === 'assigned'));
  await event.push('PUT', '/races/race-3/results', resultsOf(3));
});

test('a lost connection and an ended session lose nothing that was typed', async (t) => {
  const page = await newPage(t, { forgive: /INTERNET_DISCONNECTED|\b401\b/ });
  await openRaces(page, 10);
  await lane(page, 1).focus();
  await page.keyboard.type('64270');
  await page.context().setOffline(true);
  await page.keyboard.press('Control+Enter');
  await page.getByText('No connection: not saved yet. Nothing you typed is lost.').waitFor();
  assert.equal(await lane(page, 1).inputValue(), '64270');
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Post again' }).click();
  await page.getByText('Race 10 posted.').waitFor();
  assert.equal((await lanesOf(10))[0]?.finishTimeMillis, 402_700);

  await lane(page, 2).fill('64500');
  await page.context().clearCookies();
  await page.keyboard.press('Control+Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('E-mail address').fill(ann.email);
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'hidden' });
  await page.getByText('Nothing typed yet').waitFor();
  assert.equal((await lanesOf(10))[1]?.finishTimeMillis, 405_000);
});

test('from race to race by key', async (t) => {
  const page = await newPage(t);
  await openRaces(page, 11);
  const title = (number: number) =>
    page.getByRole('heading', { level: 2, name: new RegExp(`^${number} `) }).waitFor();
  await page.locator('h1').click();
  await page.keyboard.press('n');
  await title(12);
  await page.keyboard.press('p');
  await title(11);
  await page.keyboard.press('Alt+PageUp');
  await title(10);
  await page
    .getByLabel('Race', { exact: true })
    .and(page.locator('select'))
    .selectOption({ label: "12 · 07:00 · Women's Junior 4x, Heat 12" });
  await title(12);
  await page.goBack();
  await title(10);
});

test('the cursor is in the first lane before the next key', async (t) => {
  const page = await newPage(t);
  await openRaces(page, 11);
  assert.equal(await laneAfter(page, 'e'), '1');
});

test('with a finger: finish order by taps, statuses by buttons, the next race by a swipe', async (t) => {
  const page = await newPage(t, { device: 'phone' });
  await openRaces(page, 9);
  for (const label of ['3', '1', '4']) {
    await page.getByRole('button', { name: `Lane ${label} is next` }).tap();
  }
  assert.equal(await page.getByLabel('Finish order', { exact: true }).inputValue(), '3 1 4');
  await page.getByRole('button', { name: 'Remove the last lane' }).tap();
  await lane(page, 2).tap();
  await page.getByRole('button', { name: /^DNF/ }).tap();
  await page.getByRole('button', { name: 'Next lane' }).tap();
  await page.locator('input[data-lane="4"]:focus').waitFor();
  await page.getByRole('button', { name: 'Post', exact: true }).tap();
  await page.getByText('Race 9 posted.').waitFor();
  assert.deepEqual(
    (await lanesOf(9)).slice(0, 4).map(({ status, finishPlace }) => [status, finishPlace]),
    [
      ['finished', 2],
      ['dnf', null],
      ['finished', 1],
      ['assigned', null],
    ],
  );
  const swipe = (from: number, to: number) =>
    page.evaluate(
      ([start = 0, end = 0]) => {
        const target = document.querySelector('#race-title') as HTMLElement;
        const touch = (clientX: number) =>
          new Touch({ identifier: 1, target, clientX, clientY: 300 });
        const options = { bubbles: true };
        target.dispatchEvent(new TouchEvent('touchstart', { ...options, touches: [touch(start)] }));
        target.dispatchEvent(
          new TouchEvent('touchend', { ...options, changedTouches: [touch(end)] }),
        );
      },
      [from, to],
    );
  await swipe(300, 100);
  await page.getByRole('heading', { level: 2, name: /^10 / }).waitFor();
  await swipe(100, 300);
  await page.getByRole('heading', { level: 2, name: /^9 / }).waitFor();
  await swipe(200, 190);
  assert.match(await page.locator('#race-title').innerText(), /^9 /);
});

test('the order of finish first, the times in that order', async (t) => {
  const page = await newPage(t);
  await openRaces(page, 7);
  await page.locator('h1').click();
  await page.keyboard.press('f');
  await page.locator('#finish-order:focus').waitFor();
  await page.keyboard.type('58');
  await page.keyboard.press('Enter');
  await page.locator('input[data-lane="5"]:focus').waitFor();
  await page.keyboard.type('64270');
  await page.keyboard.press('Enter');
  await page.locator('input[data-lane="8"]:focus').waitFor();
  await page.keyboard.type('64100');
  await row(page, 8).getByText('Faster than a crew that finished before it').waitFor();
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('999');
  await page.locator('#finish-order').fill('5 9');
  await page.getByText('No lane 9 with a crew').waitFor();
  await page.keyboard.press('Control+Enter');
  await page.locator('#finish-order:focus').waitFor();
  await page.locator('#finish-order').fill('5 8');
  await page.keyboard.press('Control+Enter');
  await page.getByText('Race 7 posted.').waitFor();
  assert.deepEqual(
    (await lanesOf(7))
      .filter(({ finishPlace }) => finishPlace)
      .map(({ position, finishPlace }) => [position, finishPlace]),
    [
      [5, 1],
      [8, 2],
    ],
  );
});

test('a race is cancelled, planned again, and its results are made official, by one key each', async (t) => {
  const page = await newPage(t);
  await openRaces(page, 8);
  await page.locator('h1').click();
  await page.keyboard.press('c');
  const dialog = page.getByRole('dialog', { name: 'Cancel race 8?' });
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await page.keyboard.press('c');
  await page.getByLabel('Reason').fill('Wind');
  await page.keyboard.press('Enter');
  await page.getByText('Race 8 cancelled.').waitFor();
  await page.getByText('Reason: Wind').waitFor();
  const stateOf = async () =>
    (await event.board()).races.find(({ raceNumber }) => raceNumber === 8);
  assert.deepEqual([(await stateOf())?.state, (await stateOf())?.reason], ['cancelled', 'Wind']);
  await page.locator('h1').click();
  await page.keyboard.press('r');
  await page.getByText('Race 8 is planned again.').waitFor();
  assert.equal((await stateOf())?.state, 'planned');
  await openRaces(page, 2);
  await useProvisionalResults(page);
  await page.getByText('provisional', { exact: true }).waitFor();
  await page.keyboard.press('o');
  await page.getByText('Results of race 2 are official.').waitFor();
  await page.getByText('official', { exact: true }).waitFor();
  const official = async () =>
    (await event.board()).races.find(({ raceNumber }) => raceNumber === 2)?.official;
  assert.equal(await official(), true);
  await lane(page, 1).focus();
  await page.keyboard.type('70000');
  await page.keyboard.press('Control+Enter');
  await page.getByText('provisional', { exact: true }).waitFor();
  assert.equal(await official(), false, 'a later change makes them provisional again');
});

test('a draw by a few letters, lanes swapped by key, mouse and taps, what is lost said before', async (t) => {
  const page = await newPage(t);
  await openRaces(page, 15);
  const crew = (label: number) => page.getByRole('combobox', { name: `Crew of lane ${label}` });
  await crew(1).fill('ecluse a');
  await page.keyboard.press('Enter');
  await page.locator('input[data-crew="2"]:focus').waitFor();
  await page.keyboard.type('club 3');
  await page.locator('.options > div').nth(1).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Brand New Crew');
  await page.getByRole('option', { name: 'New crew: Brand New Crew' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('Brand New Crew added.').waitFor();
  await page.waitForFunction(
    () =>
      document.querySelector<HTMLInputElement>('input[data-crew="3"]')?.value === 'Brand New Crew',
  );
  const second = await crew(2).inputValue();
  assert.equal(await crew(1).inputValue(), 'Écluse A');
  await crew(1).focus();
  await page.keyboard.press('Alt+ArrowDown');
  await page.locator('input[data-crew="2"]:focus').waitFor();
  assert.deepEqual([await crew(1).inputValue(), await crew(2).inputValue()], [second, 'Écluse A']);
  await page
    .getByRole('button', { name: 'Swap lane 2' })
    .dragTo(page.getByRole('button', { name: 'Swap lane 4' }));
  await page.waitForFunction(
    () => document.querySelector<HTMLInputElement>('input[data-crew="4"]')?.value === 'Écluse A',
  );
  await page.getByRole('button', { name: 'Swap lane 4' }).click();
  await page.getByRole('button', { name: 'Swap lane 5' }).click();
  await crew(6).fill('nobody of that name');
  await crew(7).focus();
  await page.getByText('Choose a crew from the list, or add it as a new one.').waitFor();
  await page.reload();
  await page.getByText('Choose a crew from the list, or add it as a new one.').waitFor();
  assert.equal(await crew(6).inputValue(), 'nobody of that name', 'a reload loses nothing');
  await page.keyboard.press('Control+s');
  await page.locator('input[data-crew="6"]:focus').waitFor();
  await crew(6).fill('');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Add a lane' }).click();
  await page.getByRole('button', { name: 'Remove lane 9' }).click();
  await page.getByLabel('Label of lane 7').fill('101');
  await page.keyboard.press('Control+s');
  await page.getByText('Draw of race 15 saved.').waitFor();
  assert.deepEqual(
    (await lanesOf(15)).map(({ positionLabel, crewName }) => [positionLabel, crewName]),
    [
      ['1', second],
      ['3', 'Brand New Crew'],
      ['5', 'Écluse A'],
      ['101', null],
    ],
  );
  await page.goto(regatta.url(`races/${await regatta.raceId(2)}`));
  await page.getByRole('button', { name: 'Draw', exact: true }).click();
  const before = await crew(1).inputValue();
  await crew(1).fill('');
  await page.keyboard.press('Enter');
  await page.getByText(`These results go: Lane 1 ${before}`).waitFor();
  await page.getByRole('button', { name: 'Discard' }).click();
  assert.equal(await crew(1).inputValue(), before);
});

async function useProvisionalResults(page: Page): Promise<void> {
  const path = `${site.url}/console/api/events/${event.eventId}`;
  await page.evaluate(async (address) => {
    const { revision } = await (await fetch(`${address}/office`)).json();
    await fetch(`${address}/settings`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ provisionalResults: true, seen: revision }),
    });
  }, path);
}
