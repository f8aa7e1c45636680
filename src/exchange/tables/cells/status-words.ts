/** Words that stand for a status in tables, in the languages of formats.md §4.2. */

/** What a word says of a crew. An unknown word is never taken for a finish. */
export type StatusWord =
  | 'dns'
  | 'dnf'
  | 'dsq'
  | 'scratch'
  | 'exhibition'
  | 'falseStart'
  | 'advanced'
  /** "ab" is *absent* for some and *abandon* for others. */
  | 'doubtful'
  /** The time and the place say it. */
  | 'ok'
  /** Of the whole race. */
  | 'cancelled';

const WORDS: Readonly<Record<StatusWord, readonly string[]>> = {
  dns: [
    ...['dns', 'did not start', 'nast', 'nicht am start', 'nicht gestartet', 'absent', 'np'],
    ...['non partant', 'forfait', 'niet gestart', '棄権', '欠場'],
  ],
  dnf: [
    ...['dnf', 'did not finish', 'aufg', 'aufgegeben', 'nicht im ziel', 'abandon', 'abandonne'],
    ...['uitgevallen', 'opgegeven', '途中棄権'],
  ],
  dsq: [
    ...['dq', 'dsq', 'disq', 'disqualified', 'disqualifiziert', 'ausg', 'ausgeschlossen'],
    ...['disqualifie', 'gediskwalificeerd', 'disqualification', '失格'],
  ],
  scratch: [
    ...['scr', 'sc', 'scratch', 'scratched', 'w/d', 'wd', 'withdrawn', 'abgemeldet', 'abgem'],
    ...['afgemeld', 'teruggetrokken'],
  ],
  exhibition: [
    ...['exh', 'exhib', 'exhibition', 'hors course', 'hors concours', 'hc', 'ak', 'ooc'],
    ...['ausser konkurrenz', 'buiten mededinging', 'out of competition', 'time only'],
  ],
  falseStart: ['fs', 'false start', 'fehlstart', 'faux depart', 'valse start'],
  advanced: ['adv', 'advanced', 'bye', 'freilos'],
  doubtful: ['ab'],
  ok: [
    ...['ok', 'finished', 'fin', 'official', 'unofficial', 'provisional', 'final', 'im ziel'],
    ...[
      'provisorisch',
      'offiziell',
      'officiel',
      'provisoire',
      'officieel',
      'voorlopig',
      'assigned',
    ],
  ],
  cancelled: [
    ...['abgesagt', 'ausgefallen', 'annule', 'annulee', 'afgelast', 'cancelled', 'canceled'],
    ...['no race', 'abandoned', 'postponed'],
  ],
};

const KINDS = new Map<string, StatusWord>(
  Object.entries(WORDS).flatMap(([kind, words]) =>
    words.map((word) => [word, kind as StatusWord] as const),
  ),
);

/** Longer texts hold no status word alone. */
const MAX_WORD_LENGTH = 40;

/** What a cell says that holds nothing but a status word, or a code that begins with DQ. */
export function statusWordOf(text: string): StatusWord | undefined {
  if (text.length > MAX_WORD_LENGTH) return undefined;
  const word = plainWord(text);
  const found = KINDS.get(word) ?? KINDS.get(word.replaceAll(' ', ''));
  if (found) return found;
  // CrewTimer's own rule: "DQ-Interference".
  return /^dq\b/.test(word) ? 'dsq' : undefined;
}

/** Lower case, no accents, no dots, one blank. */
export function plainWord(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/(?<=[a-z])\p{M}+/gu, '')
    .normalize('NFC')
    .replaceAll('ß', 'ss')
    .replaceAll('.', '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
