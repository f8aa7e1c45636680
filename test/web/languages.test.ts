/** The languages of the service: which one a reader gets, and that no word is missing in any. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as english from '../../src/words/en.ts';
import {
  CONSOLE_LANGUAGE_CODES,
  LANGUAGE_CODES,
  LANGUAGES,
  pickLanguage,
  withEnglish,
} from '../../src/words/languages.ts';
import {
  mailWords,
  messageWords,
  pageWords,
  sharedWords,
  TRANSLATIONS,
} from '../../src/words/words.ts';
import { consoleWords } from '../../web/src/console/words/console.ts';
import { words as boardWords } from '../../web/src/shared/words/board.ts';
import { translation } from '../../web/src/shared/words/part-words.ts';
import { CONSOLE_TRANSLATIONS, TRANSLATIONS as PAGES, partsIn, textsOf } from './boards.ts';

const PARTS = await partsIn('web/src/shared/words');
const CONSOLE_PARTS = await partsIn('web/src/console/words');

/** The paths of the words of `english` that another language lacks or has as an empty text. */
function missing(english: object, own: object | undefined, path = ''): string[] {
  return Object.entries(english).flatMap(([key, word]: [string, unknown]) => {
    const translated = (own as Record<string, unknown> | undefined)?.[key];
    const isGroup = typeof word === 'object' && word !== null && !Array.isArray(word);
    if (isGroup) return missing(word, translated as object | undefined, `${path}${key}.`);
    return translated && typeof translated === typeof word ? [] : [`${path}${key}`];
  });
}

for (const code of LANGUAGE_CODES) {
  const own = code === 'en' ? english : TRANSLATIONS[code];
  const pages = code === 'en' ? PARTS : PAGES.get(code);

  test(`words of messages, calendars and public pages are there in ${code}`, () => {
    const { mails, ...needed } = english;
    const lacks = [...missing(needed, own), ...missing(PARTS, pages)];
    // Languages without a console may lack a tenth of the words, which are shown in English until somebody translates them.
    const most = LANGUAGES[code].hasConsole
      ? 0
      : 0.1 * missing({ needed, PARTS }, undefined).length;
    assert.ok(lacks.length <= most, lacks.join());
    assert.ok(own.mails === undefined || missing(mails, own.mails).length === 0);
    assert.ok(own.mails || !LANGUAGES[code].hasConsole, 'mails lead to the console');
  });

  test(`every text in ${code} says what is put in, and has no space too many`, () => {
    // `source` takes the rule of a lane, so the samples of `textsOf` do not fit it.
    const said = [{ ...own, shared: { ...own.shared, source: '' } }];
    const shown = [{ ...pages, board: { ...pages?.board, source: '' } }];
    for (const text of [said, shown].flatMap(textsOf))
      assert.doesNotMatch(text, /undefined|NaN|\[object|function| {2}|'/, text);
  });

  test(`${code} names days and places in its own language`, () => {
    const { locale } = LANGUAGES[code];
    assert.equal(new Intl.Locale(locale).language, code);
    assert.deepEqual(Intl.DateTimeFormat.supportedLocalesOf([locale]), [locale]);
    assert.equal(messageWords(code).locale, locale);
  });
}

test('where a crew comes from, and a shared place, in Dutch and Italian', () => {
  const from = (fastest: number | null) => ({ races: [1, 2, 3], place: 3, fastest });
  const told = (code: 'nl' | 'it') => [
    sharedWords(code).source(from(null), '12'),
    sharedWords(code).source(from(1), '12–14'),
    sharedWords(code).source(from(2), '12–14'),
    messageWords(code).place(2, true),
  ];
  assert.deepEqual(told('nl'), [
    '3e van race 12',
    'tijdsnelste 3e van races 12–14',
    '2e tijdsnelste 3e van races 12–14',
    'gedeelde 2e plaats',
  ]);
  assert.deepEqual(told('it'), [
    '3º della gara 12',
    'miglior tempo tra i 3º posti, gare 12–14',
    '2º miglior tempo tra i 3º posti, gare 12–14',
    '2º posto a pari merito',
  ]);
});

test('a word that a language lacks is said in English, in a group as well', () => {
  const own = { race: (number: string) => `Lopp ${number}`, columns: { lane: 'Bana' } };
  const words = withEnglish(
    {
      ...{ race: (number: string) => `Race ${number}`, notices: 'Notices' },
      columns: { lane: 'Lane', crew: 'Crew' },
      ways: ['a', 'b'],
    },
    own,
  );
  assert.deepEqual([words.race('4'), words.notices], ['Lopp 4', 'Notices']);
  assert.deepEqual(words.columns, { lane: 'Bana', crew: 'Crew' });
  assert.deepEqual(words.ways, ['a', 'b']);
  const board = boardWords.value;
  assert.equal(withEnglish(board, { notices: 'Meddelanden' }).notices, 'Meddelanden');
  assert.equal(withEnglish(board, { notices: 'Meddelanden' }).crew, 'Crew');
  assert.equal(withEnglish(board, undefined), board);
  const names = { PageDown: 'Page Down' };
  assert.deepEqual(
    withEnglish({ names }, { names: { Ctrl: 'Strg' } as object }).names,
    { Ctrl: 'Strg', PageDown: 'Page Down' },
    'what a language has more than English stays',
  );
});

test('the first language that there are words for is chosen', () => {
  assert.equal(pickLanguage(['', 'xx-XX', 'de-AT', 'en']), 'de');
  assert.equal(pickLanguage(['', 'nl-BE', 'de-AT', 'en']), 'nl');
  assert.equal(pickLanguage(['xx', 'toString']), 'en');
  assert.equal(messageWords('it-CH').race('4'), 'Gara 4');
  assert.equal(messageWords('xx').race('4'), 'Race 4');
});

test('the console and its mails speak English where they lack the language of the pages', () => {
  const lacking = LANGUAGE_CODES.filter((code) => !LANGUAGES[code].hasConsole);
  assert.ok(lacking.includes('nl') && lacking.includes('it'), lacking.join());
  for (const code of lacking) {
    assert.equal(pickLanguage([code, `${code}-XX`]), code);
    assert.equal(pickLanguage([code, `${code}-XX`], CONSOLE_LANGUAGE_CODES), 'en');
    assert.equal(pickLanguage([code, 'fr'], CONSOLE_LANGUAGE_CODES), 'fr', 'the next best');
    assert.equal(mailWords([code]), english.mails);
    assert.notEqual(pageWords(code).trial, english.pages.trial);
  }
});

for (const code of CONSOLE_LANGUAGE_CODES.filter((each) => each !== 'en')) {
  test(`all words of the console are there in ${code}, in parts that there are`, () => {
    const own = CONSOLE_TRANSLATIONS.get(code);
    assert.ok(Object.keys(CONSOLE_PARTS).length >= 15, Object.keys(CONSOLE_PARTS).join());
    assert.deepEqual(missing(CONSOLE_PARTS, own), []);
    // The console loads only these two parts of the public pages, because it shows their words as well.
    const known = ['board', 'paper', ...Object.keys(CONSOLE_PARTS)];
    assert.deepEqual(Object.keys(own ?? {}).sort(), known.sort());
    assert.deepEqual(missing({ board: PARTS.board, paper: PARTS.paper }, own), []);
  });
}

test('a part of the console speaks the language that is loaded, and English where that lacks a word', (t) => {
  t.after(() => {
    translation.value = {};
  });
  const english = consoleWords.value;
  translation.value = { general: { save: 'Spara', problems: { required: 'Fyll i.' } } };
  const { save, cancel, problems } = consoleWords.value;
  assert.deepEqual([save, cancel], ['Spara', english.cancel]);
  assert.deepEqual(problems, { ...english.problems, required: 'Fyll i.' });
  translation.value = {};
  assert.equal(consoleWords.value, english);
});
