/** Passkeys: made in the account, used for signing in and as a fresh proof, with the browser's virtual device. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { newPage } from '../support/browser.ts';
import { startConsole } from './console-site.ts';

// Passkeys belong to a name, so not to 127.0.0.1.
const site = await startConsole({ after }, 'localhost');
const clubId = await site.addClub('Rowing Club');
const ann = await site.addPerson({ name: 'Ann Smith', roles: { [clubId]: 'admin' } });

/** A device with fingerprint or PIN, whose owner always agrees. */
async function addAuthenticator(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('WebAuthn.enable');
  await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test('a passkey is made, signs in, proves who it is, and is removed', async (t) => {
  const page = await newPage(t, { forgive: /\b40[13]\b/ });
  page.setDefaultTimeout(8000);
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

test('without a passkey on the device, the password still works', async (t) => {
  const page = await newPage(t, { forgive: /\b401\b/ });
  page.setDefaultTimeout(8000);
  await page.goto(`${site.url}/console/sign-in`);
  await page.getByLabel('E-mail address').fill(ann.email);
  assert.equal(await page.getByRole('button', { name: 'Sign in with a passkey' }).count(), 1);
});
