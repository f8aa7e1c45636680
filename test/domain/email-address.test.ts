/** E-mail addresses as people type them: which are accepted, and in which form they are stored. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { emailAddress, judgeEmail } from '../../src/domain/accounts/email-address.ts';

const at = (localLength: number, domainLength: number) =>
  `${'l'.repeat(localLength)}@${'d'.repeat(domainLength)}`;

const ACCEPTED: [why: string, typed: string, stored: string][] = [
  ['as it is', 'ann@example.org', 'ann@example.org'],
  ['in lower case', 'Ann.Smith@Example.ORG', 'ann.smith@example.org'],
  ['white space around it', ' \t\u00a0ann@example.org\u3000\n', 'ann@example.org'],
  ['full-width characters', 'ａｎｎ＠ｅｘａｍｐｌｅ．ｏｒｇ', 'ann@example.org'],
  ['a letter and its accent apart', 'rene\u0301@example.org', 'ren\u00e9@example.org'],
  ['other scripts', 'анна@пример.рф', 'анна@пример.рф'],
  [
    'a tag and other signs',
    "o'neill+regatta=1!#$%&*/?^`{|}~-_@example.org",
    "o'neill+regatta=1!#$%&*/?^`{|}~-_@example.org",
  ],
  ['a host of the own network', 'office@lake', 'office@lake'],
  ['a domain in Punycode', 'a@xn--bcher-kva.example', 'a@xn--bcher-kva.example'],
  ['the longest', `${at(64, 189)}`, `${at(64, 189)}`],
];

const REFUSED: [why: string, typed: string][] = [
  ['nothing', ''],
  ['spaces', '   '],
  ['no @', 'ann.example.org'],
  ['nobody', '@example.org'],
  ['nowhere', 'ann@'],
  ['two @', 'ann@smith@example.org'],
  ['a space within', 'ann smith@example.org'],
  ['a space in the domain', 'ann@exa mple.org'],
  ['two addresses', 'ann@example.org,bob@example.org'],
  ['two addresses, by semicolon', 'ann@example.org;bob@example.org'],
  ['a name before it', 'Ann <ann@example.org>'],
  ['a quoted part', '"ann"@example.org'],
  ['a comment', 'ann(smith)@example.org'],
  ['a header field of its own', 'ann@example.org\r\nBcc: all@example.org'],
  ['a scheme', 'mailto:ann@example.org'],
  ['dots at the start', '.ann@example.org'],
  ['dots at the end', 'ann.@example.org'],
  ['two dots', 'ann..smith@example.org'],
  ['a domain that ends in a dot', 'ann@example.org.'],
  ['an empty label', 'ann@example..org'],
  ['a label that begins with a hyphen', 'ann@-example.org'],
  ['an address literal', 'ann@[127.0.0.1]'],
  ['a character nobody sees', 'an\u200bn@example.org'],
  ['a turn of direction', 'ann\u202e@example.org'],
  ['U+0000', 'ann\0@example.org'],
  ['a lone surrogate', 'ann\ud800@example.org'],
  ['a local part that is too long', at(65, 20)],
  ['too long', at(64, 190)],
  ['a megabyte', `${'a'.repeat(1_000_000)}@example.org`],
];

for (const [why, typed, stored] of ACCEPTED) {
  test(`taken: ${why}`, () => {
    assert.equal(emailAddress(typed), stored);
    assert.equal(judgeEmail('email', typed), undefined);
  });
}

for (const [why, typed] of REFUSED) {
  test(`refused: ${why}`, () => {
    assert.equal(emailAddress(typed), undefined);
    assert.match(String(judgeEmail('email', typed)), /must be an e-mail address/);
    assert.equal(judgeEmail('name', typed), undefined);
  });
}

test('what is stored is read as itself', () => {
  const typed = fc.tuple(fc.string({ unit: 'grapheme', maxLength: 70 }), fc.domain());
  fc.assert(
    fc.property(typed, ([local, domain]) => {
      const stored = emailAddress(`${local}@${domain}`);
      if (stored !== undefined) assert.equal(emailAddress(stored), stored);
    }),
  );
});
