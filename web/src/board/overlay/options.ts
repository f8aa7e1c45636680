/**
 * The options in the address of the overlay: `?show=results&race=14&key=00ff00&scale=1.5&safe=5&lang=de` (around, "Overlay").
 * An invalid option counts as absent: no message about it may appear over a picture. Pure.
 */
import { languageOf } from '../../../../src/words/languages.ts';
import { oneOf, parseQueryOptions } from '../page/asked-options.ts';

const SHOWS = ['now', 'next', 'results', 'list', 'clock', 'notice', 'auto'] as const;
export type Show = (typeof SHOWS)[number];

const SCALE = { least: 0.5, most: 3, usual: 1 };
/** Percent of width and height; the usual margin is the one that broadcasters use for graphics. */
const SAFE = { least: 0, most: 10, usual: 5 };

export interface OverlayOptions {
  show: Show;
  /** The `raceNumber` of the only race that is shown. */
  race: number | undefined;
  /** The background `#rrggbb` that a mixer keys out; `undefined`: transparent. */
  key: string | undefined;
  /** The factor of the size of letters. */
  scale: number;
  /** The margin, in percent of width and height. */
  safe: number;
  /** `undefined`: that of the device. */
  language: string | undefined;
}

/** @param query the address from its question mark on */
export function readOptions(query: string): OverlayOptions {
  const { read } = parseQueryOptions<'show' | 'race' | 'key' | 'scale' | 'safe' | 'lang'>(query);
  return {
    show: read('show', oneOf(SHOWS)) ?? 'auto',
    race: read('race', (text) => (/^\d{1,10}$/.test(text) ? Number(text) : undefined)),
    key: read('key', (text) => (/^[\da-f]{6}$/i.test(text) ? `#${text}` : undefined)),
    scale: read('scale', within(SCALE)) ?? SCALE.usual,
    safe: read('safe', within(SAFE)) ?? SAFE.usual,
    language: read('lang', languageOf),
  };
}

function within({ least, most }: { least: number; most: number }) {
  return (text: string): number | undefined => {
    const value = /^\d{1,3}(\.\d{1,10})?$/.test(text) ? Number(text) : Number.NaN;
    return value >= least && value <= most ? value : undefined;
  };
}
