/** The board for readers without script, for readers of feeds, and the pages that say that something is not there. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepScreenshot, newPage, type Visit } from '../support/browser.ts';
import { assertAccessible, assertFitsWidth, setTextSize } from './checks.ts';
import { publishRegatta, SATURDAY_AT_ELEVEN, startSite } from './site.ts';

const site = await startSite();
const event = await publishRegatta(site);
const board = await event.board();
const rowed = board.races.find(({ scored, entered }) => scored > 0 && scored === entered);
assert.ok(rowed);

test('without script a link shows the result, and leads to all of them', async (t) => {
  const page = await newPage(t, { device: 'phone', javaScriptEnabled: false });
  await page.goto(`${event.url}/races/${rowed.raceNumber}`);
  await page.getByRole('heading', { level: 1, name: `Race ${rowed.number}` }).waitFor();
  await page.getByText(/^Hebda Cup and Wy-Hi: 1\. /).waitFor();
  await page.getByRole('link', { name: 'Running order and results without it' }).click();
  await page.getByRole('heading', { level: 1, name: 'Hebda Cup and Wy-Hi' }).waitFor();
  assert.equal(await page.getByRole('heading', { level: 3 }).count(), board.races.length);
  const winner = rowed.lanes.find(({ finishPlace }) => finishPlace === 1)?.crewName ?? '';
  const table = page.getByRole('heading', { level: 3, name: `Race ${rowed.number} ·` });
  const first = table.locator('xpath=following-sibling::table[1]').getByRole('row').nth(1);
  const [place, , name] = (await first.getByRole('cell').allInnerTexts()).map((text) =>
    text.trim(),
  );
  assert.deepEqual([place, name], ['1', winner]);
});

test('without script the list has the regattas, and the way for who runs one', async (t) => {
  const page = await newPage(t, { device: 'phone', javaScriptEnabled: false, locale: 'de-DE' });
  await page.goto(site.url);
  await page.getByRole('heading', { level: 1, name: 'Regatten' }).waitFor();
  const office = page.getByRole('link', { name: 'Zum Regattabüro' });
  assert.equal(await office.getAttribute('href'), './console');
  assert.match(
    await page.locator('ul').first().innerText(),
    /Juni 2026, Wyandotte, Vereinigte Staaten$/,
  );
  await keepScreenshot(page, 'without-script-regattas');
  await page.getByRole('link', { name: 'Hebda Cup and Wy-Hi' }).click();
  await page.getByRole('heading', { level: 1, name: 'Hebda Cup and Wy-Hi' }).waitFor();
  assert.match(page.url(), /\/plain\?lang=de$/);
});

test('without script a regatta is found by a search, and by its year', async (t) => {
  const page = await newPage(t, { device: 'phone', javaScriptEnabled: false, locale: 'fr-FR' });
  await page.goto(`${site.url}/?lang=en`);
  await page.getByRole('searchbox', { name: 'Find a regatta' }).fill('WY-HI wyandotte');
  await page.getByRole('button', { name: 'Find' }).click();
  await page.waitForURL(/\?q=WY-HI\+wyandotte&lang=en$/);
  await page.getByRole('link', { name: 'Hebda Cup and Wy-Hi' }).waitFor();
  assert.equal(await page.getByRole('searchbox').inputValue(), 'WY-HI wyandotte');
  await keepScreenshot(page, 'without-script-found');
  await page.getByRole('link', { name: '2026', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Regattas 2026' }).waitFor();
  await page.getByRole('link', { name: 'Hebda Cup and Wy-Hi' }).click();
  await page.getByRole('heading', { level: 1, name: 'Hebda Cup and Wy-Hi' }).waitFor();
});

const READERS: Record<string, Visit & Record<'noRace' | 'noPage' | 'toBoard', string>> = {
  phone: {
    ...{ viewport: { width: 360, height: 740 }, colorScheme: 'light', locale: 'de-DE' },
    noRace: 'Dieses Rennen gibt es hier nicht',
    noPage: 'Unter dieser Adresse ist nichts',
    toBoard: 'Zum Zeitplan: Hebda Cup and Wy-Hi',
  },
  desktop: {
    ...{ viewport: { width: 1440, height: 900 }, colorScheme: 'dark', locale: 'fr-FR' },
    noRace: 'Cette course n’est pas au programme',
    noPage: 'Il n’y a rien à cette adresse',
    toBoard: 'Vers le programme\u{a0}: Hebda Cup and Wy-Hi',
  },
};

for (const [device, { noRace, noPage, toBoard, ...visit }] of Object.entries(READERS)) {
  test(`the plain page and the pages of what is not there can be used on a ${device}, ${visit.locale}`, async (t) => {
    const page = await newPage(t, { ...visit, startsAt: SATURDAY_AT_ELEVEN, forgive: /404/ });
    for (const [name, path, heading] of [
      ['plain', `${event.url}/plain`, 'Hebda Cup and Wy-Hi'],
      ['no-race', `${event.url}/races/9999`, noRace],
      ['no-page', `${site.url}/nowhere`, noPage],
    ] as const) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      assert.equal(
        await page.evaluate(() => document.documentElement.lang),
        visit.locale?.slice(0, 2),
      );
      await assertAccessible(page, name);
      await keepScreenshot(page, `without-script-${name}-${device}`);
      for (const size of ['100%', '200%']) {
        await setTextSize(page, size);
        await assertFitsWidth(page, `${name}, ${size}`);
      }
    }
    await page.goto(`${event.url}/races/9999`);
    await page.getByRole('link', { name: toBoard }).click();
    assert.equal(page.url(), event.url);
  });
}

test('the feed can be read by a reader of XML, whatever the names are', async (t) => {
  const own = await site.addEvent({
    ...{ name: '\ufffe<Cup> & "Co" \u202e\u{1f6a3}\uffff', timezone: 'Europe/Berlin' },
    ...{ startDate: '2026-06-13', endDate: '2026-06-13' },
  });
  const name = '<b>&amp;]]>\u0001\u000b\ufffe\uffff\u0085\u2028\u{1f6a3}';
  await own.push('POST', '/schedule');
  await own.push('PUT', '/teams', [{ externalId: 'c', name }]);
  await own.push('PUT', '/races', [
    { externalId: 'r', raceNumber: 1, scheduledAt: '2026-06-13T09:00:00Z', title: name },
  ]);
  await own.push('PUT', '/races/r/entries', [{ position: 1, teamExternalId: 'c' }]);
  await own.push('PUT', '/races/r/results', [{ position: 1, finishTimeMillis: 400_000 }]);
  await own.push('POST', '/schedule/publish');
  const page = await newPage(t, {});
  await page.goto(own.url);
  const read = await page.evaluate(async (url) => {
    const text = await (await fetch(url)).text();
    const parsed = new DOMParser().parseFromString(text, 'application/xml');
    const textOf = (selector: string) => parsed.querySelector(selector)?.textContent ?? '';
    return {
      error: textOf('parsererror'),
      root: parsed.documentElement.namespaceURI,
      title: textOf('feed > title'),
      summary: textOf('entry > summary'),
    };
  }, `${own.url}/results.atom`);
  assert.equal(read.error, '');
  assert.equal(read.root, 'http://www.w3.org/2005/Atom');
  assert.equal(read.title, 'Results: <Cup> & "Co" \u{1f6a3}');
  assert.match(read.summary, /^1\. <b>&amp;\]\]>.* 6:40\.00$/);
});
