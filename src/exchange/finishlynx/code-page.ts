/** Text to bytes in the code pages of timing computers (formats.md §1.4). */

export const CODE_PAGES = ['cp1252', 'utf-8', 'utf-16le'] as const;

export type CodePage = (typeof CODE_PAGES)[number];

/** What Windows-1252 has between 0x80 and 0x9f, in that order; a blank where it has nothing. */
const HIGH_1252 = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';
/** Letters that are no base letter with a mark. */
const PLAIN: Readonly<Record<string, string>> = {
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ı: 'i',
  ħ: 'h',
  Ħ: 'H',
  ŧ: 't',
  ʻ: "'",
  ʼ: "'",
  '−': '-',
  '‐': '-',
  '‑': '-',
};

/** The text with letters that the code page lacks replaced by their base letters, others by `_`. */
export function fitCodePage(text: string, codePage: CodePage): string {
  const composed = text.normalize('NFC');
  if (codePage !== 'cp1252') return composed;
  return [...composed]
    .map((letter) => (byteOf(letter) === null ? baseOf(letter) : letter))
    .join('');
}

/** @param text what `fitCodePage` has left; UTF-16 begins with a mark */
export function encodeText(text: string, codePage: CodePage): Uint8Array {
  if (codePage === 'utf-8') return new TextEncoder().encode(text);
  if (codePage === 'cp1252') {
    return Uint8Array.from([...text].map((letter) => byteOf(letter) ?? 0x5f));
  }
  const units = Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
  return Uint8Array.from([0xfeff, ...units].flatMap((unit) => [unit & 0xff, unit >> 8]));
}

function byteOf(letter: string): number | null {
  const code = letter.codePointAt(0) ?? 0;
  if (code < 0x80 || (code >= 0xa0 && code <= 0xff)) return code;
  const high = HIGH_1252.indexOf(letter);
  return high === -1 ? null : 0x80 + high;
}

function baseOf(letter: string): string {
  const base = letter.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  const letters = [...base].map((one) => (byteOf(one) === null ? (PLAIN[one] ?? '_') : one));
  return letters.join('');
}
