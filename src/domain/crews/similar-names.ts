/**
 * Names that are probably one crew: apart from spaces, case, accents, signs, `St` and `Saint`, and what clubs of
 * rowers call themselves, they are the same (console, "Crews"). Boats A and B of a club are two crews.
 */

/**
 * The crews whose names are probably one, in groups.
 *
 * @param crews in any order; those of a group keep it
 * @param keyOf `nameKey`, or what has kept its answers
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

/** What two names that are probably one crew have in common. */
export function nameKey(name: string): string {
  const words = plain(name)
    .split(' ')
    .map((word) => SPELLINGS[word] ?? word);
  const kept = words.filter((word) => !CLUB_WORDS.has(word));
  // A name of nothing but such words is its own.
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

/** Words that are written in several ways; as `plain` leaves them. */
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

/** What says only that it is a club; as `plain` leaves it. */
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
