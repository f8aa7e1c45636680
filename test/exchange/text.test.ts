/** Decoding bytes to text: the encodings of the samples, and ambiguous bytes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeText } from '../../src/exchange/text/text.ts';

const CASES: [what: string, bytes: number[], text: string, encoding: string][] = [
  ['nothing', [], '', 'utf-8'],
  ['ASCII', [0x31, 0x2c, 0x32], '1,2', 'utf-8'],
  ['UTF-8', [0x53, 0xc3, 0xbc], 'Sü', 'utf-8'],
  ['UTF-8 with a mark', [0xef, 0xbb, 0xbf, 0x53], 'S', 'utf-8'],
  ['the character for broken bytes, as a text', [0x53, 0xef, 0xbf, 0xbd], 'S\ufffd', 'utf-8'],
  ['Windows-1252', [0x53, 0xfc, 0x64, 0x92], 'Süd’', 'windows-1252'],
  ['UTF-16 with a mark', [0xff, 0xfe, 0x53, 0, 0xfc, 0], 'Sü', 'utf-16le'],
  ['UTF-16, high byte first', [0xfe, 0xff, 0, 0x53, 0, 0xfc], 'Sü', 'utf-16be'],
  ['UTF-16 without a mark', [0x31, 0, 0x2c, 0, 0x32, 0, 0x0d, 0], '1,2\r', 'utf-16le'],
  ['UTF-16 without a mark, high byte first', [0, 0x31, 0, 0x2c, 0, 0x32], '1,2', 'utf-16be'],
  ['a zero in a name', [0x4e, 0x67, 0, 0x20, 0x48], 'Ng\0 H', 'utf-8'],
];

for (const [what, bytes, text, encoding] of CASES) {
  test(`decodes ${what}`, () => {
    const decoded = decodeText(Uint8Array.from(bytes));
    assert.deepEqual(decoded, { text, encoding, isDoubtful: false });
  });
}

test('bytes that Windows-1252 does not define are doubtful', () => {
  assert.equal(decodeText(Uint8Array.of(0x53, 0x81, 0xfc)).isDoubtful, true);
});

test('bytes that break the encoding of the mark are doubtful', () => {
  const broken = [
    [0xef, 0xbb, 0xbf, 0x53, 0xfc],
    [0xff, 0xfe, 0x00, 0xd8, 0x31, 0x00],
  ];
  for (const bytes of broken) {
    assert.equal(decodeText(Uint8Array.from(bytes)).isDoubtful, true, bytes.join(' '));
  }
});

test('a person may say the encoding', () => {
  const bytes = Uint8Array.of(0x83, 0x5b, 0x83, 0x62, 0x83, 0x67);
  assert.equal(decodeText(bytes, 'shift_jis').text, 'ゼット');
});
