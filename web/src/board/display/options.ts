/**
 * The options in the address of the big screen: `?view=now,results&races=20-40&seconds=15&lang=de`. An invalid option counts as
 * absent, and is returned so that the screen can name it. Pure.
 */
import type { BoardRace } from '../../../../src/contract/board.ts';
import { languageOf } from '../../../../src/words/languages.ts';
import { type InvalidOption, parseQueryOptions } from '../page/asked-options.ts';

export const VIEWS = ['now', 'next', 'results', 'notices'] as const;
type View = (typeof VIEWS)[number];

/** Time to read eight crews and their times. */
const USUAL_SECONDS = 12;
/** With fewer, nobody can read a view; with more, the screen looks frozen. */
export const MIN_SECONDS = 3;
export const MAX_SECONDS = 600;

/** Printed numbers, both included. */
interface RaceRange {
  first: number;
  last: number;
}

export type OptionName = 'view' | 'races' | 'seconds' | 'lang';

export interface DisplayOptions {
  /** The chosen views, in the order of `VIEWS`. */
  views: readonly View[];
  /** `undefined`: all races. */
  range: RaceRange | undefined;
  /** How long each view is shown. */
  seconds: number;
  /** One of `LANGUAGE_CODES`; `undefined`: that of the device. */
  language: string | undefined;
  refused: readonly InvalidOption<OptionName>[];
}

/** @param query the address from its question mark on; an empty parameter counts as none */
export function readOptions(query: string): DisplayOptions {
  const { read, refused } = parseQueryOptions<OptionName>(query);
  return {
    views: read('view', viewsOf) ?? VIEWS,
    range: read('races', rangeOf),
    seconds: read('seconds', secondsOf) ?? USUAL_SECONDS,
    language: read('lang', languageOf),
    refused,
  };
}

/** Whether a race is among those asked for, by the digits of its printed number: "16A" is 16. */
export function isInRange(
  { number, raceNumber }: Pick<BoardRace, 'number' | 'raceNumber'>,
  range: RaceRange | undefined,
): boolean {
  if (!range) return true;
  const printed = Number(/\d+/.exec(number)?.[0] ?? raceNumber);
  return printed >= range.first && printed <= range.last;
}

/** As an address asks for it: `20-40`, `7`. */
export function rangeText({ first, last }: RaceRange): string {
  return first === last ? `${first}` : `${first}-${last}`;
}

/** `undefined` where one view is unknown: the whole list is probably misspelt. */
function viewsOf(text: string): View[] | undefined {
  const names = text.split(',').map((name) => name.trim().toLowerCase());
  if (!names.every((name) => (VIEWS as readonly string[]).includes(name))) return undefined;
  return VIEWS.filter((view) => names.includes(view));
}

function rangeOf(text: string): RaceRange | undefined {
  const [, from, to = from] = /^(\d{1,10})(?:\s*[-–]\s*(\d{1,10}))?$/.exec(text) ?? [];
  if (from === undefined || Number(from) > Number(to)) return undefined;
  return { first: Number(from), last: Number(to) };
}

function secondsOf(text: string): number | undefined {
  const seconds = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  return seconds >= MIN_SECONDS && seconds <= MAX_SECONDS ? seconds : undefined;
}
