/** Draw and results in the race office: fast entry, counted in keys, while timing pushes what it has. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { writtenTime } from '../../web/src/console/office/races/results/typed-result.ts';
import { newPage } from '../support/browser.ts';
import { assertFitsWidth } from './checks.ts';
import { PASSWORD, startConsole } from './console-site.ts';
import {
  addOfficeRegatta,
  LANES,
  postPart,
  resultsOf,
  useProvisionalResults,
} from './office-regatta.ts';

const site = await startConsole();
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

test('Enter leads from lane to lane, also where some have a result, and posts nothing behind the last', async (t) => {
  const page = await newPage(t);
  const stored = await lanesOf(3);
  await event.push('PUT', '/races/race-3/results', [{ position: LANES, status: 'assigned' }]);
  await openRaces(page, 3);
  await lane(page, 1).focus();
  for (let position = 1; position <= LANES; position += 1) {
    await lane(page, position).and(page.locator(':focus')).waitFor();
    await page.keyboard.type(`6420${position}`);
    await page.keyboard.press('Enter');
  }
  await page.locator('.post-bar:focus').waitFor();
  // One time more than there are lanes.
  await page.keyboard.type('64209');
  await page.keyboard.press('Enter');
  assert.equal(await lane(page, LANES).inputValue(), `6420${LANES}`);
  assert.equal((await lanesOf(3))[0]?.finishTimeMillis, stored[0]?.finishTimeMillis);
  await page.getByText(`${LANES} lanes to post`).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText('Race 3 posted.').waitFor();
  assert.deepEqual(
    (await lanesOf(3)).map(({ finishTimeMillis }) => finishTimeMillis),
    Array.from({ length: LANES }, (_, index) => 402_010 + index * 10),
  );
  await event.push('PUT', '/races/race-3/results', resultsOf(3));
});

test('one key goes on to the next race, wherever the cursor is in the results', async (t) => {
  const page = await newPage(t, { locale: 'de-DE' });
  await openRaces(page, 4);
  const at = (number: number) =>
    page.getByRole('heading', { level: 2, name: new RegExp(`^${number} Women`) }).waitFor();
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press('PageDown');
  await at(5);
  await lane(page, 1).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('PageDown');
  await at(6);
  await page.locator('.post-bar .primary').focus();
  await page.keyboard.press('PageUp');
  await at(5);
  await page.keyboard.press('Escape');
  await page.keyboard.press('f');
  await page.locator('#finish-order:focus').waitFor();
  await page.keyboard.press('PageUp');
  await at(4);
  assert.deepEqual((await page.locator('.entry-hints kbd').allTextContents()).slice(-2), [
    'Strg+Enter',
    'Bild ab',
  ]);
});

test('a long title does not widen the page of a tablet', async (t) => {
  const title =
    'Leichtgewichts-Juniorinnen-Doppelvierer mit Steuerfrau, Altersklasse B, Leistungsklasse';
  await event.push('PUT', '/races', [{ externalId: 'race-16', raceNumber: 16, title }]);
  const tablet = { viewport: { width: 820, height: 1180 }, hasTouch: true, isMobile: true };
  const page = await newPage(t, { ...tablet, locale: 'de-DE' });
  await openRaces(page, 16);
  const next = await page.getByRole('button', { name: 'Nächstes Rennen' }).boundingBox();
  assert.ok(next && next.x + next.width <= 820, 'the way to the next race is whole');
  await assertFitsWidth(page, 'draw');
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

/** What can be pressed, typed into or read, and is covered by something else, after scrolling to it outside the bars. */
const coveredBySaid = (page: Page) =>
  page.evaluate(() => {
    const targets = 'a[href], button, input, select, textarea, summary, h1, h2';
    return [...document.querySelectorAll<HTMLElement>(targets)]
      .filter((it) => it.checkVisibility({ visibilityProperty: true }) && !it.closest('.said'))
      .filter((it) => {
        const inBar = it.closest('header.bar, .race-top, .save-bar');
        if (!inBar) it.scrollIntoView({ block: 'nearest', behavior: 'instant' });
        const { left, top, width, height } = it.getBoundingClientRect();
        return [0.1, 0.5, 0.9].some((part) => {
          const hit = document.elementFromPoint(left + width * part, top + height / 2);
          return hit?.closest('.said') != null;
        });
      })
      .map((it) => it.outerHTML.slice(0, 120));
  });

for (const [viewport, hasTouch] of [
  [{ width: 1366, height: 768 }, false],
  [{ width: 390, height: 844 }, true],
] as const) {
  test(`at ${viewport.width} px what was done is said beside, never over, what is pressed`, async (t) => {
    const page = await newPage(t, { viewport, hasTouch, isMobile: hasTouch, locale: 'de-DE' });
    await openRaces(page, 3);
    await lane(page, 2).fill('70500');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Rennen 3 eingetragen.').waitFor();
    const said = await page.locator('.said').boundingBox();
    assert.ok(said && said.y + said.height > viewport.height - 60, 'it stands at the bottom');
    assert.deepEqual(await coveredBySaid(page), []);
    const undo = await page.getByRole('button', { name: 'Rückgängig machen' }).boundingBox();
    const post = await page.locator('.post-bar .primary').boundingBox();
    assert.ok(undo && post && undo.x + undo.width < post.x, 'a second press of Post is no undo');
    // A click that is meant for the bar reaches it.
    await page.getByRole('link', { name: 'Weiterkommen', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Weiterkommen' }).waitFor();
    assert.equal((await lanesOf(3))[1]?.finishTimeMillis, 425_000);
    await event.push('PUT', '/races/race-3/results', resultsOf(3));
  });
}

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
  // An undo is not shown as somebody else's change, however late the document comes.
  await page.route(/\/office$/, async (route) => {
    await pause(700);
    await route.continue();
  });
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Undone.', { exact: true }).waitFor();
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

test('the field shows what is stored, also while the cursor is in it, and never over what is typed', async (t) => {
  const page = await newPage(t);
  await openRaces(page, 2);
  const field = lane(page, 2);
  const selected = () =>
    field.evaluate((input: HTMLInputElement) => {
      const { value, selectionStart, selectionEnd } = input;
      return (
        document.activeElement === input && value.slice(selectionStart ?? 0, selectionEnd ?? 0)
      );
    });
  const shows = (text: string) =>
    page.waitForFunction(
      (wanted) =>
        document.querySelector<HTMLInputElement>('input[data-lane="2"]')?.value === wanted,
      text,
    );
  await field.focus();
  await page.keyboard.type('70000');
  await page.keyboard.press('Control+Enter');
  await page.getByText('Race 2 posted.').waitFor();
  await shows('7:00.00');
  assert.equal(await selected(), '7:00.00', 'the next digit takes its place');
  const push = (finishTimeMillis: number) =>
    event.push('PUT', '/races/race-2/results', [{ position: 2, finishTimeMillis }]);
  await push(421_000);
  await shows('7:01.00');
  assert.equal(await selected(), '7:01.00');
  await page.keyboard.type('7');
  await push(422_000);
  await row(page, 1).waitFor();
  await page.getByText(/^Posted .* by Ann Smith, key /).waitFor();
  assert.equal(await field.inputValue(), '7', 'what is typed stays');
  // Typed back to the stored time: somebody is still typing, though nothing is left to send.
  await page.keyboard.type('01.00');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type(':');
  await push(423_000);
  await page.waitForTimeout(2000);
  assert.equal(await field.inputValue(), '7:01.00');
  await page.keyboard.press('Escape');
  await shows('7:03.00');
  await event.push('PUT', '/races/race-2/results', resultsOf(2));
});

test('a lane that is added takes the cursor, and letters are keys only once the cursor is out of the fields', async (t) => {
  const page = await newPage(t);
  await openRaces(page, 12);
  await page.keyboard.press('d');
  const crew = (position: number) => page.locator(`input[data-crew="${position}"]`);
  await crew(1).waitFor();
  await page.getByRole('button', { name: 'Add a lane' }).click();
  await page.keyboard.type('edn');
  assert.equal(await crew(LANES + 1).inputValue(), 'edn');
  await crew(LANES + 1).fill('');
  await page.getByRole('button', { name: 'Add a lane' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('e');
  assert.equal(await crew(LANES + 2).inputValue(), 'e', 'also by key');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).click();

  await crew(1).fill('Saline');
  await page.keyboard.press('Enter');
  const before = await crew(2).inputValue();
  await crew(3).fill('Hudson A');
  // As the manual says, and without a pause: the draw is saved, then E for the results.
  await page.keyboard.press('Control+s');
  await page.keyboard.press('e');
  await page.locator('input[data-lane="1"]:focus').waitFor();
  await page.getByText('Draw of race 12 saved.').waitFor();
  assert.equal((await lanesOf(12))[2]?.crewName, 'Hudson A', 'what was being typed is saved, too');
  await page.keyboard.press('Escape');
  await page.keyboard.press('d');
  await crew(2).waitFor();
  assert.equal(await crew(2).inputValue(), before, 'no letter went into the draw');
});

test('Ctrl+S in the draw saves what is being typed, also where nothing else is changed', async (t) => {
  const page = await newPage(t);
  await openRaces(page, 13);
  await page.keyboard.press('d');
  const crew = (position: number) => page.locator(`input[data-crew="${position}"]`);
  await page.locator('input[data-crew="1"]:focus').waitFor();
  await page.keyboard.type('hudson a');
  await page.keyboard.press('Control+s');
  await page.keyboard.press('e');
  await page.locator('input[data-lane="1"]:focus').waitFor();
  await page.getByText('Draw of race 13 saved.').waitFor();
  assert.equal((await lanesOf(13))[0]?.crewName, 'Hudson A');

  await page.keyboard.press('Escape');
  await page.keyboard.press('d');
  await page.locator('input[data-crew="1"]:focus').waitFor();
  await page.keyboard.type('sal');
  await page.keyboard.press('Escape');
  assert.equal(await crew(1).inputValue(), 'Hudson A', 'given up');
  assert.equal(await page.getByRole('button', { name: 'Save' }).count(), 0);
  // No crew has this name; a reload, like any other way out of the field, keeps what was typed.
  await crew(1).fill('sal');
  await page.reload();
  await page.getByText('Choose a crew from the list, or add it as a new one.').waitFor();
  assert.equal(await crew(1).inputValue(), 'sal');
  await page.getByRole('button', { name: 'Discard' }).click();
  assert.equal(await crew(1).inputValue(), 'Hudson A');

  await crew(1).focus();
  await page.keyboard.press('Control+s');
  await page.keyboard.press('e');
  await page.locator('input[data-lane="1"]:focus').waitFor();
});

test('a post waits for nobody who has withdrawn', async (t) => {
  const page = await newPage(t);
  await openRaces(page, 14);
  const gone = (await lanesOf(14)).at(-1);
  assert.ok(gone);
  await page.keyboard.press('d');
  await page.locator('input[data-crew="1"]:focus').waitFor();
  await page.getByRole('button', { name: `Withdraw ${gone.crewName}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await page.getByText(`${gone.crewName} has withdrawn.`).waitFor();
  await page.getByRole('button', { name: 'Results', exact: true }).click();
  await page.locator('.finish-order summary').click();
  assert.equal(await page.locator('.order-taps button').count(), LANES - 1, 'taps');
  for (let position = 1; position < LANES - 1; position++) {
    await lane(page, position).fill(`6420${position}`);
  }
  await postPart(page, `${LANES - 2} of ${LANES - 1}`);
  await page.getByText('Race 14 posted.').waitFor();
  await lane(page, LANES - 1).fill('70000');
  await page.keyboard.press('Control+Enter');
  await page.getByText('Nothing typed yet').waitFor();
  assert.equal((await lanesOf(14))[LANES - 2]?.finishTimeMillis, 420_000, 'posted at once');
});

test('what is typed and not posted is marked wherever somebody is', async (t) => {
  const page = await newPage(t);
  await openRaces(page, 10);
  const nav = page.getByRole('navigation', { name: 'Parts of the race office' });
  const mark = nav.getByRole('link', { name: /^Draw and results.*Not saved yet/ });
  assert.equal(await mark.count(), 0);
  await lane(page, 4).fill('64270');
  await mark.waitFor();
  await page.keyboard.press('Alt+PageDown');
  await page.getByRole('heading', { level: 2, name: /^11 / }).waitFor();
  const option = page.locator('.race-steps option', { hasText: 'typed, not posted' });
  assert.match((await option.textContent()) ?? '', /^10 · .*● typed, not posted$/);
  await nav.getByRole('link', { name: 'Regatta' }).click();
  await page.getByText('Typed on this device and not saved').waitFor();
  await page.getByRole('link', { name: 'Race 10: results' }).click();
  await page.getByRole('heading', { level: 2, name: /^10 / }).waitFor();
  assert.equal(await lane(page, 4).inputValue(), '64270');
  await page.getByRole('button', { name: 'Discard' }).click();
  await mark.waitFor({ state: 'detached' });
  assert.equal(await option.count(), 0);
});

test('a lost connection and an ended session lose nothing that was typed', async (t) => {
  const page = await newPage(t, { forgive: /INTERNET_DISCONNECTED|\b401\b/ });
  await openRaces(page, 10);
  await lane(page, 1).focus();
  await page.keyboard.type('64270');
  await page.context().setOffline(true);
  await postPart(page, '1 of 8');
  await page.getByText('No connection: not saved yet. Nothing you typed is lost.').waitFor();
  const lost = page.getByText('No connection. What you type is kept on this device.');
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  assert.ok(((await lost.boundingBox())?.y ?? -1) >= 0, 'wherever the page is scrolled to');
  assert.equal(await lane(page, 1).inputValue(), '64270');
  await page.context().setOffline(false);
  await lost.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Post again' }).click();
  await page.getByText('Race 10 posted.').waitFor();
  assert.equal((await lanesOf(10))[0]?.finishTimeMillis, 402_700);

  await lane(page, 2).fill('64500');
  await page.context().clearCookies();
  await postPart(page, '2 of 8');
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
  await page.getByRole('button', { name: 'Post 3', exact: true }).tap();
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
  await postPart(page, '2 of 8');
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
  await useProvisionalResults(page, site, event, true);
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
