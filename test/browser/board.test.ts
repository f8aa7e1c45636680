/** The board of a real regatta, as crews and spectators see it on a phone and on a desk. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { DEVICES, newPage, type Visit } from '../support/browser.ts';
import { allDrawn, assertFitsWidth } from './checks.ts';
import { publishRegatta, SATURDAY_AT_ELEVEN, startSite } from './site.ts';

const site = await startSite();
const event = await publishRegatta(site);
const board = await event.board();

for (const device of DEVICES) {
  test(`a regatta of two days on a ${device}`, async (t) => {
    const page = await newPage(t, { device, startsAt: SATURDAY_AT_ELEVEN });
    await page.goto(event.url);

    await t.test('stands under its name, day by day', async () => {
      await page.getByRole('heading', { level: 1, name: 'Hebda Cup and Wy-Hi' }).waitFor();
      assert.match(await page.title(), /^Hebda Cup and Wy-Hi/);
      const days = await page.getByRole('heading', { level: 2, name: / Jun/ }).allInnerTexts();
      assert.equal(days.length, 2);
      assert.match(days[0] ?? '', /Saturday.* 13 Jun/);
      assert.match(days[0] ?? '', /Today/);
      assert.match(days[1] ?? '', /Sunday.* 14 Jun/);
      await allDrawn(page, board.races.length);
      await assertFitsWidth(page, device);
    });

    await t.test('says times of the venue, not of the device', async () => {
      // 08:34:25 in New York is 14:34 in Berlin, where the device is.
      assert.equal(await page.locator('.race').first().locator('time').innerText(), '08:34');
      await page.getByText('New York').first().waitFor();
    });

    await t.test('marks the next race', async () => {
      const next = board.races.find((race) => Date.parse(race.scheduledAt) > SATURDAY_AT_ELEVEN);
      const marked = page.locator('.race', { has: page.getByText('Next', { exact: true }) });
      assert.equal(await marked.count(), 1);
      assert.equal(await marked.getAttribute('id'), `race-${next?.id}`);
      await page.getByRole('navigation').getByText('Next').click();
      await marked.getByRole('table').waitFor();
      assert.ok(await isInView(marked), 'the next race is not in view');
    });
  });
}

/** Results of the other lanes, without which a race would not be over and nobody would have a place. */
const NOT_STARTED = [3, 4, 5, 6].map((position) => ({ position, status: 'dns' }));

test('results are shown as far as they are public, in the order of the finish', async (t) => {
  const { page, race, own } = await openRaces(t, [
    {
      name: 'A timed race',
      results: [
        { position: 1, finishTimeMillis: 402700, penaltyMillis: 10000 },
        { position: 2, finishTimeMillis: 405310 },
        { position: 3, status: 'dnf' },
        { position: 4, status: 'dns' },
        { position: 5, status: 'dsq' },
        { position: 6, finishTimeMillis: 405310 },
      ],
    },
    {
      name: 'A race of places',
      resultVisibility: 'placesOnly',
      results: [
        { position: 1, finishTimeMillis: 402700 },
        { position: 2, finishTimeMillis: 401100 },
        ...NOT_STARTED,
      ],
    },
    {
      name: 'A hidden race',
      resultVisibility: 'hidden',
      results: [{ position: 1, finishTimeMillis: 409990 }],
    },
    {
      name: 'A race judged by eye',
      resultMode: 'placesOnly',
      results: [{ position: 1, finishPlace: 2 }, { position: 2, finishPlace: 1 }, ...NOT_STARTED],
    },
  ]);

  await t.test('places, times with penalties, gaps and reasons', async () => {
    const rows = await tableOf(race('A timed race'));
    assert.deepEqual(
      rows.map(([place, , crew]) => `${place} ${crew}`.trim()),
      ['1= Crew 2', '1= Crew 6', '3 Crew 1', 'Crew 3', 'Crew 4', 'Crew 5'],
    );
    assert.match(rows[0]?.[3] ?? '', /6:45\.31/);
    assert.match(rows[2]?.[3] ?? '', /6:52\.70.*10 s.*\+7\.39/);
    assert.match(rows[3]?.[3] ?? '', /DNF/);
    assert.match(rows[4]?.[3] ?? '', /DNS/);
    assert.match(rows[5]?.[3] ?? '', /DSQ/);
    await race('A timed race').getByText('disqualified').waitFor({ state: 'attached' });
  });

  await t.test('places without times', async () => {
    const rows = await tableOf(race('A race of places'));
    assert.deepEqual(
      rows.slice(0, 2).map(([place, , crew]) => `${place} ${crew}`),
      ['1 Crew 2', '2 Crew 1'],
    );
    assert.doesNotMatch(await race('A race of places').innerText(), /6:4\d/);
  });

  await t.test('nothing of a hidden race but its draw', async () => {
    const rows = await tableOf(race('A hidden race'));
    assert.equal(rows.length, 6);
    assert.doesNotMatch(await race('A hidden race').innerText(), /6:49|1st/);
    await race('A hidden race').getByText('of this race are not public').waitFor();
  });

  await t.test('places that were given by hand', async () => {
    const rows = await tableOf(race('A race judged by eye'));
    assert.deepEqual(
      rows.slice(0, 2).map(([place, , crew]) => `${place} ${crew}`),
      ['1 Crew 2', '2 Crew 1'],
    );
  });

  await t.test('the page itself holds no time that is not public', async () => {
    for (const url of [page.url(), `${site.url}/board/api/events/${own.eventId}`]) {
      const text = await (await page.request.get(url)).text();
      assert.match(text, /405310/);
      assert.doesNotMatch(text, /401100|409990/);
    }
  });
});

test('a link can lead to a race, or to a day', async (t) => {
  const page = await newPage(t, { device: 'phone', startsAt: SATURDAY_AT_ELEVEN });
  const last = board.races.at(-1);
  await page.goto(`${event.url}#race-${last?.id}`);
  const race = page.locator(`#race-${last?.id}`);
  await race.getByRole('table').or(race.getByText('No crews')).first().waitFor();
  assert.ok(await isInView(race), 'the race is not in view');

  await page.goto('about:blank');
  await page.goto(`${event.url}#day-2026-06-14`);
  await page.locator('.race').first().waitFor();
  await page.waitForTimeout(200);
  assert.ok(await isInView(page.locator('#day-2026-06-14')), 'the day is not in view');
});

for (const device of DEVICES) {
  test(`a crew is found by a part of its name on a ${device}`, async (t) => {
    const page = await newPage(t, { device, startsAt: SATURDAY_AT_ELEVEN });
    await page.goto(event.url);
    const search = page.getByRole('searchbox');
    await search.fill('salin');
    await page.getByRole('button', { name: 'Follow Saline A', exact: true }).first().waitFor();
    const shown = await page.locator('.race').allInnerTexts();
    assert.ok(
      shown.length > 0 && shown.every((text) => /Saline/.test(text)),
      shown.join('\n---\n'),
    );
    await search.fill('no such crew anywhere');
    await page.getByText('Nothing found').waitFor();
    assert.equal(await page.locator('.race').count(), 0);
    await search.fill('');
    assert.ok((await page.locator('.race').count()) > shown.length);
  });
}

test('the keyboard reaches everything in the order of the page', async (t) => {
  const page = await newPage(t, { startsAt: SATURDAY_AT_ELEVEN });
  await page.goto(event.url);
  await page.getByRole('searchbox').waitFor();
  const reached: string[] = [];
  for (let count = 0; count < 20; count++) {
    await page.keyboard.press('Tab');
    reached.push(
      await page.evaluate(() => {
        const focused = document.activeElement as HTMLElement;
        const isSeen = [undefined, '::after'].some(
          (part) => getComputedStyle(focused, part).outlineStyle !== 'none',
        );
        const name = focused.getAttribute('aria-label') ?? focused.innerText;
        return `${isSeen ? '' : 'UNSEEN '}${focused.tagName} ${name.replace(/\s+/g, ' ')}`;
      }),
    );
  }
  const follow = reached.findIndex((name) => /BUTTON Follow regatta/.test(name));
  const search = reached.findIndex((name) => /INPUT Find/.test(name));
  const race = reached.findIndex((name) => /BUTTON .*Varsity 4\+/.test(name));
  assert.ok(follow >= 0 && follow < search && search < race, reached.join('\n'));
  assert.ok(!reached.some((name) => name.startsWith('UNSEEN')), reached.join('\n'));

  await page.locator('.race h3 button').first().focus();
  await page.keyboard.press('Enter');
  await page.locator('.race').first().getByRole('table').waitFor();
  await page.keyboard.press('Enter');
  await page.locator('.race').first().getByRole('table').waitFor({ state: 'detached' });
});

test('who wants less motion gets none', async (t) => {
  const page = await newPage(t, { startsAt: SATURDAY_AT_ELEVEN, reducedMotion: 'reduce' });
  await page.goto(event.url);
  await page.locator('.race').first().waitFor();
  const moving = await page.evaluate(() =>
    Array.from(document.querySelectorAll('*'))
      .filter((element) => {
        const { animationName, animationDuration, transitionDuration, scrollBehavior } =
          getComputedStyle(element);
        const lasts = (durations: string) =>
          durations.split(', ').some((duration) => Number.parseFloat(duration) > 0.01);
        return (
          (animationName !== 'none' && lasts(animationDuration)) ||
          lasts(transitionDuration) ||
          scrollBehavior === 'smooth'
        );
      })
      .map((element) => element.outerHTML.slice(0, 100)),
  );
  assert.deepEqual(moving, []);
});

test('a link that is shared says what it leads to', async (t) => {
  const page = await newPage(t, { javaScriptEnabled: false });
  await page.goto(event.url);
  const tag = (name: string) => page.locator(`meta[property="${name}"]`).getAttribute('content');
  assert.equal(await tag('og:title'), 'Hebda Cup and Wy-Hi');
  assert.equal(await tag('og:url'), event.url);
  assert.match((await tag('og:description')) ?? '', /Wyandotte|June|races/);
  assert.match(await page.title(), /^Hebda Cup and Wy-Hi/);
});

test('a page is in the language that its address asks for, whatever the browser and the device say', async (t) => {
  const page = await newPage(t, { locale: 'en-GB', startsAt: SATURDAY_AT_ELEVEN });
  const [race] = board.races;
  const isIn = async (language: string, button: string) => {
    await page.getByRole('button', { name: button }).first().waitFor();
    assert.equal(await page.locator('html').getAttribute('lang'), language);
  };
  await page.goto(`${event.url}?lang=de`);
  await isIn('de', 'Regatta folgen');
  await page.goto(`${event.url}/races/${race?.raceNumber}?lang=fr`);
  await isIn('fr', 'Suivre la course');
  await page.goto(`${event.url}/print?lang=de`);
  await isIn('de', 'Drucken');
  await page.goto(`${event.url}?lang=x`);
  await isIn('en', 'Follow regatta');
  // The language chosen on the device takes precedence over the browser's, but not over the address.
  await page.goto(`${event.url}?lang=de`);
  await page.getByRole('button', { name: 'Français' }).click();
  await page.waitForURL(event.url);
  await page.reload();
  await isIn('fr', 'Suivre la régate');
  await page.goto(`${event.url}?lang=de`);
  await isIn('de', 'Regatta folgen');
});

test('a regatta that is not public is not there', async (t) => {
  const draft = await site.addEvent({
    name: 'Secret regatta',
    timezone: 'Europe/Berlin',
    startDate: '2026-06-13',
    endDate: '2026-06-13',
  });
  await draft.push('POST', '/schedule');
  const page = await newPage(t, { forgive: /404/ });
  const statuses: unknown[] = [];
  for (const url of [draft.url, `${site.url}/events/987654`]) {
    const answer = await page.goto(url);
    statuses.push(answer?.status());
    await page.getByRole('heading', { name: 'There is no such regatta' }).waitFor();
    assert.doesNotMatch(await page.content(), /Secret/);
    await page.getByRole('link', { name: 'All regattas' }).first().click();
    await page.getByRole('heading', { name: 'Regattas', exact: true }).waitFor();
    assert.doesNotMatch(await page.content(), /Secret/);
  }
  assert.deepEqual(statuses, [404, 404]);
});

interface RaceCase {
  name: string;
  resultMode?: string;
  resultVisibility?: string;
  results: object[];
}

/** Publishes a regatta of such races, with six crews in each, and opens all of them on a page. */
async function openRaces(t: Parameters<typeof newPage>[0], races: RaceCase[], visit: Visit = {}) {
  const own = await site.addEvent({
    name: 'Spring regatta',
    timezone: 'Europe/Berlin',
    startDate: '2026-06-13',
    endDate: '2026-06-13',
  });
  const positions = [1, 2, 3, 4, 5, 6];
  await own.push('POST', '/schedule');
  await own.push(
    'PUT',
    '/teams',
    positions.map((position) => ({ externalId: `c${position}`, name: `Crew ${position}` })),
  );
  await own.push(
    'PUT',
    '/races',
    races.map(({ results: _, name, ...race }, index) => ({
      externalId: name,
      raceNumber: index + 1,
      title: name,
      scheduledAt: `2026-06-13T0${index + 1}:00:00+02:00`,
      ...race,
    })),
  );
  for (const { name, results } of races) {
    const path = `/races/${encodeURIComponent(name)}`;
    await own.push(
      'PUT',
      `${path}/entries`,
      positions.map((position) => ({ position, teamExternalId: `c${position}` })),
    );
    await own.push('PUT', `${path}/results`, results);
  }
  await own.push('POST', '/schedule/publish');
  const page = await newPage(t, { startsAt: SATURDAY_AT_ELEVEN, ...visit });
  await page.goto(own.url);
  await page.getByRole('button', { name: 'Open all' }).click();
  const race = (name: string): Locator => page.locator('.race', { hasText: name });
  return { page, race, own };
}

/** The cells of a race's table, as they are read. */
async function tableOf(race: Locator): Promise<string[][]> {
  const rows = await race.locator('tbody tr').all();
  return Promise.all(
    rows.map(async (row) => {
      const cells = await row.locator('td, th').allInnerTexts();
      return cells.length > 3
        ? cells.map((cell) => cell.trim().replace(/\s+/g, ' '))
        : ['', ...cells];
    }),
  );
}

async function isInView(locator: Locator): Promise<boolean> {
  const box = await locator.boundingBox();
  const view = (locator.page() as Page).viewportSize();
  return box !== null && view !== null && box.y >= 0 && box.y < view.height;
}
