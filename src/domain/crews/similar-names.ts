/**
 * Finds names that probably mean one crew: they differ only in spaces, case, accents, punctuation, `St` or `Saint`, and
 * words for rowing clubs (console, "Crews"). Boats A and B of a club are two crews.
 */

/**
 * Groups of crews that are probably one.
 *
 * @param crews in any order, which each group keeps
 * @param keyOf `nameKey`, or a cache of its results
 * @returns groups of two and more, in the order of their first crews
 */
export function similarNames<Crew extends { name: string }>(
  crews: readonly Crew[],
  keyOf = nameKey,
): Crew[][] {
  const groups = new Map<string, Crew[]>();
  for (const crew of crews) {
    const key = keyOf(crew.name);
    const group = groups.get(key);
    if (group) group.push(crew);
    else groups.set(key, [crew]);
  }
  return [...groups.values()].filter((group) => group.length > 1);
}

/** A key that is equal for names that probably mean one crew. */
export function nameKey(name: string): string {
  const words = plain(name)
    .split(' ')
    .map((word) => SPELLINGS[word] ?? word);
  const kept = words.filter((word) => !CLUB_WORDS.has(word));
  // A name that has only such words keeps them, or its key would be empty.
  return (kept.length > 0 ? kept : words).join('');
}

/** Letters and digits in lower case, without accents. */
function plain(name: string): string {
  return (
    name
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      .replaceAll(/[ßøæœłđı]/g, (letter) => LETTERS[letter] ?? letter)
      // `e.V.` and `R.C.` are one word each, `St.Clair` is two.
      .replaceAll(/\b(\p{L})\.(?=\p{L}\b)/gu, '$1')
      // French articles before a vowel.
      .replaceAll(/\b[ld]['’`´](?=\p{L})/gu, '')
      .replaceAll(/['’`´]/g, '')
      // Umlauts and other letters are often written as two.
      .replaceAll(/([aou])e/g, '$1')
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
  );
}

const LETTERS: Record<string, string> = {
  ß: 'ss',
  ø: 'o',
  æ: 'a',
  œ: 'o',
  ł: 'l',
  đ: 'd',
  ı: 'i',
};

/** Words that are written in several ways, as `plain` returns them. */
const SPELLINGS: Record<string, string> = {
  saint: 'st',
  sainte: 'st',
  ste: 'st',
  sankt: 'st',
  snt: 'st',
  mount: 'mt',
  university: 'uni',
  universitat: 'uni',
  universite: 'uni',
  univ: 'uni',
  school: 'sch',
  and: '',
  und: '',
  et: '',
  the: '',
  of: '',
  ii: '2',
  iii: '3',
  iv: '4',
};

/** Words that say only that a name is a club's, as `plain` returns them. */
const CLUB_WORDS: ReadonlySet<string> = new Set([
  ...['rc', 'bc', 'arc', 'rcc', 'rowing', 'boat', 'club', 'crew', 'team', 'association', 'assn'],
  ...[
    'rv',
    'rg',
    'rvg',
    'kc',
    'kv',
    'ev',
    'verein',
    'ruderclub',
    'ruderverein',
    'rudergesellschaft',
  ],
  ...['ruderklub', 'kanuverein', 'kanuclub', 'ruder', 'kanu', 'rudrclub'],
  ...['cano', 'kayak', 'paddling', 'aviron', 'cercle', 'societe', 'nautiqu', 'cn', 'sn'],
]);
