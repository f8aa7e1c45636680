/** What a volunteer does in the race office: a regatta by hand, through its pages, with keyboard or thumb. */
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import type { RegattaLane } from '../../regattas/regatta.ts';
import { PASSWORD, type Person } from './console-site.ts';

/** Signs in as people do, from the page that asks for it. */
export async function signIn(page: Page, url: string, { email }: Person): Promise<void> {
  await page.goto(`${url}/console`);
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
}

interface Facts {
  name: string;
  date: string;
  timezone: string;
  city: string;
  countryCode: string;
}

/** Makes a regatta. @returns its id */
export async function makeEvent(page: Page, facts: Facts): Promise<number> {
  await page.getByRole('link', { name: 'New regatta' }).click();
  await page.getByLabel('Name of the regatta').fill(facts.name);
  await page.getByLabel('First day').fill(facts.date);
  const zone = page.getByRole('combobox', { name: 'Time zone of the venue' });
  await zone.fill(facts.timezone);
  await zone.press('Tab');
  await page.getByLabel('City').fill(facts.city);
  await page.getByLabel('Country').fill(facts.countryCode);
  await page.getByRole('button', { name: 'Make the regatta' }).click();
  await page.getByRole('heading', { level: 1, name: facts.name }).waitFor();
  return Number(/events\/(\d+)/.exec(page.url())?.[1]);
}

export async function goToPart(page: Page, part: string): Promise<void> {
  const parts = page.getByRole('navigation', { name: 'Parts of the race office' });
  await parts.getByRole('link', { name: part, exact: true }).click();
  await page.getByRole('heading', { level: 1, name: part }).waitFor();
}

/** Pastes a table of a spreadsheet, and saves its rows, all of which have to be new. */
export async function pasteRows(page: Page, rows: readonly (readonly string[])[]): Promise<void> {
  await page.getByRole('button', { name: 'Paste from a spreadsheet' }).click();
  const text = rows.map((row) => row.join('\t')).join('\n');
  await page.getByLabel('Copied rows').fill(text);
  const count = rows.length - 1;
  await page.getByRole('button', { name: `New ${count}`, exact: true }).waitFor();
  await page.getByRole('button', { name: `Save ${count} rows`, exact: true }).click();
  await page.getByText(`${count} rows saved.`).waitFor();
}

/** Waits until a race is on the screen; its address changes a moment before. */
export async function atRace(page: Page, label: string): Promise<void> {
  await page.locator('#race-title .race-number', { hasText: exactly(label) }).waitFor();
}

/** What the race on the screen is called. */
export function raceOnScreen(page: Page): Promise<string> {
  return page.locator('#race-title .race-number').innerText();
}

/** Draws the race on the screen with the keyboard alone: crews by letters, empty lanes passed over. */
export async function drawRace(
  page: Page,
  lanes: readonly Pick<RegattaLane, 'position' | 'crew'>[],
): Promise<void> {
  const last = Math.max(...lanes.map(({ position }) => position));
  await page.keyboard.press('d');
  for (let position = 1; position <= last; position++) {
    await page.locator(`input[data-crew="${position}"]:focus`).waitFor();
    const crew = lanes.find((lane) => lane.position === position)?.crew;
    if (crew) {
      await page.keyboard.insertText(crew);
      await page.getByRole('option', { selected: true }).getByText(crew, { exact: true }).waitFor();
    }
    await page.keyboard.press('Enter');
  }
  // The message about the race before may still be on the screen.
  const said = `Draw of race ${await raceOnScreen(page)} saved.`;
  await page.keyboard.press('Control+s');
  await page.getByText(said, { exact: true }).waitFor();
}

/** How a person types a result from a list on paper. */
export function typedResult({ status, rawTimeMillis, penaltyMillis }: RegattaLane): string {
  if (status !== 'finished' || rawTimeMillis === null) return status.slice(-1).replace('q', 'd');
  const [minutes, seconds] = [Math.floor(rawTimeMillis / 60_000), (rawTimeMillis % 60_000) / 1000];
  const time = `${minutes}${seconds.toFixed(3).padStart(6, '0')}`;
  return penaltyMillis ? `${time}+${penaltyMillis / 1000}` : time;
}

/** Enters the results of the race on the screen, and posts them. @param type how: key by key, or as a whole */
export async function enterResults(
  page: Page,
  lanes: readonly RegattaLane[],
  type: (text: string) => Promise<void>,
): Promise<void> {
  for (const [index, lane] of lanes.entries()) {
    await page.locator(`input[data-lane="${lane.position}"]:focus`).waitFor();
    await type(typedResult(lane));
    if (index < lanes.length - 1) await page.keyboard.press('Enter');
  }
  const said = `Race ${await raceOnScreen(page)} posted.`;
  await page.keyboard.press('Control+Enter');
  await page.getByText(said, { exact: true }).waitFor();
}

/** The places of a race as the page shows them, by the name of the crew. */
export async function placesShown(race: Locator): Promise<Map<string, string>> {
  const rows = await race
    .getByRole('row')
    .evaluateAll((all) =>
      all.map((row) => [
        row.querySelector('th[scope=row]')?.textContent ?? '',
        row.querySelector('td.place')?.textContent ?? '',
      ]),
    );
  return new Map(rows.filter((row): row is [string, string] => row[0] !== ''));
}

/** What the places of a race are by its times: one more than there are boats with a smaller time. */
export function placesByTime(lanes: readonly RegattaLane[]): Map<string, number | null> {
  const total = ({ rawTimeMillis, penaltyMillis }: RegattaLane) =>
    (rawTimeMillis ?? Number.NaN) + (penaltyMillis ?? 0);
  const places = lanes.map((lane): [string, number | null] => [
    lane.crew,
    lane.status === 'finished'
      ? 1 + lanes.filter((other) => total(other) < total(lane)).length
      : null,
  ]);
  assert.deepEqual(
    places.map(([, place]) => place),
    lanes.map(({ place }) => place),
    'the file agrees with its own times',
  );
  return new Map(places);
}

function exactly(text: string): RegExp {
  return new RegExp(`^${text.replaceAll(/[^\w\s]/g, '\\$&')}$`);
}
