/** Places and penalties as tables write them (formats.md §4.3). */
import { readResultTime } from '../results/result-time.ts';
import type { Cell } from '../table.ts';

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

/** The seconds in "Finished Off Course(10s)" or "Zeitstrafe 10 s"; `null` where there are none. */
function penaltyIn(text: string): number | null {
  const found =
    /(?:^|[\s(+])(\d{1,4})(?:[.,](\d{1,3}))?\s?(?:s|sec|sek|seconds|secondes)\b\.?\)?/i.exec(text);
  return found ? millisOf(found[1], found[2]) : null;
}

/** A note that speaks of a penalty in seconds. */
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
