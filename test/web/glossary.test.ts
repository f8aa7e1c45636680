/** One term, one word: what pages, messages, mails and files say is what the glossary says, in three languages. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const ROOT = new URL('../../', import.meta.url);
const LANGUAGES = ['en', 'de', 'fr'] as const;
type Language = (typeof LANGUAGES)[number];

const FILES_OF_WORDS = [
  'web/src/**/words/**/*.ts',
  'src/notify/words/*.ts',
  'src/mail/words.ts',
  'src/board/*-words.ts',
  'src/domain/{lane-source,status-words}.ts',
];

/** Other words for a term of the glossary, as they once stood there. What a text puts in is `…`. */
const OTHER_WORDS: Record<Language, readonly (readonly [term: string, other: RegExp])[]> = {
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

/** The rows of the table, a column for each language. */
function glossary(): Record<Language, string>[] {
  const text = readFileSync(new URL('docs/glossary.md', ROOT), 'utf8');
  const [, section = ''] = text.split('\n## In three languages\n');
  const [table = ''] = section.split('\n## ');
  return table.split('\n').flatMap((line) => {
    const [, en, de, fr] = line.split('|').map((cell) => cell.trim());
    const isRow = en && de && fr && en !== 'English' && !en.startsWith('--');
    return isRow ? [{ en, de, fr }] : [];
  });
}

/** What the files say in a language: after each `const en` or `en:` its part begins. */
function partsIn(language: Language): string[] {
  return globSync(FILES_OF_WORDS, { cwd: ROOT }).flatMap((file) => {
    const code = readFileSync(new URL(file, ROOT), 'utf8');
    const [, ...parts] = code.split(
      /^(?:export const |const | {2})(en|de|fr)(?:Pages)?(?=: | = )/m,
    );
    return parts.filter((_, index) => parts[index - 1] === language && index % 2 === 1);
  });
}

/** What stands between quotes, save names of properties. */
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

test('glossary: every file of words has a part in each language', () => {
  const counts = LANGUAGES.map((language) => partsIn(language).length);
  assert.ok((counts[0] ?? 0) >= 29, `${counts[0]} parts`);
  assert.equal(new Set(counts).size, 1, `${counts}`);
});

for (const language of LANGUAGES) {
  const texts = partsIn(language).flatMap(textsOf);

  test(`glossary: the terms are those that the pages use, as whole words, in ${language}`, () => {
    const all = texts.join('\n').toLowerCase();
    const rows = glossary();
    assert.ok(rows.length >= 50, `${rows.length} terms`);
    const isUsed = (term: string) =>
      new RegExp(`(?<![\\p{L}\\d-])${term.toLowerCase()}(?![\\p{L}\\d-])`, 'u').test(all);
    assert.deepEqual(
      rows.map((row) => row[language]).filter((term) => !isUsed(term)),
      [],
    );
  });

  test(`glossary: a term has no other word, in ${language}`, () => {
    const found = OTHER_WORDS[language].flatMap(([term, other]) =>
      texts.filter((text) => other.test(text)).map((text) => `${term}: ${text}`),
    );
    assert.deepEqual(found, []);
  });
}
