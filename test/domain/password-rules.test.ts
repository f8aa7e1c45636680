/** Which passwords are accepted. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { passwordObjection } from '../../src/domain/accounts/passwords.ts';

const ANN = {
  name: 'Ann Elisabeth',
  email: 'ann.elisabeth@example.org',
  clubNames: ['Saline Rowing'],
};
const COMMON = new Set(['1234567890', 'qwertyuiop']);

const TAKEN: [why: string, password: string][] = [
  ['ten characters', 'kx7#mPw2qz'],
  ['words with spaces', 'correct horse battery'],
  ['nothing but letters', 'turbulentoars'],
  ['128 characters', 'ab'.repeat(64)],
  ['ten characters of four bytes', '🚣🏁🥇🥈🥉🌊🌬🎌🏆🎽'],
  ['a common word with more', 'qwertyuiop and a boat'],
  ['the name with more', 'Ann Elisabeth rows'],
  ['spaces around it', '  kx7#mPw2 '],
];

const REFUSED: [why: string, password: string, detail: RegExp][] = [
  ['nothing', '', /at least 10/],
  ['nine characters', 'kx7#mPw2q', /at least 10/],
  ['nine characters of two units each', '🚣🏁🥇🥈🥉🌊🌬🎌🏆', /at least 10/],
  ['ten characters that NFKC makes five', 'e\u0301'.repeat(5), /at least 10/],
  ['129 characters', 'a'.repeat(129), /at most 128/],
  ['100 characters that NFKC makes 300', 'ﬃ'.repeat(100), /at most 128/],
  ['a common one', '1234567890', /common/],
  ['a common one in capitals', 'QwertyUiop', /common/],
  ['a common one with spaces', 'qwerty uiop', /common/],
  ['a common one in full width', 'ｑｗｅｒｔｙｕｉｏｐ', /common/],
  ['the name', 'Ann Elisabeth', /name/],
  ['the name without its space', 'annelisabeth', /name/],
  ['the address', 'Ann.Elisabeth@example.org', /address/],
  ['what stands before the @', 'ann.elisabeth', /address/],
  ['the club', 'saline  ROWING', /club/],
];

for (const [why, password] of TAKEN) {
  test(`taken: ${why}`, () => {
    assert.equal(passwordObjection(password, ANN, COMMON), undefined);
  });
}

for (const [why, password, detail] of REFUSED) {
  test(`refused: ${why}`, () => {
    assert.match(String(passwordObjection(password, ANN, COMMON)), detail);
  });
}

test('an account without an address or a club', () => {
  const nobody = { name: '', email: null, clubNames: [] };
  assert.equal(passwordObjection('kx7#mPw2qz', nobody, COMMON), undefined);
});
