/**
 * Checks every page of the console for the rules of accessibility and for targets that a thumb can hit, and keeps a picture of
 * each in test-output.
 */
import { test } from 'node:test';
import { keepScreenshot, newPage } from '../support/browser.ts';
import { assertAccessible, assertFitsWidth, assertLargeTargets } from './checks.ts';
import { PASSWORD, startConsole } from './console-site.ts';
import { goTo, type Look, lookAt, WIDTHS } from './screens.ts';
import { publishRegatta } from './site.ts';

const fresh = await startConsole();
const setUpLink = await fresh.setUpLink();

// With a host name, so that the pages offer passkeys.
const site = await startConsole('localhost');
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

interface ConsoleLook extends Look {
  isSignedOut?: true;
}

const LOOKS: ConsoleLook[] = [
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
  {
    name: 'office-programme',
    path: `/console/events/${event}/programme`,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'More of race 2', exact: true }).click();
      await page.getByLabel('Select race 3', { exact: true }).check();
      await page.getByLabel('Time, race 3', { exact: true }).fill('25:00');
      await page.getByLabel('Number, race 4', { exact: true }).fill('1');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText('Time: A time such as 9:05.').waitFor();
    },
  },
  {
    name: 'office-paste',
    path: `/console/events/${event}/programme`,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Paste from a spreadsheet' }).click();
      const rows = ['No\tDate\tTime\tTitle\tX', '1\t6/7/2026\t9:00\tMen\t', '2\t\t9:05\tHeat\t'];
      await page.getByLabel('Copied rows').fill([...rows, '99\tSat\tnoon\tFinal\t'].join('\n'));
      await page.getByText('Dates such as 6/7 can be read in two ways').waitFor();
    },
  },
  {
    name: 'office-crews',
    path: `/console/events/${event}/crews`,
    prepare: async (page) => {
      await page.locator('.opener').first().click();
      await page.locator('.crew-row input[type=checkbox]').nth(1).check();
      await page.getByRole('button', { name: 'Add a crew' }).click();
    },
  },
  {
    name: 'office-keys',
    path: `/console/events/${event}/crews`,
    prepare: async (page) => {
      await page.locator('.crew-row').first().waitFor();
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    },
  },
  { name: 'missing', path: '/console/clubs/999' },
];

lookAt({
  title: 'pages of the console',
  prefix: 'console',
  looks: LOOKS,
  show: async (page, { path, isSignedOut, prepare }) => {
    if (!isSignedOut) await ann.enter(page);
    await goTo(page, site.url + path);
    await prepare?.(page);
  },
  visit: { forgive: /\b(401|404)\b/ },
});

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
    for (const width of WIDTHS) {
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
