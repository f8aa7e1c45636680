/** Passkeys: made in the account, used for signing in and as a fresh proof, with the browser's virtual device. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { newPage } from '../support/browser.ts';
import { type Person, startConsole } from './console-site.ts';

// Passkeys belong to a host name, so not to 127.0.0.1.
const site = await startConsole('localhost');
const clubId = await site.addClub('Rowing Club');
const ann = await site.addPerson({ name: 'Ann Smith', roles: { [clubId]: 'admin' } });

interface Device {
  /** Takes all passkeys out of the device. @returns a function that puts them back */
  takeOut(): Promise<() => Promise<void>>;
}

/** A device with fingerprint or PIN, whose owner always agrees. */
async function addAuthenticator(page: Page): Promise<Device> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('WebAuthn.enable');
  const device = await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    takeOut: async () => {
      const { credentials } = await devTools.send('WebAuthn.getCredentials', device);
      await devTools.send('WebAuthn.clearCredentials', device);
      return async () => {
        for (const credential of credentials)
          await devTools.send('WebAuthn.addCredential', { ...device, credential });
      };
    },
  };
}

test('a passkey is made, signs in, proves who it is, and is removed', async (t) => {
  const page = await newPage(t, { forgive: /\b40[13]\b/ });
  await addAuthenticator(page);
  await ann.enter(page);
  await page.goto(`${site.url}/console/account#passkeys`);
  await page.getByLabel('What this passkey is on').fill('Laptop of the race office');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByText('The passkey was added.').waitFor();
  await page.getByText('Laptop of the race office', { exact: true }).waitFor();

  await page.getByRole('contentinfo').getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();

  // Long after a sign-in, minting a key asks for a proof.
  await page.context().clearCookies();
  await ann.enter(page, 20 * 60_000);
  await page.goto(`${site.url}/console/account`);
  await page.getByLabel('What is the key for?').fill('Finish tower');
  await page.getByRole('button', { name: 'Mint the key' }).click();
  const dialog = page.getByRole('dialog', { name: 'Is it you?' });
  await dialog.getByRole('button', { name: 'Confirm with a passkey' }).click();
  await page.getByRole('heading', { name: 'Your new key. It is shown only now.' }).waitFor();

  await page.getByRole('button', { name: /^Remove.*Laptop of the race office/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('None yet.').waitFor();
});

test('a proof with a passkey needs the own one, and keeps the session', async (t) => {
  const ben = await site.addPerson({ name: 'Ben Jones', roles: { [clubId]: 'admin' } });
  const page = await newPage(t, { forgive: /\b40[13]\b/ });
  const device = await addAuthenticator(page);
  const addPasskey = async (person: Person) => {
    await person.enter(page);
    await page.goto(`${site.url}/console/account#passkeys`);
    await page.getByLabel('What this passkey is on').fill(`Phone of ${person.name}`);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByText(`Phone of ${person.name}`, { exact: true }).waitFor();
  };
  await addPasskey(ann);
  const putIn = await device.takeOut();
  await addPasskey(ben);

  await ann.enter(page, 20 * 60_000);
  const before = await session(page);
  await page.goto(`${site.url}/console/account`);
  await page.getByLabel('What is the key for?').fill('Start pontoon');
  await page.getByRole('button', { name: 'Mint the key' }).click();
  const dialog = page.getByRole('dialog', { name: 'Is it you?' });
  await dialog.getByRole('button', { name: 'Confirm with a passkey' }).click();
  await dialog.getByText('The passkey was not used.').waitFor();
  assert.deepEqual(await session(page), before);

  await device.takeOut();
  await putIn();
  await dialog.getByRole('button', { name: 'Confirm with a passkey' }).click();
  await page.getByRole('heading', { name: 'Your new key. It is shown only now.' }).waitFor();
  assert.deepEqual(await session(page), before);
});

/** Whose session a browser has, by its cookie, and how many there are in all. */
async function session(page: Page) {
  const [cookie] = await page.context().cookies();
  const answer = await page.request.get(`${site.url}/console/api/session`);
  const { person } = await answer.json();
  const sessions = await site.service.database.reads
    .selectFrom('sessions')
    .select('id')
    .orderBy('id')
    .execute();
  return { name: person.name, cookie: cookie?.value, sessions };
}

test('without a passkey on the device, the password still works', async (t) => {
  const page = await newPage(t, { forgive: /\b401\b/ });
  await page.goto(`${site.url}/console/sign-in`);
  await page.getByLabel('E-mail address').fill(ann.email);
  assert.equal(await page.getByRole('button', { name: 'Sign in with a passkey' }).count(), 1);
});

test('that the program for passkeys cannot be loaded is said, and the button waits for another press', async (t) => {
  const page = await newPage(t, { forgive: /ERR_FAILED|assets/ });
  await page.goto(`${site.url}/console/sign-in`);
  const use = page.getByRole('button', { name: 'Sign in with a passkey' });
  await use.waitFor();
  await page.route('**/assets/*.js', (route) => route.abort());
  await use.click();
  await page
    .getByRole('alert')
    .getByText(/^No connection/)
    .waitFor();
  await use.waitFor();
});
