/** The list of regattas leads to the board, on every device. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEVICES, newPage } from '../support/browser.ts';
import { assertFitsWidth } from './checks.ts';
import { publishRegatta, SATURDAY_AT_ELEVEN, startSite } from './site.ts';

const site = await startSite();
const event = await publishRegatta(site);

for (const device of DEVICES) {
  test(`the list of regattas leads to the board on a ${device}`, async (t) => {
    const page = await newPage(t, { device, startsAt: SATURDAY_AT_ELEVEN });
    await page.goto(site.url);
    await page.getByRole('heading', { name: 'Regattas', exact: true }).waitFor();
    await assertFitsWidth(page, device);
    await page.getByRole('link', { name: /Hebda Cup and Wy-Hi.*Wyandotte/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Hebda Cup and Wy-Hi' }).waitFor();
    assert.equal(page.url(), event.url);
  });
}
