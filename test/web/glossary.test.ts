/** One word for one term: pages, messages, mails and files use the words of the glossary, in each language. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import {
  CONSOLE_LANGUAGE_CODES,
  LANGUAGE_CODES,
  LANGUAGES,
  type Language,
} from '../../src/words/languages.ts';

const ROOT = new URL('../../', import.meta.url);

/** The English words of the pages, which have a file for each part. */
const PARTS_IN_ENGLISH = ['web/src/shared/words/*.ts', 'web/src/console/words/*.ts'];

/** Wrong words for a term, most of which the pages once had. In the texts, `…` replaces what is inserted. */
const OTHER_WORDS: Partial<Record<Language, readonly (readonly [term: string, other: RegExp])[]>> =
  {
    en: [
      ['preview', /what (would become|becomes) of/i],
      ['correct', /\bmend\b/i],
      ['undo', /^Taken back\.|takes back|(import|change) is taken back/],
      ['overdue', /past (its|their) time/],
      ['move', /\bshift\b/i],
      ['re-time', /fit the rest/i],
      ['software', /\bprograms?\b/i],
      ['progression', /the one that goes/i],
    ],
    de: [
      ['draw', /ausgelost|Auslosung|\bgesetzt\.|Rennen … setzen|Mannschaften setzen/],
      ['postpone', /Rennen( …)? verschieben|Rennen .*verschoben/],
      ['move', /Um Minuten/i],
      ['re-time', /Zeiten neu setzen/i],
      ['cancel the race', /fällt aus/i],
      ['undo', /Das Letzte zurücknehmen|nimmt .*zurück|^Zurückgenommen/],
      ['timing', /Zeitmessung/],
      ['software', /andere[sn]? Programm|Welches Programm|Das Programm wählt|Zeitnahme-Programm/],
      ['penalty', /Strafzeit|\bStrafen?\b/],
      ['result', /… von … (da|im Ziel)\b|eingegeben, nicht|Ergebnisse.* eingeben/],
      ['n-th fastest', /\bschnellste/i],
      ['revision', /Revision/],
      ['overdue', /über der Zeit/],
      ['follow', /verfolgt|gefolgt|Follower/],
      ['notice', /Herausgegeben|gab .*heraus/],
      ['board', /\bTafel\b/],
      ['needs attention', /Aufmerksamkeit/],
      ['event file', /Veranstaltungs/],
      ['result not public', /verborgen/],
      ['service', /versagt/],
      ['password', /merken sich/],
    ],
    nl: [
      ['result', /\bresultaten\b|\bresultaat\b/i],
      ['club', /\bclub\b/i],
      ['penalty', /straftijd/i],
      ['notification', /notificatie/i],
      ['cancel the race', /geannuleerd|vervalt/i],
      ['withdrawn', /afgemeld/i],
    ],
    it: [
      ['race', /\b(corsa|corse)\b/i],
      ['place', /piazza/i],
      ['lane', /\bacqua \d/i],
      ['club', /\bclub\b/i],
      ['postpone', /posticip/i],
      ['cancel the race', /cancellat/i],
      ['crew', /\bbarche\b/i],
    ],
    fr: [
      ['draw', /\btir(er|age|ages|ée|ées)\b/i],
      ['reason', /\braison\b/i],
      ['bow number', /dossard/i],
      ['discard', /abandonner/i],
      ['cancel', /\bannuler (?!(la|les|14)\b)|\bannuler$/i],
      ['undo', /C’est défait|importation/],
      ['hand-outs', /^Affiches$/],
      ['board', /\b(au|du|le) tableau\b|tableau public/i],
      ['preview', /ce que cela (devien|donne)|que devien|ce qu’elle devient/i],
      ['follow', /abonnés/i],
      ['move', /déplace[rz]/i],
      ['n-th fastest', /meilleur temps|repêché n°/i],
      ['expected', /\bestimé/],
      ['revision', /révision/i],
      ['software', /autres? programmes?\b|Quel programme/],
      ['result', /publier sans|couloirs? à publier|Course … publiée/i],
      ['result not public', /masqué|caché/i],
      ['keys', /^Touches|les touches/],
      ['race', /plus de course/i],
    ],
  };

/** The rows of the table by language; a language without a console has no words for terms that only the console has. */
function glossary(): Partial<Record<Language, string>>[] {
  const text = readFileSync(new URL('docs/glossary.md', ROOT), 'utf8');
  const [, section = ''] = text.split('\n## In each language\n');
  const [table = ''] = section.split('\n## ');
  const rows = table
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.split('|').slice(1, -1));
  assert.equal(rows[0]?.length, LANGUAGE_CODES.length, 'a column for each language');
  return rows.slice(1).map((cells) => {
    const words = LANGUAGE_CODES.map((code, index) => [code, cells[index]?.trim()] as const);
    return Object.fromEntries(words.filter(([, word]) => word));
  });
}

/** The beginning of the path of each file of a language: for the service, the public pages, and the console. */
const STARTS = {
  service: 'src/words/',
  laterService: 'src/words/later/',
  pages: 'web/src/shared/words/translations/',
  laterPages: 'web/src/shared/words/later-translations/later-',
  console: 'web/src/console/words/translations/',
  laterConsole: 'web/src/console/words/later-translations/later-',
};

/** The files of a language. */
function filesIn(language: Language): string[] {
  const files = Object.values(STARTS).map((start) => `${start}${language}.ts`);
  return globSync([...files, ...(language === 'en' ? PARTS_IN_ENGLISH : [])], { cwd: ROOT });
}

/** The code of each file of a language. */
function partsIn(language: Language): string[] {
  return filesIn(language).map((file) => readFileSync(new URL(file, ROOT), 'utf8'));
}

/** The texts between quotes, except the names of properties. */
function textsOf(code: string): string[] {
  const texts: string[] = [];
  const open: { sign: string; text: string }[] = [];
  const withoutComments = code.replace(/^\s*(\/\*\*|\*|\/\/).*$/gm, '');
  for (const [sign] of withoutComments.matchAll(/'[\w.-]*':|\\u[\da-f]{4}|\\.|\$\{|./gs)) {
    const last = open.at(-1);
    if (last && last.sign !== '{') {
      if (sign === last.sign) texts.push(open.pop()?.text ?? '');
      else if (sign === '${') open.push({ sign: '{', text: '' });
      last.text += sign === '${' ? '…' : sign.replace('\\u00a0', ' ');
    } else if (sign === '}') open.pop();
    else if (["'", '`', '{', '${'].includes(sign)) open.push({ sign, text: '' });
  }
  return texts;
}

test('glossary: every folder of words has a file of each of its languages, and of no other', () => {
  const parts = globSync(PARTS_IN_ENGLISH, { cwd: ROOT });
  assert.ok(parts.length >= 22, `${parts.length} files in English`);
  const codesIn = (start: string) =>
    globSync(`${start}[a-z][a-z].ts`, { cwd: ROOT })
      .map((file) => file.slice(-5, -3))
      .sort();
  const translated = (codes: readonly Language[]) => codes.filter((code) => code !== 'en').sort();
  assert.deepEqual(codesIn(STARTS.service), LANGUAGE_CODES.toSorted());
  assert.deepEqual(codesIn(STARTS.laterService), LANGUAGE_CODES.toSorted());
  assert.deepEqual(codesIn(STARTS.pages), translated(LANGUAGE_CODES));
  assert.deepEqual(codesIn(STARTS.laterPages), translated(LANGUAGE_CODES));
  assert.deepEqual(codesIn(STARTS.console), translated(CONSOLE_LANGUAGE_CODES));
});

test('glossary: it says which languages no native reader has checked', () => {
  const text = readFileSync(new URL('docs/glossary.md', ROOT), 'utf8');
  for (const code of LANGUAGE_CODES) {
    const isMarked = partsIn(code).some((part) => /^.*not by a native reader/.test(part));
    const { name } = LANGUAGES[code];
    assert.equal(new RegExp(`^\\* .*${name}.*native reader`, 'm').test(text), isMarked, name);
  }
});

for (const language of LANGUAGE_CODES) {
  const texts = partsIn(language).flatMap(textsOf);

  test(`glossary: the terms are those that the pages use, as whole words, in ${language}`, () => {
    const all = texts.join('\n').toLowerCase();
    const terms = glossary().flatMap((row) => row[language] ?? []);
    const least = LANGUAGES[language].hasConsole ? 50 : 25;
    assert.ok(terms.length >= least, `${terms.length} terms`);
    const isUsed = (term: string) =>
      new RegExp(`(?<![\\p{L}\\d-])${term.toLowerCase()}(?![\\p{L}\\d-])`, 'u').test(all);
    assert.deepEqual(
      terms.filter((term) => !isUsed(term)),
      [],
    );
  });

  test(`glossary: a term has no other word, in ${language}`, () => {
    const found = (OTHER_WORDS[language] ?? []).flatMap(([term, other]) =>
      texts.filter((text) => other.test(text)).map((text) => `${term}: ${text}`),
    );
    assert.deepEqual(found, []);
  });
}
