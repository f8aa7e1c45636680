/** Where the names of an erased crew are found in texts, and what replaces them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  isPartOf,
  isSameName,
  NamesInTexts,
  type Reach,
  reachOf,
} from '../../src/domain/text/names-in-texts.ts';

const NEW = 'Crew 17';

function replaced(name: string, text: string, others: string[] = []): string {
  const reach = reachOf(name, others, []);
  return new NamesInTexts([{ name, reach }], NEW).replacedIn(text);
}

test('names are replaced where they stand as whole words', () => {
  const cases: [name: string, text: string, expected: string][] = [
    ['Amsel', 'Amsel', NEW],
    ['Amsel', 'Final: Amsel', `Final: ${NEW}`],
    ['Amsel', 'Amsel gegen Amsel', `${NEW} gegen ${NEW}`],
    ['Amsel', '(Amsel), „Amsel“; Amsel-Pokal/Amsel', `(${NEW}), „${NEW}“; ${NEW}-Pokal/${NEW}`],
    ['Amsel', 'Amsels, Amsel2, 2Amsel, Kamsel', 'Amsels, Amsel2, 2Amsel, Kamsel'],
    ['Amsel', 'The Amsel_8', `The ${NEW}_8`],
    ['Amsel II', 'Amsel  II vor Amsel III und Amsel', `${NEW} vor Amsel III und Amsel`],
    ['Amsel (B)', 'Amsel (B) und Amsel (B)x', `${NEW} und ${NEW}x`],
    ['O’Neill', "O'Neill, O´Neill", `${NEW}, ${NEW}`],
    ['Anna-Lena', 'Anna–Lena, Anna‑Lena, Annalena', `${NEW}, ${NEW}, Annalena`],
    ['RC Köln 8+', 'RC Köln 8+, RC Köln 8+A', `${NEW}, ${NEW}A`],
    ['Amsel', 'Biber', 'Biber'],
    ['Amsel', '', ''],
  ];
  for (const [name, text, expected] of cases) assert.equal(replaced(name, text), expected, text);
});

test('however their letters are written', () => {
  const cases: [name: string, ...texts: string[]][] = [
    ['Chamäleon', 'CHAMÄLEON', 'chamäleon', 'Chama\u0308leon', 'Chamaleon', 'Chamaeleon'],
    ['Chama\u0308leon', 'Chamäleon', 'chamaleon'],
    ['Chamaeleon', 'Chamäleon'],
    ['Weiß und Söhne', 'WEISS UND SOEHNE', 'weiss  und\u00a0sohne'],
    ['Łódź AZS', 'lodz azs', 'LODZ AZS'],
    ['Ærø Roklub', 'Aero roklub', 'AEROE ROKLUB'],
    ['Jørgensen', 'Joergensen', 'jorgensen'],
    ['Ågård', 'Aagaard', 'agard'],
    ['İzmir KK', 'izmir kk', 'IZMIR KK'],
    ['ＡＭＳＥＬ', 'Amsel'],
    ['Αθήνας', 'ΑΘΗΝΑΣ'],
    ['Amsel', 'Am\u00adsel', 'A\u200bmsel', 'A\u0301msel'],
    ['ﬁnale', 'Finale'],
    ['Ruđer', 'Ruder'],
    ['L’Étoile', "l'etoile", 'L’E\u0301TOILE'],
  ];
  for (const [name, ...texts] of cases) {
    for (const text of texts) {
      assert.equal(replaced(name, text), NEW, `${name}: ${text}`);
      assert.equal(replaced(name, `1. ${text}!`), `1. ${NEW}!`, `${name}: ${text}`);
      assert.ok(isSameName(name, text), `${name}: ${text}`);
    }
  }
  assert.equal(replaced('Strass', 'Straß'), NEW, 'two letters of one are found together');
  assert.equal(replaced('Stras', 'Straß'), 'Straß', 'half of a letter is none');
  assert.equal(replaced('Amse', 'Amse\u0301'), NEW, 'a mark belongs to its letter');
});

test('a name that is short, or part of what others are called, only as the whole text', () => {
  const cases: [name: string, others: string[], reach: Reach][] = [
    ['Ulm', [], 'whole'],
    ['Ulm', ['Amsel'], 'whole'],
    ['8+', [], 'whole'],
    ['Ulm 2', [], 'words'],
    ['Köln', [], 'words'],
    ['東京都立', [], 'words'],
    ['Potsdam', ['Potsdam II'], 'whole'],
    ['Potsdam', ['RC POTSDAM'], 'whole'],
    ['Potsdam', ['Potsdamer RC'], 'words'],
    ['Potsdam II', ['Potsdam'], 'words'],
    ['Zürich', ['Zuerich A'], 'whole'],
    ['Amsel', [], 'words'],
    ['', [], 'nowhere'],
    ['\u200b', [], 'nowhere'],
  ];
  for (const [name, others, reach] of cases) assert.equal(reachOf(name, others, []), reach, name);
  assert.equal(replaced('Ulm', 'Ulm'), NEW);
  assert.equal(replaced('Ulm', ' ULM '), NEW);
  assert.equal(replaced('Ulm', 'Stadt Ulm'), 'Stadt Ulm');
  assert.equal(
    replaced('Potsdam', 'Potsdam vor Potsdam II', ['Potsdam II']),
    'Potsdam vor Potsdam II',
  );
  assert.equal(replaced('Potsdam', 'potsdam', ['Potsdam II']), NEW);
});

test('what another is called now is replaced nowhere, and found all the same', () => {
  assert.equal(reachOf('Amsel', [], ['AMSEL']), 'nowhere');
  const names = new NamesInTexts([{ name: 'Amsel', reach: 'nowhere' }], NEW);
  assert.equal(names.replacedIn('Amsel'), 'Amsel');
  assert.ok(names.standIn('Final: Amsel'));
  assert.ok(!names.standIn('Final: Biber'));
  assert.ok(!names.standAsWords('Amsel'));
});

test('of several names the first place, and the longest there', () => {
  const names = new NamesInTexts(
    ['Amsel', 'Amsel Berlin', 'Berlin Nord'].map((name) => ({ name, reach: 'words' })),
    NEW,
  );
  assert.equal(names.replacedIn('Amsel Berlin Nord'), `${NEW} Nord`);
  assert.equal(names.replacedIn('Amsel, Berlin Nord'), `${NEW}, ${NEW}`);
});

test('in addresses names are encoded, and joined by other signs', () => {
  const of = (name: string, reach: Reach = 'words') => new NamesInTexts([{ name, reach }], NEW);
  const cases: [name: string, address: string][] = [
    ['Amsel', 'https://club.example/crews/Amsel'],
    ['Anna Meyer', 'https://club.example/Anna%20Meyer.html'],
    ['Anna Meyer', 'https://club.example/?crew=Anna+Meyer&year=2026'],
    ['Anna Meyer', 'https://club.example/#anna-meyer'],
    ['Anna-Lena Müller', 'https://club.example/anna_lena_mueller'],
    ['Chamäleon', 'https://club.example/Cham%C3%A4leon'],
    ['Chamäleon', 'https://club.example/cham%c3%a4leon/'],
    ['Chamäleon', 'https://club.example/Chama%CC%88leon'],
    ['Chamäleon', 'https://club.example/Cham%E4leon'],
    ['Chamäleon', 'https://club.example/?to=%2Fcrews%2FCham%25C3%25A4leon'],
    ['Chamäleon', 'https://xn--chamleon-3za.example/'],
    ['Amsel', 'https://club.example/%41%6d%73%65%6c'],
    ['Амсель', 'https://club.example/%D0%90%D0%BC%D1%81%D0%B5%D0%BB%D1%8C'],
    ['Sønder & Co', 'https://club.example/S%C3%B8nder%20%26%20Co'],
  ];
  for (const [name, address] of cases) {
    assert.equal(of(name).inAddress(address), 'goes', address);
    assert.equal(of(name, 'whole').inAddress(address), 'kept', address);
    assert.equal(of('Biber').inAddress(address), 'without', address);
  }
  for (const address of ['https://club.example/Amself%65lder', 'https://club.example/%', '%zz%E4'])
    assert.equal(of('Amsel').inAddress(address), 'without', address);
  assert.equal(of('8+').inAddress('https://club.example/18+'), 'without');
});

test('a text that grows too long is cut', () => {
  const names = new NamesInTexts([{ name: 'Amsel', reach: 'words' }], NEW);
  assert.equal(names.replacedIn('12 Amsel', 10), '12 Crew 17');
  assert.equal(names.replacedIn('Amsel 🚣🚣', 9), 'Crew 17');
  assert.equal(names.replacedIn('Amsel x', 8), 'Crew 17');
});

test('a name within a word', () => {
  assert.ok(isPartOf('Chamäleon', 'rc-chamaeleon-2026'));
  assert.ok(isPartOf('Amsel', 'DEamselX'));
  assert.ok(isPartOf('Anna Meyer', 'anna-meyer'));
  assert.ok(isPartOf('Anna Meyer', 'RC_AnnaMeyer'));
  assert.ok(!isPartOf('Amsel', 'Biber'));
  assert.ok(!isPartOf('+', 'Biber'));
});
