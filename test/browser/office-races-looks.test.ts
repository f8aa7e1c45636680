/**
 * Checks "Draw and results" and "Progression" for the rules of accessibility and for targets that a thumb can hit, and keeps
 * pictures.
 */
import type { Page } from 'playwright-core';
import { startConsole } from './console-site.ts';
import { addOfficeRegatta } from './office-regatta.ts';
import { goTo, type Look, lookAt } from './screens.ts';

const site = await startConsole();
const regatta = await addOfficeRegatta(site, { races: 9, rowed: 3, notDrawn: 3 });
const { ann, event } = regatta;
await event.push('PUT', '/races', [
  {
    externalId: 'race-6',
    raceNumber: 6,
    title: 'Schüler-Gig-Doppelvierer mit Steuermann, Leichtgewichte, Abteilung 3 von 4',
    resultMode: 'placesOnly',
  },
]);

/** Race 7 takes crews from races that are rowed, and from one that is not. */
async function setRules(page: Page): Promise<void> {
  const [target, ...sources] = await Promise.all([7, 1, 2, 4].map(regatta.raceId));
  const path = `${site.url}/console/api/events/${event.eventId}`;
  await page.evaluate(
    async ({ path, target, sources }) => {
      const { revision } = await (await fetch(`${path}/office`)).json();
      const rules = sources.map((id, index) => ({
        position: index + 1,
        races: [id],
        place: 1,
        fastest: null,
      }));
      await fetch(`${path}/races/${target}/progression`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ rules, seen: revision }),
      });
    },
    { path, target, sources },
  );
}

const raceUrl = async (number: number) => `races/${await regatta.raceId(number)}`;

const LOOKS: Look[] = [
  {
    name: 'typing',
    path: 'races',
    prepare: async (page) => {
      const texts = ['64270', '7:6', '6:45.1 +10', 'dns', '6'];
      for (const [index, text] of texts.entries())
        await page.locator(`input[data-lane="${index + 1}"]`).fill(text);
    },
  },
  {
    name: 'posted',
    path: await raceUrl(3),
    prepare: (page) => page.getByText(/^Posted /).waitFor(),
  },
  {
    name: 'order',
    path: await raceUrl(6),
    prepare: async (page) => {
      await page.getByLabel('Finish order', { exact: true }).fill('3 1=4');
    },
  },
  { name: 'not-drawn', path: await raceUrl(8) },
  {
    name: 'crew-list',
    path: await raceUrl(8),
    prepare: async (page) => {
      await page.getByLabel('Crew of lane 2').fill('ecl');
      await page
        .getByRole('option', { name: /Écluse/ })
        .first()
        .waitFor();
    },
  },
  {
    name: 'draw-loses',
    path: await raceUrl(2),
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Draw', exact: true }).click();
      await page.getByLabel('Crew of lane 2').fill('');
      await page.keyboard.press('Enter');
      await page.getByText(/These results go/).waitFor();
    },
  },
  {
    name: 'progression',
    path: 'progression',
    prepare: async (page) => {
      await setRules(page);
      await page.getByText('Waits for the results of race 4.').waitFor();
      await page.getByLabel('Heats').fill('4-5');
      await page.getByLabel('Go on to').fill('8 9');
      await page.getByText('1st of race 4').first().waitFor();
      await page.getByLabel('Race that takes crews from others').selectOption({ index: 8 });
      await page.getByLabel('Lane 2: place').fill('1');
      await page.getByText('From which race?').waitFor();
    },
  },
  {
    name: 'cancel',
    path: await raceUrl(5),
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Cancel race…' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
];

lookAt({
  title: 'draw, results and progression',
  prefix: 'office-races',
  looks: LOOKS,
  show: async (page, { path, prepare }) => {
    await ann.enter(page);
    await goTo(page, regatta.url(path));
    await page.locator('#race-title, #draws').waitFor();
    await prepare?.(page);
  },
});
