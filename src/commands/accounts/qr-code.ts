/** QR codes for terminals. */
import { renderUnicodeCompact } from 'uqr';

/** Black behind, white before: a code in a terminal's own colours may come out as its negative. */
const COLOURS = '\x1b[40;97m';
const USUAL = '\x1b[0m';
/** In modules; less than the four of the standard, and enough for the phones of today. */
const MARGIN = 2;

/** A text as lines of half blocks, two modules to a character. */
export function qrCode(text: string): string {
  return renderUnicodeCompact(text, { border: MARGIN })
    .split('\n')
    .map((line) => COLOURS + line + USUAL)
    .join('\n');
}
