/** The look of a regatta: set in the console, and legible on board, big screen, paper and frame in any tone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { contrast, ENOUGH_CONTRAST } from '../../src/domain/event/look.ts';
import { Refusal } from '../../src/domain/refusal.ts';
import { performTogether } from '../../src/operations/operation.ts';
import { editEvent, readLogo, setLogo } from '../../src/operations/pushes/edit-event.ts';
import { keepScreenshot, newPage } from '../support/browser.ts';
import { TEST_TERMS } from '../support/perform.ts';
import { png } from '../support/pictures.ts';
import { assertAccessible, assertFitsWidth, sampled } from './checks.ts';
import { startConsole } from './console-site.ts';
import { publishRegatta, SATURDAY_AT_ELEVEN } from './site.ts';

const site = await startConsole();
const clubId = await site.addClub('Rowing Club');
const ann = await site.addPerson({ name: 'Ann Smith', roles: { [clubId]: 'schedule_manager' } });
const event = await publishRegatta({
  addEvent: (facts) => site.addEvent({ ...facts, clubId, userId: ann.id }),
});

const SPONSOR = 'With kind support of Lake Bank';
const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="120"><circle cx="60" cy="60" r="55" fill="#0a5"/><text x="130" y="80" font-size="60" font-family="sans-serif" fill="#123">RCS</text></svg>`;

/** Gives the regatta a colour, and also links, a sponsor and a logo. */
async function dress(accent: string): Promise<void> {
  const { actor, settings } = TEST_TERMS;
  const { database } = site.service;
  const { eventId } = event;
  const links = [
    { label: 'Club', url: 'https://club.example' },
    { label: 'Live pictures', url: 'https://video.example' },
  ];
  const logo = readLogo(Buffer.from(LOGO));
  assert.ok(!(logo instanceof Refusal));
  await performTogether({ database, settings }, { actor, eventId }, async (performNext, tx) => {
    await performNext(editEvent, { accent, links, sponsor: SPONSOR });
    return setLogo(performNext, tx, eventId, logo);
  });
}

/** The colours of the page: its accents, and the backgrounds of text. */
function coloursOf(page: Page) {
  return page.evaluate(() => {
    const style = getComputedStyle(document.body);
    const of = (name: string) =>
      style
        .getPropertyValue(`--${name}`)
        .trim()
        // The build writes `#aabbcc` as `#abc`.
        .replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3');
    return {
      ...{ accent: of('accent'), onAccent: of('on-accent'), own: of('own-accent') },
      backs: ['back', 'soft', 'bad-back'].map(of),
    };
  });
}

const TONES = { black: '#000000', yellow: '#ffd500', pale: '#fffbe6' };

for (const [name, accent] of sampled(Object.entries(TONES))) {
  test(`everything can be read in ${name}, light and dark, on every page`, async (t) => {
    await dress(accent);
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const device of ['phone', 'desktop'] as const) {
        const page = await newPage(t, { device, colorScheme, startsAt: SATURDAY_AT_ELEVEN });
        for (const path of ['', '/display?seconds=5', '/print', '/embed']) {
          const where = `look-${name}-${colorScheme}-${device}${path.replace('/', '-').replace('?seconds=5', '')}`;
          await page.goto(event.url + path);
          await page.getByText('Hebda Cup').first().waitFor();
          if (path === '') await page.getByText(SPONSOR).waitFor();
          const { accent: shade, onAccent, own, backs } = await coloursOf(page);
          assert.equal(own, accent);
          for (const other of [onAccent, ...backs]) {
            assert.ok(contrast(shade, other) >= ENOUGH_CONTRAST, `${where}: ${shade} on ${other}`);
          }
          const logo = page.locator('.event-logo').first();
          // The big screen has no logo on a phone, and else one beside every other view.
          if (!(device === 'phone' && path.startsWith('/display'))) {
            await logo.waitFor();
            await page.waitForFunction(
              () => document.querySelector<HTMLImageElement>('.event-logo')?.naturalWidth,
            );
          }
          await assertAccessible(page, where);
          if (!path.startsWith('/display')) await assertFitsWidth(page, where);
          await keepScreenshot(page, where);
        }
        await page.close();
      }
    }
  });
}

test('the board leads to the links, and takes another look without a reload', async (t) => {
  await dress('#00407a');
  const page = await newPage(t, { startsAt: SATURDAY_AT_ELEVEN });
  await page.goto(event.url);
  const link = page.getByRole('link', { name: 'Live pictures' });
  assert.equal(await link.getAttribute('href'), 'https://video.example');
  await dress('#c8102e');
  await page.waitForFunction(
    () =>
      getComputedStyle(document.body).getPropertyValue('--own-accent').trim() === '#c8102e' &&
      getComputedStyle(document.querySelector('.top') as Element).borderTopColor ===
        'rgb(200, 16, 46)',
  );
});

test('the colour, links, sponsor and logo are said in the race office, which shows them before', async (t) => {
  const page = await newPage(t, { forgive: /\b422\b/ });
  await ann.enter(page);
  const office = `${site.url}/console/events/${event.eventId}`;
  await page.goto(office);
  await page.getByRole('button', { name: 'Look', exact: true }).click();
  const colour = page.getByLabel('Colour (optional)');
  await colour.fill('mauve');
  await page
    .getByRole('textbox', { name: 'Address of link, https://… 1' })
    .fill('http://club.example');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.locator('.error', { hasText: 'Such as #00407a.' }).waitFor();
  await page.locator('.error', { hasText: 'https://…' }).waitFor();
  assert.equal(await colour.getAttribute('aria-invalid'), 'true');
  // What was typed is kept when the page is reloaded.
  await page.reload();
  assert.equal(await colour.inputValue(), 'mauve');
  await colour.fill('#7b2d8b');
  assert.equal(await page.locator('input[type="color"]').inputValue(), '#7b2d8b');
  await page
    .getByRole('textbox', { name: 'Address of link, https://… 1' })
    .fill('https://club.example');
  await page.getByLabel('Words of link 3').fill('Results of last year');
  await page
    .getByRole('textbox', { name: 'Address of link, https://… 3' })
    .fill('https://old.example');
  await page.getByLabel('Sponsor (optional)').fill('Lake Bank');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved.').first().waitFor();
  const file = { name: 'logo.png', mimeType: 'image/png', buffer: png(300, 100) };
  await page.getByLabel('Choose a file').setInputFiles(file);
  const previews = page.locator('.look-preview .event-logo');
  await previews.first().waitFor();
  assert.match((await previews.first().getAttribute('src')) ?? '', /^data:image\/png/);
  await assertAccessible(page, 'office-look');
  await page.locator('.look-previews').scrollIntoViewIfNeeded();
  await keepScreenshot(page, 'office-look');
  await page.getByRole('button', { name: 'Use this logo' }).click();
  await page.waitForFunction(
    () =>
      document.querySelector<HTMLImageElement>('.look-preview .event-logo')?.naturalWidth === 300,
  );
  const { json } = await site.service.send('GET', `/board/api/events/${event.eventId}`);
  assert.deepEqual(
    [json.look.accent, json.look.sponsor, json.look.links.length],
    ['#7b2d8b', 'Lake Bank', 3],
  );
  assert.equal(json.look.links[0].url, 'https://club.example');

  const wrong = { name: 'logo.png', mimeType: 'image/png', buffer: png(5000, 10) };
  await page.getByLabel('Choose a file').setInputFiles(wrong);
  await page.getByRole('button', { name: 'Use this logo' }).click();
  await page.getByRole('alert').getByText('PNG up to 4,000 pixels a side').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Remove the logo' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove the logo' }).click();
  await page.getByRole('button', { name: 'Remove the logo' }).waitFor({ state: 'detached' });
  assert.equal((await site.service.send('GET', `/events/${event.eventId}/logo`)).status, 404);
  await page.goto(`${office}/history`);
  await page.getByText('#7b2d8b').first().waitFor();
  await keepScreenshot(page, 'office-look-history');
});

test('the look is said on a phone as well', async (t) => {
  const page = await newPage(t, { device: 'phone', colorScheme: 'dark' });
  await ann.enter(page);
  await page.goto(`${site.url}/console/events/${event.eventId}`);
  await page.getByRole('button', { name: 'Look', exact: true }).click();
  await page.getByLabel('Colour (optional)').waitFor();
  await assertFitsWidth(page, 'office-look-phone');
  await assertAccessible(page, 'office-look-phone');
  await keepScreenshot(page, 'office-look-phone', true);
});
