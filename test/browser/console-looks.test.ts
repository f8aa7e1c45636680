/**
 * Every page of the console on a phone, light, and on a desk, dark: held to the rules of accessibility, to targets
 * that a thumb can hit, and kept as a picture in test-output. `npm run test:looks` sets `LOOKS` to `all`; then the
 * pages are looked at in the width of a tablet as well, and each width is light and dark.
 */
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { keepScreenshot, newPage } from '../support/browser.ts';
import { assertAccessible, assertFitsWidth, assertLargeTargets } from './checks.ts';
import { PASSWORD, startConsole } from './console-site.ts';
import { publishRegatta } from './site.ts';

type Scheme = 'light' | 'dark';

/** Widths in pixels, each with its colours. `npm test` has to stay short, so it looks at each colour once. */
const SCREENS: readonly (readonly [width: number, colorSchemes: readonly Scheme[]])[] =
  process.env.LOOKS === 'all'
    ? [
        [360, ['light', 'dark']],
        [820, ['light', 'dark']],
        [1440, ['light', 'dark']],
      ]
    : [
        [360, ['light']],
        [1440, ['dark']],
      ];

const fresh = await startConsole({ after });
const setUpLink = await fresh.setUpLink();

// By name, so that the pages offer passkeys.
const site = await startConsole({ after }, 'localhost');
const clubId = await site.addClub('Ruder- und Kanuverein Wyandotte von 1875');
await site.addClub('Rowing Club');
const ann = await site.addPerson({
  name: 'Ann Smith',
  isOperator: true,
  roles: { [clubId]: 'admin' },
});
await site.addPerson({
  name: 'Benjamin Featherstonehaugh',
  roles: { [clubId]: 'schedule_manager' },
});
await site.addPerson({ name: 'Željko Đurić-Håkansson', roles: { [clubId]: 'member' } });

const own = { clubId, userId: ann.id };
const { eventId: event } = await publishRegatta({
  addEvent: (facts) => site.addEvent({ ...facts, ...own }),
});
const inThreeDays = new Date(Date.now() + 3 * 24 * 3_600_000).toISOString().slice(0, 10);
await site.addEvent({
  ...own,
  name: 'Herbstregatta',
  startDate: inThreeDays,
  endDate: inThreeDays,
});

interface Look {
  name: string;
  path: string;
  isSignedOut?: true;
  prepare?: (page: Page) => Promise<void>;
}

const PAGES: Look[] = [
  { name: 'sign-in', path: '/console/sign-in', isSignedOut: true },
  {
    name: 'sign-in-refused',
    path: '/console/sign-in',
    isSignedOut: true,
    prepare: async (page) => {
      await page.getByLabel('E-mail address').fill('nobody@example.org');
      await page.getByLabel('Password', { exact: true }).fill('not the password');
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByText('The address or the password is not right.').waitFor();
    },
  },
  { name: 'home', path: '/console' },
  {
    name: 'account',
    path: '/console/account',
    prepare: async (page) => {
      await page.getByText('Chromium on Linux').first().waitFor();
    },
  },
  {
    name: 'account-minted',
    path: '/console/account',
    prepare: async (page) => {
      await page.getByLabel('What is the key for?').fill('Finish tower laptop');
      await page.getByRole('button', { name: 'Mint the key' }).click();
      await page.getByRole('heading', { name: 'Your new key. It is shown only now.' }).waitFor();
      await page.getByRole('button', { name: 'Revoke “Finish tower laptop”' }).first().waitFor();
    },
  },
  {
    name: 'account-revoke',
    path: '/console/account',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Revoke “Finish tower laptop”' }).first().click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'key',
    path: '/console/account',
    prepare: async (page) => {
      await page.getByRole('link', { name: 'Finish tower laptop' }).first().click();
      await page.getByText('No requests yet.').waitFor();
    },
  },
  {
    name: 'club',
    path: `/console/clubs/${clubId}`,
    prepare: (page) => page.getByText('Benjamin Featherstonehaugh').waitFor(),
  },
  {
    name: 'club-invited',
    path: `/console/clubs/${clubId}`,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Make the link' }).click();
      await page.locator('.qr path[d^=M]').waitFor({ state: 'attached' });
    },
  },
  {
    name: 'people',
    path: '/console/people',
    prepare: (page) => page.getByText('Benjamin Featherstonehaugh').waitFor(),
  },
  { name: 'event-new', path: '/console/events/new' },
  {
    name: 'event-new-zone',
    path: '/console/events/new',
    prepare: async (page) => {
      await page.getByRole('combobox', { name: 'Time zone' }).fill('yor');
      await page.getByRole('option', { name: /New York/ }).waitFor();
    },
  },
  {
    name: 'event',
    path: `/console/events/${event}`,
    prepare: async (page) => {
      await page.getByText('Live', { exact: false }).first().waitFor();
      await page.locator('.races summary').first().click();
      await page.getByRole('table').waitFor();
    },
  },
  {
    name: 'event-edit',
    path: `/console/events/${event}`,
    prepare: async (page) => {
      await page.locator('.races summary').first().waitFor();
      await page.getByRole('button', { name: 'Edit' }).click();
      await page.getByLabel('Name of the regatta').waitFor();
    },
  },
  {
    name: 'event-preview',
    path: `/console/events/${event}`,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Edit' }).click();
      await page.getByLabel('Last day').fill('2026-06-13');
      await page.getByRole('combobox', { name: 'Time zone' }).fill('Pacific/Auckland');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('dialog', { name: 'What this does' }).waitFor();
    },
  },
  { name: 'missing', path: '/console/clubs/999' },
];

/** Opens a page in the state in which it is looked at. */
async function show(page: Page, { path, isSignedOut, prepare }: Look): Promise<void> {
  page.setDefaultTimeout(8000);
  if (!isSignedOut) await ann.enter(page);
  await page.goto(site.url + path);
  await page.locator('h1').waitFor();
  await page.waitForFunction(() => document.querySelector('.waiting') === null);
  await prepare?.(page);
}

for (const [width, colorSchemes] of SCREENS) {
  for (const colorScheme of colorSchemes) {
    test(`pages of the console at ${width} px, ${colorScheme}`, async (t) => {
      for (const look of PAGES) {
        await t.test(look.name, async (t) => {
          const isPhone = width === 360;
          const where = `console-${look.name}-${width}-${colorScheme}`;
          const page = await newPage(t, {
            colorScheme,
            viewport: { width, height: isPhone ? 740 : 900 },
            ...(isPhone && { hasTouch: true, isMobile: true, deviceScaleFactor: 2 }),
            forgive: /\b(401|404)\b/,
          });
          await show(page, look);
          await keepScreenshot(page, where, true);
          await assertFitsWidth(page, where);
          if (width !== 820) await assertAccessible(page, where);
          if (colorScheme === 'light') await assertLargeTargets(page, where);
        });
      }
    });
  }
}

test('links that were opened', async (t) => {
  const admin = await newPage(t);
  await ann.enter(admin);
  await admin.goto(`${site.url}/console/clubs/${clubId}`);
  await admin.getByRole('button', { name: 'Make the link' }).click();
  const invitation = await admin.getByLabel('Link', { exact: true }).inputValue();
  for (const [name, link] of [
    ['set-up', setUpLink],
    ['invitation', invitation],
  ] as const) {
    for (const [width] of SCREENS) {
      const where = `console-${name}-${width}`;
      const page = await newPage(t, { viewport: { width, height: 900 }, forgive: /\b401\b/ });
      await page.goto(link);
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await keepScreenshot(page, where, true);
      await assertFitsWidth(page, where);
      await assertAccessible(page, where);
      await assertLargeTargets(page, where);
    }
  }
});
