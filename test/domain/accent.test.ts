/** The colour of an event is shaded until text on it can be read, and is kept where it can be read already. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  contrast,
  DARK_BACKS,
  ENOUGH_CONTRAST,
  LIGHT_BACKS,
  shadesOf,
} from '../../src/domain/event/look.ts';

/** The colours of text on the accent, as in the style sheets. */
const ON_LIGHT = '#ffffff';
const ON_DARK = '#04192e';

const cases: [what: string, accent: string, light: string, dark: string][] = [
  ['the usual one on light pages', '#00407a', '#00407a', '#80a0bd'],
  ['yellow', '#ffd500', '#816c00', '#ffd500'],
  ['black', '#000000', '#000000', '#9d9d9d'],
  ['white', '#ffffff', '#6c6c6c', '#ffffff'],
  ['a pale one', '#fffbe6', '#6e6c63', '#fffbe6'],
  ['a middle grey', '#777777', '#6d6d6d', '#9c9c9c'],
];

for (const [what, accent, light, dark] of cases) {
  test(`${what} is shaded no more than it has to be`, () => {
    assert.deepEqual(shadesOf(accent), { light, dark });
  });
}

test('text on and beside the accent of any tone has enough contrast, light and dark', () => {
  const tone = fc.integer({ min: 0, max: 0xffffff });
  fc.assert(
    fc.property(tone, (number) => {
      const accent = `#${number.toString(16).padStart(6, '0')}`;
      const { light, dark } = shadesOf(accent);
      for (const back of [...LIGHT_BACKS, ON_LIGHT]) assertReadable(light, back);
      for (const back of [...DARK_BACKS, ON_DARK, '#000000']) assertReadable(dark, back);
    }),
    { numRuns: 5000 },
  );
});

test('every corner of the colours is readable', () => {
  const parts = ['00', '01', '33', '66', '7f', '80', '99', 'cc', 'fe', 'ff'];
  for (const red of parts)
    for (const green of parts)
      for (const blue of parts) {
        const { light, dark } = shadesOf(`#${red}${green}${blue}`);
        for (const back of LIGHT_BACKS) assertReadable(light, back);
        for (const back of DARK_BACKS) assertReadable(dark, back);
      }
});

function assertReadable(colour: string, back: string): void {
  assert.match(colour, /^#[0-9a-f]{6}$/);
  assert.ok(contrast(colour, back) >= ENOUGH_CONTRAST, `${colour} on ${back}`);
}

test('contrast is that of WCAG', () => {
  assert.equal(contrast('#ffffff', '#000000'), 21);
  assert.equal(contrast('#777777', '#777777'), 1);
  assert.equal(contrast('#767676', '#ffffff').toFixed(2), '4.54');
});

test('what is behind text are the colours of the style sheets', () => {
  const base = readFileSync('web/src/shared/styles/base.css', 'utf8');
  const display = readFileSync('web/src/board/styles/display.css', 'utf8');
  const [light = '', dark = ''] = base.split('@media (prefers-color-scheme: dark)');
  const backs = (css: string, names: readonly string[]) =>
    names.map((name) => new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(css)?.[1]);
  const ofPages = ['back', 'soft', 'mark', 'bad-back'];
  assert.deepEqual(new Set(LIGHT_BACKS), new Set(backs(light, ofPages)));
  assert.deepEqual(
    new Set(DARK_BACKS),
    new Set([...backs(dark, ofPages), ...backs(display, ['back', 'soft', 'bad-back'])]),
  );
  assert.equal(/--on-accent: (.*);/.exec(light)?.[1], ON_LIGHT);
  for (const css of [dark, display]) assert.equal(/--on-accent: (.*);/.exec(css)?.[1], ON_DARK);
});
