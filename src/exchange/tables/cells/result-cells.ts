/**
 * What tables write for results besides times: words for a status, in the languages of formats.md §4.2, places and penalties
 * (§4.3).
 */
import { readResultTime } from '../results/result-time.ts';
import type { Cell } from '../table.ts';

/** The meaning of a word about a crew. An unknown word is never taken for a finish. */
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
  /** The result follows from the time and the place. */
  | 'ok'
  /** Said of the whole race. */
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

/** The meaning of a cell that holds only a status word, or a code that begins with DQ; `undefined` for others. */
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

/** `1`, `1.`, `1st`, `=2`, `2=`, `T2`, `1er`, `2ème`, `1.0`. A place of 0 is `0`; `null`: no place. */
export function readPlace(text: string): number | null {
  if (text.length > 20) return null;
  const plain = text.normalize('NFKC').toLowerCase().replaceAll(/\s/g, '');
  const digits = /^[=t]?(\d{1,4})(?:\.0*|st|nd|rd|th|er|ere|ère|e|eme|ème|=|位)?$/.exec(plain)?.[1];
  return digits === undefined ? null : Number(digits);
}

export type ReadPenalty =
  | { kind: 'none' }
  | { kind: 'millis'; millis: number }
  /** A bonus: the interface has no penalty below zero. */
  | { kind: 'bonus' }
  | { kind: 'words'; text: string };

/** `10`, `+10.00`, `10 s`, `0:10.0`, `Finished Off Course(10s)`. */
export function readPenalty(cell: Cell): ReadPenalty {
  if (cell.kind === 'duration' || cell.kind === 'time') return ofMillis(Math.round(cell.millis));
  const text = cell.text.slice(0, 200).normalize('NFKC').trim();
  if (/^[-–—]?$/.test(text)) return { kind: 'none' };
  if (/^[-–]\s*\d/.test(text)) return { kind: 'bonus' };
  const seconds = /^\+?\s*(\d{1,5})(?:[.,](\d{1,3}))?\s*(?:s|sec|sek|seconds|")?\.?$/i.exec(text);
  if (seconds) return ofMillis(millisOf(seconds[1], seconds[2]));
  const amount = penaltyIn(text);
  if (amount !== null) return ofMillis(amount);
  const time = readResultTime({ kind: 'text', text: text.replace(/^\+\s*/, '') });
  if (time.kind === 'time') return ofMillis(time.millis);
  return time.kind === 'none' ? { kind: 'none' } : { kind: 'words', text };
}

/** The penalty in "Finished Off Course(10s)" or "Zeitstrafe 10 s", in milliseconds; `null` where there is none. */
function penaltyIn(text: string): number | null {
  const found =
    /(?:^|[\s(+])(\d{1,4})(?:[.,](\d{1,3}))?\s?(?:s|sec|sek|seconds|secondes)\b\.?\)?/i.exec(text);
  return found ? millisOf(found[1], found[2]) : null;
}

/** The penalty in a note that names one in seconds, in milliseconds; `null` for other notes. */
export function penaltyInNote(text: string): number | null {
  return /penalt|strafe|p[eé]nalit|\bstraf|tijdstraf/i.test(text.slice(0, 200))
    ? penaltyIn(text)
    : null;
}

function ofMillis(millis: number): ReadPenalty {
  if (millis < 0) return { kind: 'bonus' };
  return millis === 0 ? { kind: 'none' } : { kind: 'millis', millis };
}

function millisOf(seconds = '0', fraction = ''): number {
  return Number(seconds) * 1000 + Number(fraction.padEnd(3, '0'));
}
