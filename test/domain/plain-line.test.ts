/** Which characters are removed from names and titles before they are put into other texts. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { plainLine, plainText } from '../../src/domain/text/plain-line.ts';

/** What XML 1.0, section 2.2, does not allow; here also line breaks and tabs. */
const NOT_IN_XML = /[\p{Cc}\p{Cs}\ufffe\uffff]/u;
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/u;

const CASES: [what: string, given: string, line: string, text?: string][] = [
  ['a name as it should be', 'Mörfelden 8+ (A)', 'Mörfelden 8+ (A)'],
  ['other scripts', 'משמר השרון · 東京 · Ελλάς', 'משמר השרון · 東京 · Ελλάς'],
  ['pictures of several parts', '🚣‍♀️🇩🇪', '🚣‍♀️🇩🇪'],
  ['letters with marks, composed or not', 'Cre\u0301teil Créteil', 'Cre\u0301teil Créteil'],
  ['code points that are no characters', 'a\ufffeb\uffffc\ufdd0d\u{1ffff}e', 'abcde'],
  ['control characters', 'a\u0001b\u0000c\u007fd\u009fe', 'a b c d e'],
  ['line breaks of any kind', 'a\r\nb\u2028c\u2029d\u0085e', 'a b c d e', 'a\nb c d e'],
  ['an override of the direction', 'abc\u202edef\u202c', 'abcdef'],
  ['embeddings and isolates', '\u202aa\u202bb\u202dc\u2066d\u2067e\u2068f\u2069', 'abcdef'],
  ['marks of direction', '\u200eא\u200f\u061c', 'א'],
  ['halves of letters', 'a\ud83db\udea3', 'a\ufffdb\ufffd'],
  ['spaces around and in a row', ' \ta  \u00a0b\ufeff ', 'a b', '  a  \u00a0b\ufeff '],
  ['spaces that something stood between', 'a \u202e b', 'a b', 'a  b'],
  ['nothing but that', '\u202e\u0001\ufffe', '', ' '],
  ['markup, which is left to whom it concerns', '<b>&amp;"]]>', '<b>&amp;"]]>'],
];

describe('names and titles', () => {
  for (const [what, given, line, text = line] of CASES) {
    test(what, () => {
      assert.equal(plainLine(given), line);
      assert.equal(plainText(given), text);
    });
  }

  test('whatever is given, one line that XML can hold, and the same when it is given again', () => {
    const any = fc.string({ unit: 'binary', maxLength: 50 });
    const from = fc.array(fc.constantFrom(...CASES.map(([, given]) => given)), { maxLength: 5 });
    fc.assert(
      fc.property(
        fc.oneof(
          any,
          from.map((parts) => parts.join('')),
        ),
        (given) => {
          const line = plainLine(given);
          assert.doesNotMatch(line, NOT_IN_XML);
          assert.doesNotMatch(line, DIRECTIONS);
          assert.equal(plainLine(line), line);
          assert.equal(plainText(plainText(given)), plainText(given));
        },
      ),
    );
  });
});
