/** Which colours and links the look of an event may have, and which pictures may be its logo. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import {
  changedLook,
  logoTypeOf,
  lookView,
  NO_LOOK,
  objectionToAccent,
  objectionToLink,
} from '../../src/domain/event/look.ts';
import { png } from '../support/pictures.ts';

describe('a colour', () => {
  for (const accent of ['#00407a', '#FFD500', '#000000', '#ffffff'])
    test(`may be ${accent}`, () => assert.equal(objectionToAccent(accent), undefined));
  for (const accent of ['', 'red', '#fff', '00407a', '#00407', '#00407ag', '#00407a ', '#00407a80'])
    test(`may not be "${accent}"`, () =>
      assert.equal(objectionToAccent(accent), 'must be a colour such as #00407a'));
});

describe('the address of a link', () => {
  for (const url of [
    'https://club.example',
    'https://club.example/a?b=c#d',
    'HTTPS://club.example',
  ])
    test(`may be ${url}`, () => assert.equal(objectionToLink(url), undefined));
  for (const url of [
    ...['http://club.example', 'club.example', 'javascript:alert(1)', '//club.example'],
    ...['https://', 'https:// club.example', 'https://club.example/a b', 'ftp://club.example'],
    ...['https://name:word@club.example', 'data:text/html,x'],
  ])
    test(`may not be ${url}`, () => assert.ok(objectionToLink(url)));
});

test('what is left out stays, null and an empty text clear, and the logo is another matter', () => {
  assert.deepEqual(changedLook({}), {});
  assert.deepEqual(changedLook({ accent: '#00407a' }), { accent: '#00407a' });
  assert.deepEqual(changedLook({ accent: null, links: null, sponsor: '' }), {
    accent: null,
    links: [],
    sponsor: null,
  });
  assert.deepEqual(changedLook(null), { accent: null, links: [], sponsor: null });
});

test('there is no look where nothing of it is set', () => {
  assert.equal(lookView(NO_LOOK), null);
  const none = { accent: null, shades: null, links: [], sponsor: null, logo: null };
  assert.deepEqual(lookView({ ...NO_LOOK, sponsor: 'Lake Bank' }), {
    ...none,
    sponsor: 'Lake Bank',
  });
  assert.deepEqual(lookView({ ...NO_LOOK, logo: 'v1' }), { ...none, logo: 'v1' });
  const shades = { light: '#00407a', dark: '#ffffff' };
  const coloured = lookView({ ...NO_LOOK, accent: '#00407a' });
  assert.equal(coloured?.shades?.light, shades.light);
});

describe('a picture', () => {
  const svg = (text: string) => new TextEncoder().encode(text);
  const good: [what: string, bytes: Uint8Array, type: string][] = [
    ['an icon of the pages', readFileSync('web/public/icon-192.png'), 'image/png'],
    ['a PNG of the largest size', png(4000, 4000), 'image/png'],
    ['an SVG', svg('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/svg+xml'],
    [
      'an SVG of a drawing program',
      svg(
        '\uFEFF<?xml version="1.0"?>\n<!-- made by hand -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x.dtd" [\n<!ENTITY a "b">\n]>\n<svg width="3" xmlns="http://www.w3.org/2000/svg"></svg>\n',
      ),
      'image/svg+xml',
    ],
    [
      'an SVG with a prefix',
      svg(`<svg:svg xmlns:svg='http://www.w3.org/2000/svg'><svg:g/></svg:svg>`),
      'image/svg+xml',
    ],
    [
      'an SVG whose namespace is an entity',
      svg(
        '<!DOCTYPE svg [\n<!ENTITY a "b">\n<!ENTITY ns_svg "http://www.w3.org/2000/svg">\n]>\n<svg a="/>"\n xmlns="&ns_svg;"/>',
      ),
      'image/svg+xml',
    ],
  ];
  for (const [what, bytes, type] of good)
    test(`may be ${what}`, () => assert.deepEqual(logoTypeOf(bytes), { type }));

  const damaged = 'is a PNG that is damaged or cut off';
  const none = 'must be a PNG or an SVG';
  const unseen = /^is an SVG that no browser shows .*: its first element needs xmlns="http:/;
  const whole = png(10, 10);
  const bad: [what: string, bytes: Uint8Array, objection: string | RegExp][] = [
    ['nothing', new Uint8Array(), none],
    ['a page', svg('<!DOCTYPE html><html><svg></svg></html>'), none],
    ['text', svg('a logo'), none],
    ['an SVG without its namespace', svg('<svg viewBox="0 0 10 10"><rect/></svg>'), unseen],
    ['an SVG of another namespace', svg('<svg xmlns="http://www.w3.org/1999/xhtml"/>'), unseen],
    [
      'an SVG with the namespace of another prefix',
      svg('<a:svg xmlns="http://www.w3.org/2000/svg" xmlns:a="x" b="xmlns:a"/>'),
      unseen,
    ],
    ['an SVG whose namespace is an entity of nobody', svg('<svg xmlns="&ns_svg;"/>'), unseen],
    ['an SVG that is cut off', svg('<svg><path d="M1 1'), none],
    ['an SVG in UTF-16', Buffer.from('\uFEFF<svg></svg>', 'utf16le'), none],
    ['a comment that never ends', svg(`<!--${'<!-- '.repeat(50_000)}`), none],
    ['a JPEG', Uint8Array.of(0xff, 0xd8, 0xff, 0xe0), none],
    ['a PNG that is cut off', whole.subarray(0, whole.length - 1), damaged],
    ['the beginning of a PNG', whole.subarray(0, 8), damaged],
    ['a PNG that is too wide', png(4001, 10), /more than 4000 pixels a side, as it has: 4001 × 10/],
    ['a PNG that is too high', png(10, 4001), /10 × 4001/],
    ['a PNG without pixels', png(0, 10), /0 × 10/],
  ];
  for (const [what, bytes, objection] of bad)
    test(`may not be ${what}`, () => {
      const read = logoTypeOf(bytes);
      assert.ok('objection' in read);
      if (typeof objection === 'string') assert.equal(read.objection, objection);
      else assert.match(read.objection, objection);
    });
});
