/**
 * The question `names`, for the crews of any file: names of persons after the name of a crew are not stored unless the answer
 * is that they are no persons (formats.md §9; tools.md, "Import"). No question and no note contains them.
 */
import { boatClassIn } from '../tables/cells/cell-text.ts';
import { statusWordOf } from '../tables/cells/result-cells.ts';
import type { Inquiry } from './inquiry.ts';
import type { RowNote } from './reading.ts';

/** Longer texts are no names; searching them for persons would take too long. */
const MAX_NAME_LENGTH = 200;

const IN_BRACKETS = /^(.*\S)\s*[([]([^()[\]]+)[)\]]\s*(\S{1,2})?$/u;
const BEHIND_DASH = /^(.*\S)\s+[–—-]\s+(\S.*)$/u;
const YEAR = /[,\s]*(?:\*\s*)?(?:\b(?:19|20)\d{2}\b|['’]\d{2}\b)/gu;
/** `J.`, `JP`, `J.-P.` */
const INITIAL = /^\p{Lu}\.?(?:-?\p{Lu}\.?)?$/u;
const DOTTED = /^\p{Lu}\./u;
const NAME = /^\p{Lu}[\p{L}\p{M}'’-]+$/u;
/** Words between the parts of a name, in small letters. */
const PARTICLES = new Set([
  ...['van', 'von', 'vom', 'de', 'der', 'den', 'het', 'op', 'te', 'ten', 'ter', 'di', 'da', 'do'],
  ...['dos', 'del', 'della', 'du', 'des', 'la', 'le', 'el', 'al', 'af', 'av', 'zu', 'zum', 'zur'],
]);
/** Words before a name: a title, or a role in the boat. */
const TITLES = new Set([
  ...['dr', 'prof', 'mr', 'mrs', 'ms', 'miss', 'sir', 'herr', 'frau', 'mme', 'mlle', 'jr', 'sr'],
  ...['cox', 'coxswain', 'stroke', 'coach', 'steuermann', 'steuerfrau', 'stm', 'schlag', 'trainer'],
  ...['trainerin', 'barreur', 'barreuse', 'nage', 'stuur', 'stuurman', 'slag'],
]);
/** Words between two names. */
const AND = new Set(['and', 'und', 'et', 'en', 'e', 'y', 'u']);
/** German for cox, before a name; without the colon, `St.` means saint. */
const STEERS = /^st(?:m|fr)?\.?\s*:\s*/i;

/** Words after the names of crews and clubs that name no person. */
const NO_PERSON = new Set([
  ...['boat', 'boot', 'bow', 'crew', 'team', 'club', 'squad', 'guest', 'gast', 'invité', 'reserve'],
  ...['men', 'women', 'boys', 'girls', 'mixed', 'masters', 'master', 'junior', 'juniors', 'novice'],
  ...['senior', 'seniors', 'lightweight', 'open', 'comp', 'composite', 'exhibition', 'combined'],
  ...['männer', 'frauen', 'damen', 'herren', 'jungen', 'mädchen', 'junioren', 'juniorinnen'],
  ...['leichtgewicht', 'renngemeinschaft', 'rgm', 'hommes', 'femmes', 'dames', 'filles', 'garçons'],
  ...['mixte', 'vétérans', 'heren', 'meisjes', 'jongens', 'gemengd'],
  ...['university', 'college', 'school', 'academy', 'universität', 'hochschule', 'gymnasium'],
  ...['schule', 'université', 'lycée', 'école', 'verein', 'ruderclub', 'ruderverein', 'rowing'],
  ...['heat', 'final', 'lane', 'bahn', 'couloir', 'baan', 'lauf', 'abteilung', 'start', 'race'],
  ...['red', 'blue', 'green', 'white', 'black', 'gold', 'silver', 'yellow', 'orange', 'purple'],
  ...['rot', 'blau', 'grün', 'weiß', 'schwarz', 'gelb', 'silber', 'rouge', 'bleu', 'vert', 'blanc'],
  ...['noir', 'jaune', 'rood', 'blauw', 'groen', 'wit', 'zwart', 'geel'],
  ...['one', 'two', 'three', 'first', 'second', 'third', 'erste', 'zweite', 'dritte', 'i', 'ii'],
  ...['iii', 'iv', 'vi', 'north', 'south', 'east', 'west', 'nord', 'süd', 'ost', 'sud', 'est'],
  ...['ouest', 'new', 'bad', 'san', 'santa', 'sankt', 'saint', 'port', 'st', 'city', 'town'],
]);

/** The name of a crew without the persons behind it; `undefined` where there are none. */
export function withoutPersons(name: string): string | undefined {
  if (name.length > MAX_NAME_LENGTH) return undefined;
  const [, before, bracketed = '', suffix] = IN_BRACKETS.exec(name) ?? [];
  if (before !== undefined && arePersons(bracketed, 1))
    return suffix === undefined ? before : `${before} ${suffix}`;
  const [, crew, behind = ''] = BEHIND_DASH.exec(name) ?? [];
  // "Mainz – Frankfurt" are two clubs in one boat.
  return crew !== undefined && arePersons(behind, 2) ? crew : undefined;
}

/** @param leastWords how many words the text must have for each person, unless it has a year of birth */
function arePersons(text: string, leastWords: number): boolean {
  const isBorn = text.search(YEAR) !== -1;
  const all = text
    .replace(STEERS, '')
    .replaceAll(YEAR, '')
    .split(/[\s,;:/&+]+|(?<=\p{Lu}\.)(?=\p{Lu})/u)
    .filter((word) => word !== '');
  const words = all.filter((word) => !AND.has(word));
  const persons = all.length - words.length + 1;
  if (statusWordOf(text) || boatClassIn(text) !== '') return false;
  if (words.some((word) => NO_PERSON.has(plainWord(word)))) return false;
  const surnames = capitalSurnames(text, words);
  const names = words.filter((word) => NAME.test(word) && (!isCode(word) || surnames.has(word)));
  const others = words.filter((word) => !names.includes(word));
  if (!others.every((word) => INITIAL.test(word) || isBesideNames(plainWord(word)))) return false;
  return names.length > 0 && (words.length >= leastWords * persons || isBorn);
}

function plainWord(word: string): string {
  return word.toLowerCase().replace(/\.$/, '');
}

function isBesideNames(word: string): boolean {
  return PARTICLES.has(word) || TITLES.has(word);
}

/** `GER`, `QUA`: a country or a club. */
function isCode(word: string): boolean {
  return word.length <= 4 && word === word.toUpperCase();
}

/** `LEE, J.`, `J. LEE` and `LEE, Jane` are persons, although `LEE` alone could be a club. */
function capitalSurnames(text: string, words: readonly string[]): ReadonlySet<string> {
  const hasInitial = words.some((word) => DOTTED.test(word));
  return new Set(
    words.filter((word) => isCode(word) && (hasInitial || isBeforeFirstName(text, word))),
  );
}

function isBeforeFirstName(text: string, surname: string): boolean {
  const behind = text.split(`${surname},`)[1]?.trim() ?? '';
  return /^\p{Lu}\p{Ll}/u.test(behind);
}

export class PersonNames {
  /** One for each crew that is stored without its persons. */
  readonly notes: RowNote[] = [];
  private readonly inquiry: Inquiry;
  private firstRow: number | undefined;

  constructor(inquiry: Inquiry) {
    this.inquiry = inquiry;
  }

  /** The name of a crew as it is to be stored. */
  of(name: string, row: number): string {
    const crew = withoutPersons(name);
    if (crew === undefined || this.ask(row) === 'keep') return name;
    const text = `“${crew.slice(0, 60)}” is stored without the person behind it.`;
    const last = this.notes.at(-1);
    if (last?.row !== row || last.text !== text) this.notes.push({ row, text });
    return crew;
  }

  private ask(row: number): 'strip' | 'keep' {
    this.firstRow ??= row;
    const where = `row ${this.firstRow}`;
    const text = `Behind the names of some crews, the first of them in ${where}, names of persons seem to stand in brackets or behind a dash. Are they left out (strip), or are they no persons and stay (keep)?`;
    return this.inquiry.choose('names', text, ['strip', 'keep'], { where });
  }
}
