/**
 * Checks overview, day, publishing, history, hand-outs and the command palette of a race office for the rules of accessibility
 * and for targets that a thumb can hit, and keeps pictures.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { newPage } from '../support/browser.ts';
import { assertFitsWidth } from './checks.ts';
import { startConsole } from './console-site.ts';
import { goTo, type Look, lookAt, PHONE } from './screens.ts';
import { publishRegatta, SATURDAY_AT_ELEVEN } from './site.ts';

const site = await startConsole();
const clubId = await site.addClub('Ruder- und Kanuverein Wyandotte von 1875');
const ann = await site.addPerson({ name: 'Ann Smith', roles: { [clubId]: 'admin' } });
const own = { clubId, userId: ann.id };
const regatta = await publishRegatta({
  addEvent: (facts) => site.addEvent({ ...facts, ...own }),
});
const draft = await site.addEvent({
  ...own,
  name: 'Herbstregatta',
  startDate: '2026-10-03',
  endDate: '2026-10-03',
});
await draft.push('POST', '/schedule', {});
await regatta.push('PUT', '/schedule/delay', { venueDay: '2026-06-13', delayMinutes: 15 });

interface OfficeLook extends Look {
  isDraft?: true;
}

const LOOKS: OfficeLook[] = [
  {
    name: 'overview',
    path: '',
    prepare: (page) => page.getByRole('region', { name: 'Needs attention' }).waitFor(),
  },
  { name: 'overview-empty', path: '', isDraft: true },
  {
    name: 'day',
    path: '/day',
    prepare: async (page) => {
      await page.getByRole('button', { name: '10 minutes more delay' }).click();
      await page.getByText('Then: Runs 25 min late.').waitFor();
    },
  },
  {
    name: 'day-retime',
    path: '/day',
    prepare: async (page) => {
      await page.getByLabel('How').selectOption({ label: 'Spread evenly between two times' });
      await page.getByLabel('Next race at').fill('12:30');
      await page.getByLabel('Last race at').fill('12:31');
      await page.getByText('The races do not fit with this gap.').waitFor();
      await page.getByLabel('Last race at').fill('18:00');
      await page.getByRole('button', { name: /^Move \d+ races$/ }).waitFor();
      await page
        .getByLabel('Text', { exact: true })
        .fill('Racing is suspended until 12:30: lightning. Stay ashore.');
    },
  },
  { name: 'day-draft', path: '/day', isDraft: true },
  { name: 'publish', path: '/publish' },
  {
    name: 'publish-ask',
    path: '/publish',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Un-publish…' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'publish-draft',
    path: '/publish',
    isDraft: true,
    prepare: (page) => page.getByText('What crews will see').waitFor(),
  },
  {
    name: 'history',
    path: '/history',
    isLong: true,
    prepare: (page) => page.locator('.entry').nth(3).waitFor(),
  },
  {
    name: 'history-race',
    path: '/history?race=1',
    prepare: async (page) => {
      await page.locator('.entry').first().waitFor();
      await page.locator('.more summary').click();
    },
  },
  { name: 'hand-outs', path: '/hand-outs' },
  { name: 'import', path: '/programme?import' },
  {
    name: 'import-questions',
    path: '/programme?import',
    isDraft: true,
    prepare: (page) => chooseSheet(page),
  },
  {
    name: 'import-preview',
    path: '/programme?import',
    isDraft: true,
    isLong: true,
    prepare: async (page) => {
      await chooseSheet(page);
      await page.getByLabel('XX').selectOption('dnf');
      await page.locator('.import-questions [data-saves]').click();
      await page.locator('.import-rows').waitFor();
    },
  },
  {
    name: 'poster',
    path: '/hand-outs?print=poster',
    prepare: (page) => page.locator('.qr path[d^=M]').waitFor({ state: 'attached' }),
  },
  { name: 'results', path: '/hand-outs?print=results' },
  {
    name: 'palette',
    path: '/publish',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Commands' }).click();
      await page.getByRole('combobox', { name: 'Command' }).fill('cancel 14');
      await page.getByRole('option', { name: /^Cancel race 14/ }).waitFor();
    },
  },
];

/** Chooses a sheet with a break in it and with a word that is not known. */
async function chooseSheet(page: Page): Promise<void> {
  const rows = [
    'Race;Start;Event;Lane;Crew;Time;Status',
    '12;9:00;Männer 8+ Vorlauf 1;1;Ruder-Club Germania von 1869;6:12,43;',
    '12;9:00;Männer 8+ Vorlauf 1;2;Rudergesellschaft Wyandotte und Umgebung;6:14,02;',
    '12;9:00;Männer 8+ Vorlauf 1;3;Société nautique de la Rivière;;XX',
    '13;9:10;Frauen 4x Finale;1;Northshore;7:01,10;',
    'Mittagspause;;;;;;',
    '14;13:30;Frauen 4x Finale B;1;Kanal-Ruder-Gesellschaft Süd;;dns',
  ];
  const buffer = Buffer.from(rows.join('\r\n'));
  const file = { name: 'Ergebnisse Samstag.csv', mimeType: 'text/csv', buffer };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.locator('.import-questions').waitFor();
}

/** Opens a page in the state in which it is checked. */
async function show(page: Page, { path, isDraft, prepare }: OfficeLook): Promise<void> {
  await ann.enter(page);
  const { eventId } = isDraft ? draft : regatta;
  await goTo(page, `${site.url}/console/events/${eventId}${path}`);
  await prepare?.(page);
}

lookAt({
  title: 'pages of the race office',
  prefix: 'office',
  looks: LOOKS,
  show,
  visit: { startsAt: SATURDAY_AT_ELEVEN, forgive: /\b422\b/ },
});

test('in German and French nothing sticks out on a phone', async (t) => {
  for (const locale of ['de-DE', 'fr-FR']) {
    const page = await newPage(t, { ...PHONE, locale, startsAt: SATURDAY_AT_ELEVEN });
    for (const { name, path } of LOOKS.filter(({ isDraft }) => !isDraft)) {
      await show(page, { name, path });
      const where = `office-${name}-${locale}`;
      await assertFitsWidth(page, where);
      assert.equal(await page.locator('html').getAttribute('lang'), locale.slice(0, 2));
    }
  }
});
