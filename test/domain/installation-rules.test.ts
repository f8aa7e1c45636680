/** The texts that operators enter about an installation: which are accepted, and in which form they are stored. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { InstallationWrite } from '../../src/contract/console/installation.ts';
import {
  changedTexts,
  contactUri,
  missingTexts,
  NO_TEXTS,
  webAddress,
} from '../../src/domain/accounts/installation-rules.ts';
import { Refusal } from '../../src/domain/refusal.ts';

const TAKEN: [why: string, sent: InstallationWrite, stored: InstallationWrite][] = [
  ['a name', { operatorName: ' Rowing \n club ' }, { operatorName: 'Rowing club' }],
  ['a mail address', { contact: ' Office@Club.example ' }, { contact: 'office@club.example' }],
  ['a web address', { contact: 'https://club.example/c' }, { contact: 'https://club.example/c' }],
  ['one without https', { contact: 'http://lake.local' }, { contact: 'http://lake.local' }],
  [
    'help',
    { supportUrl: 'HTTPS://Club.example/?q=a#b' },
    { supportUrl: 'HTTPS://Club.example/?q=a#b' },
  ],
  ['paragraphs', { imprint: '\r\nA\r\nB\r\rC\n' }, { imprint: 'A\nB\n\nC' }],
  ['tabs and other scripts', { privacy: 'a\tб\u202eג' }, { privacy: 'a\tб\u202eג' }],
  ['markup, which is text', { imprint: '<b>&amp;</b>' }, { imprint: '<b>&amp;</b>' }],
  ['several', { operatorName: 'A', imprint: 'B' }, { operatorName: 'A', imprint: 'B' }],
  [
    'nothing, where nothing was',
    { contact: '', supportUrl: ' ', imprint: null, privacy: '\n' },
    {},
  ],
];

for (const [why, sent, stored] of TAKEN) {
  test(`of an installation is taken: ${why}`, () => {
    assert.deepEqual(changedTexts(NO_TEXTS, sent), stored);
  });
}

const REFUSED: [why: string, sent: InstallationWrite, fields: string[]][] = [
  ['a contact that is a name', { contact: 'Ann Smith' }, ['contact']],
  ['a contact of another scheme', { contact: 'tel:+49301234' }, ['contact']],
  ['a contact that runs', { contact: 'javascript:alert(1)' }, ['contact']],
  ['two contacts', { contact: 'a@example.org, b@example.org' }, ['contact']],
  ['a contact with a line of its own', { contact: 'https://a.example/\nExpires: x' }, ['contact']],
  ['an address with a password', { supportUrl: 'https://ann:secret@club.example' }, ['supportUrl']],
  ['an address without a host', { supportUrl: 'https://' }, ['supportUrl']],
  ['help by mail', { supportUrl: 'office@club.example' }, ['supportUrl']],
  ['a path', { supportUrl: '/help' }, ['supportUrl']],
  [
    'control characters',
    { operatorName: 'a\u001b[2J', imprint: '\u0007' },
    ['operatorName', 'imprint'],
  ],
  ['nothing at all', {}, ['body']],
];

for (const [why, sent, fields] of REFUSED) {
  test(`of an installation is refused, by the name of the property: ${why}`, () => {
    const refusal = changedTexts(NO_TEXTS, sent);
    assert.ok(refusal instanceof Refusal);
    assert.equal(refusal.code, 'validation_failed');
    assert.deepEqual(
      refusal.violations.map(({ field }) => field),
      fields,
    );
  });
}

test('what is the same, or left out, is no change; null and an empty text clear', () => {
  const stored = { ...NO_TEXTS, operatorName: 'A', contact: 'a@example.org', imprint: 'I' };
  assert.deepEqual(changedTexts(stored, { operatorName: ' A ', contact: 'A@example.org' }), {});
  assert.deepEqual(changedTexts(stored, { contact: '', imprint: null }), {
    ...{ contact: null, imprint: null },
  });
});

test('readers look for a contact, an imprint and a text on privacy', () => {
  assert.deepEqual(missingTexts(NO_TEXTS), ['contact', 'imprint', 'privacy']);
  const said = { ...NO_TEXTS, contact: 'a@example.org', imprint: 'I', privacy: 'P' };
  assert.deepEqual(missingTexts(said), []);
});

test('a text is an address when it is one and nothing else', () => {
  assert.equal(webAddress(' https://club.example/imprint\n'), 'https://club.example/imprint');
  for (const text of [
    'See https://club.example',
    'https://a.example b',
    'club.example',
    'ftp://a',
  ]) {
    assert.equal(webAddress(text), undefined, text);
  }
});

test('a contact is written as an address of its kind', () => {
  assert.equal(contactUri('office@club.example'), 'mailto:office@club.example');
  assert.equal(contactUri('a?b&c@club.example'), 'mailto:a%3Fb%26c@club.example');
  assert.equal(contactUri('https://club.example/äb'), 'https://club.example/%C3%A4b');
});
