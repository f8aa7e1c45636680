/** Webhooks in the race office: set up with the secret shown once, tried, sent again, switched off and on, removed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepScreenshot, newPage } from '../support/browser.ts';
import { until } from '../support/until.ts';
import { startReceiver } from '../support/webhook-receiver.ts';
import { assertAccessible, assertFitsWidth } from './checks.ts';
import { startConsole } from './console-site.ts';
import { publishRegatta } from './site.ts';

const receiver = await startReceiver();
const site = await startConsole('127.0.0.1', { WEBHOOK_ORIGINS: receiver.origin });
const clubId = await site.addClub('Rowing Club');
const ann = await site.addPerson({ name: 'Ann Smith', roles: { [clubId]: 'schedule_manager' } });
const regatta = await publishRegatta({
  addEvent: (facts) => site.addEvent({ ...facts, clubId, userId: ann.id }),
});
const handOuts = `${site.url}/console/events/${regatta.eventId}/hand-outs`;

test('a webhook is set up, tried, switched off and on, and removed', async (t) => {
  const page = await newPage(t, { forgive: /\b(422|410)\b/ });
  await ann.enter(page);
  await page.goto(handOuts);
  const section = page.getByRole('region', { name: 'Webhooks' });
  await section.getByText('No webhooks yet.').waitFor();
  await section.getByText('Set a webhook up').first().click();
  await section.getByLabel('Called').fill('Club site');
  await section.getByLabel('Address').fill('http://192.168.1.1/x');
  await section.getByRole('checkbox', { name: 'notices' }).uncheck();
  await section.getByRole('button', { name: 'Set a webhook up' }).click();
  await section.getByText('An address with https:// that the internet reaches').waitFor();
  assert.equal(
    await section.getByLabel('Called').inputValue(),
    'Club site',
    'nothing typed is lost',
  );
  await section.getByLabel('Address').fill(receiver.url);
  await section.getByRole('button', { name: 'Set a webhook up' }).click();
  await section
    .getByRole('heading', { name: 'Copy the secret now: it is not shown again.' })
    .waitFor();
  const secret = await section.getByLabel('Secret', { exact: true }).inputValue();
  assert.match(secret, /^whsec_/);
  receiver.secret = secret;
  await assertAccessible(page, 'webhooks');
  await keepScreenshot(page, 'office-webhooks');

  await section.getByRole('button', { name: 'Club site: Test' }).click();
  const [tried] = await receiver.arrived(1);
  assert.equal(tried?.message.type, 'test');
  await section.getByRole('button', { name: 'Club site: Deliveries' }).click();
  // The outcome is shown without a reload.
  await section.getByText(/1 attempt · 204/).waitFor();
  await section.getByRole('button', { name: /^test, .*: Send again/ }).click();
  const [, again] = await receiver.arrived(2);
  assert.equal(again?.id, tried?.id);
  assert.deepEqual(receiver.complaints, []);

  await page.reload();
  await section.getByText('last answer 204').waitFor();
  assert.ok(!(await page.content()).includes(secret.slice(6)), 'it is not shown a second time');
  assert.ok(!(await page.evaluate(() => JSON.stringify(sessionStorage))).includes('whsec_'));
  await section.getByRole('button', { name: 'Club site: Change' }).click();
  await section.getByRole('checkbox', { name: 'results' }).first().uncheck();
  await section.getByRole('button', { name: 'Save' }).click();
  await section.getByRole('button', { name: 'Club site: Switch off' }).click();
  await section.getByText(/switched off/).waitFor();
  await section.getByRole('button', { name: 'Club site: Switch on' }).click();
  await section.getByRole('button', { name: 'Club site: Switch off' }).waitFor();
  await assertFitsWidth(page, 'webhooks');

  await section.getByRole('button', { name: 'Club site: Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await section.getByText('No webhooks yet.').waitFor();
});

test('who is told that a webhook is off finds it, in German and French, too', async (t) => {
  const page = await newPage(t, { forgive: /\b410\b/ });
  await ann.enter(page);
  receiver.secret = undefined;
  receiver.answer(410);
  await page.goto(handOuts);
  const section = page.getByRole('region', { name: 'Webhooks' });
  await section.getByText('Set a webhook up').first().click();
  await section.getByLabel('Called').fill('Bot');
  await section.getByLabel('Address').fill(receiver.url);
  await section.getByRole('button', { name: 'Set a webhook up' }).click();
  await section.getByRole('button', { name: 'Bot: Test' }).click();
  await until('it is off', async () => {
    await page.reload();
    await section.getByText('last answer').or(section.getByText('nothing sent')).waitFor();
    return section.getByText('last answer 410').isVisible();
  });
  // The document of an open office is rebuilt when something in it changes.
  await regatta.push('PUT', '/teams', [{ externalId: 'x', name: 'Late entry', sortOrder: 99 }]);
  await page.goto(`${site.url}/console/events/${regatta.eventId}`);
  await page.getByRole('link', { name: /Bot: its receiver takes nothing any more/ }).click();
  await section.getByText(/switched off · .*last answer 410/).waitFor();
  for (const [locale, words, deliveries, reason] of [
    ['de-DE', 'Webhook einrichten', 'Sendungen', 'will nichts mehr bekommen'],
    ['fr-FR', 'Créer un webhook', 'Envois', 'ne veut plus rien recevoir'],
  ] as const) {
    const other = await newPage(t, { locale });
    await ann.enter(other);
    await other.goto(handOuts);
    await other.getByText(words).first().waitFor();
    await other.getByRole('button', { name: `Bot: ${deliveries}` }).click();
    await other.getByText(`· ${reason}`).waitFor();
  }
});

test('a list that was answered before a write does not hide what was written', async (t) => {
  const page = await newPage(t);
  await ann.enter(page);
  await page.goto(handOuts);
  const section = page.getByRole('region', { name: 'Webhooks' });
  await section.getByText('Set a webhook up').first().click();
  await section.getByLabel('Called').fill('Press');
  await section.getByLabel('Address').fill(receiver.url);
  const [answered, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(
    /\/webhooks$/,
    async (route) => {
      const response = await route.fetch();
      answered.resolve();
      await held.promise;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  // As when the reader comes back to the page.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await answered.promise;
  await section.getByRole('button', { name: 'Set a webhook up' }).click();
  await section.getByRole('heading', { name: /^Copy the secret now/ }).waitFor();
  held.resolve();
  await section.getByRole('button', { name: 'Press: Test' }).waitFor();
});
