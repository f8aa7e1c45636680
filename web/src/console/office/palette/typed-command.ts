/**
 * Reads what somebody types into the command palette: words of a command, or a wish such as "race 12", "delay 10", "cancel 14",
 * "start 14", "notice …", "undo", in the words of any of the three languages, because people type what they know. Pure.
 */
import { numberShown } from '../../../../../src/domain/races/race-name.ts';
import { searchText } from '../../../../../src/domain/text/search-text.ts';
import type { Command } from '../frame/commands.ts';

export type Wish =
  /** `number` as it is printed or counted; it need not exist. */
  | { kind: 'race' | 'cancel' | 'postpone' | 'start' | 'close'; number: string }
  | { kind: 'delay'; minutes: number }
  /** `text` as it was typed. */
  | { kind: 'notice'; text: string }
  | { kind: 'undo' };

/** The meanings of typed words, in all languages, because people type what they know; written as by `searchText`. */
const TYPED_WORDS = {
  cancel: [
    ...['cancel', 'cancelled', 'absagen', 'absage', 'abgesagt', 'streichen'],
    ...['annuler', 'annule', 'annulee'],
  ],
  postpone: [
    ...['postpone', 'postponed', 'vertagen', 'vertagt', 'verschieben', 'verlegen'],
    ...['reporter', 'reporte', 'reportee'],
  ],
  start: ['start', 'starten', 'gestartet', 'demarrer', 'lancer'],
  close: [
    ...['close', 'closed', 'schliessen', 'abschliessen', 'geschlossen', 'abgeschlossen'],
    ...['fermer', 'clore', 'cloturer'],
  ],
  delay: ['delay', 'late', 'verspatung', 'verzogerung', 'spater', 'retard'],
  notice: ['notice', 'tell', 'mitteilung', 'meldung', 'avis', 'annonce'],
  undo: ['undo', 'zurucknehmen', 'ruckgangig', 'defaire'],
  race: ['race', 'r', 'rennen', 'lauf', 'course', 'epreuve'],
  /** Words that are skipped. */
  filler: [
    ...['the', 'by', 'of', 'to', 'min', 'mins', 'minute', 'minutes', 'last', 'all'],
    ...['das', 'um', 'von', 'minuten', 'letzte', 'letztes'],
    ...['la', 'le', 'de', 'derniere', 'action', 'no', 'nr'],
  ],
} as const;

const MEANINGS = new Map(
  (Object.keys(TYPED_WORDS) as (keyof typeof TYPED_WORDS)[]).flatMap((meaning) =>
    TYPED_WORDS[meaning].map((word): [string, typeof meaning] => [word, meaning]),
  ),
);
/** `16`, `16a`, `#16`. */
const NUMBER = /^#?(\d{1,9}[a-z]{0,3}|[a-z]{1,3}\d{1,6})$/;
const MINUTES = /^([+\-−]?)(\d{1,4})(?:min|m)?$/;

/** @returns `undefined` where the text is no wish */
export function readWish(typed: string): Wish | undefined {
  const notice = readNotice(typed);
  if (notice) return notice;
  const words = searchText(typed).trim().split(' ').filter(Boolean);
  const meanings = words.flatMap((word) => MEANINGS.get(word) ?? []);
  const verbs = meanings.filter((meaning) => meaning !== 'race' && meaning !== 'filler');
  const namesRace = meanings.includes('race');
  const values = words.filter((word) => !MEANINGS.has(word));
  const [verb] = verbs;
  if (verbs.length > 1 || values.length > 1) return undefined;
  const [value] = values;
  if (value === undefined) return readBare(verb, namesRace);
  if (verb === 'delay') return readDelay(value);
  const number = NUMBER.exec(value)?.[1];
  if (number === undefined || verb === 'notice' || verb === 'undo') return undefined;
  return { kind: verb ?? 'race', number };
}

/**
 * The race with this number, as it is printed, else its race number; of several with the same printed number the first that
 * `canBe` allows.
 */
export function raceCalled<Race extends { raceNumber: number; printedNumber: string | null }>(
  races: readonly Race[],
  number: string,
  canBe: (race: Race) => boolean,
): Race | undefined {
  return races.find((race) => searchText(numberShown(race)).trim() === number && canBe(race));
}

/** Reads a notice: everything after the first word is its text, unchanged. */
function readNotice(typed: string): Wish | undefined {
  const [, first = '', rest = ''] = /^\s*([^\s:]+)\s*:?\s+(.*\S)\s*$/su.exec(typed) ?? [];
  return MEANINGS.get(searchText(first).trim()) === 'notice'
    ? { kind: 'notice', text: rest }
    : undefined;
}

/** Reads a word alone. French "annuler" has both meanings: alone it undoes, with a number it cancels. */
function readBare(verb: Wish['kind'] | undefined, namesRace: boolean): Wish | undefined {
  if (namesRace) return undefined;
  return verb === 'undo' || verb === 'cancel' ? { kind: 'undo' } : undefined;
}

function readDelay(value: string): Wish | undefined {
  const [, sign, digits] = MINUTES.exec(value) ?? [];
  if (digits === undefined) return undefined;
  const minutes = Number(digits);
  return { kind: 'delay', minutes: sign === '-' || sign === '−' ? -minutes : minutes };
}

export interface FoundCommand {
  command: Command;
  /** What the command would do. */
  words: string;
}

const MAX_FOUND = 12;

/**
 * The commands that fit a typed text, at most `MAX_FOUND`: first those that take the text as a value, then those whose words
 * contain it, at the beginning of a word before elsewhere.
 */
export function findCommands(commands: readonly Command[], typed: string): FoundCommand[] {
  const wanted = searchText(typed).trim();
  const taking = commands.flatMap((command) => {
    const words = wanted === '' ? undefined : command.matches?.(typed);
    return words === undefined ? [] : [{ command, words }];
  });
  const named = commands
    .filter(({ matches }) => !matches)
    .map((command) => ({ command, words: command.words, at: placeOf(wanted, command.words) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at);
  return [...taking, ...named.map(({ command, words }) => ({ command, words }))].slice(
    0,
    MAX_FOUND,
  );
}

/** Where the text is found: 0: at the beginning of a word; 1: within a word; -1: nowhere. */
function placeOf(wanted: string, words: string): number {
  const text = ` ${searchText(words)}`;
  if (text.includes(` ${wanted}`)) return 0;
  return text.includes(wanted) ? 1 : -1;
}
