/** A trial says on every page what it is, in the reader's language, until it is real. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandLine } from '../../src/operations/actor.ts';
import { perform } from '../../src/operations/operation.ts';
import { editEvent } from '../../src/operations/pushes/edit-event.ts';
import { keepScreenshot, newPage } from '../support/browser.ts';
import { pdfTexts } from '../support/pdf-text.ts';
import { assertAccessible, assertFitsWidth } from './checks.ts';
import { publishRegatta, SATURDAY_AT_ELEVEN, startSite } from './site.ts';

const site = await startSite();
const event = await publishRegatta(site);
await site.service.database.write((tx) =>
  tx.updateTable('events').set({ is_trial: 1 }).where('id', '=', event.eventId).execute(),
);
await edit({ name: 'Rehearsal' });

function edit(input: { name?: string; trial?: boolean }) {
  const actor = commandLine({ userId: null, keyPrefix: null });
  const context = { database: site.service.database, settings: { notifySettleSeconds: 10 } };
  const call = { operation: editEvent, actor, eventId: event.eventId, input };
  return perform(context, call, () => undefined);
}

const LANGUAGES = {
  'en-GB': 'Trial: not a real regatta',
  'de-DE': 'Probe: keine echte Regatta',
  'fr-FR': 'Essai\u00a0: ce n’est pas une vraie régate',
};

for (const [locale, words] of Object.entries(LANGUAGES)) {
  test(`board, big screen and paper say so in ${locale}`, async (t) => {
    for (const path of ['', '/display', '/print']) {
      const page = await newPage(t, { device: 'phone', locale, startsAt: SATURDAY_AT_ELEVEN });
      await page.goto(event.url + path);
      await page.getByText(words, { exact: true }).waitFor();
      await assertAccessible(page, `trial${path}`);
      if (path !== '/display') await assertFitsWidth(page, `trial${path}`);
      await keepScreenshot(page, `trial${path.replace('/', '-')}-${locale}`);
    }
  });
}

test('every sheet says so', async (t) => {
  const page = await newPage(t, { startsAt: SATURDAY_AT_ELEVEN });
  await page.goto(`${event.url}/print`);
  await page.getByRole('table').first().waitFor();
  const sheets = pdfTexts(await page.pdf({ format: 'A4' }));
  assert.ok(sheets.length > 0);
  for (const sheet of sheets) {
    assert.match(sheet.replaceAll(' ', ''), /Rehearsal\(Trial:notarealregatta\)·/);
  }
});

test('an open board no longer says so once the regatta is real', async (t) => {
  const page = await newPage(t, { startsAt: SATURDAY_AT_ELEVEN });
  await page.goto(event.url);
  const note = page.getByText(LANGUAGES['en-GB']);
  await note.waitFor();
  await edit({ trial: false });
  await note.waitFor({ state: 'detached' });
});
