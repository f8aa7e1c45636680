/** Which pictures may be the logo of an event: PNG and SVG, told by their bytes whatever they are called. Pure. */
import { MAX_LOGO_PIXELS } from '../../contract/limits.ts';

export type LogoType = 'image/png' | 'image/svg+xml';

const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** Of a PNG chunk: its length and its name before its data, its checksum behind them. */
const CHUNK_HEAD = 8;
const CHUNK_EXTRA = 12;
const IHDR = 0x49484452;
const IEND = 0x49454e44;

/** @returns the type of a picture, or what is wrong with it */
export function logoTypeOf(bytes: Uint8Array): { type: LogoType } | { objection: string } {
  if (PNG_SIGNATURE.every((byte, index) => bytes[index] === byte)) {
    const objection = objectionToPng(bytes);
    return objection === undefined ? { type: 'image/png' } : { objection };
  }
  return isSvg(bytes) ? { type: 'image/svg+xml' } : { objection: 'must be a PNG or an SVG' };
}

function objectionToPng(bytes: Uint8Array): string | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = PNG_SIGNATURE.length;
  if (!isWholePng(view, start)) return 'is a PNG that is damaged or cut off';
  const sides = [view.getUint32(start + CHUNK_HEAD), view.getUint32(start + CHUNK_HEAD + 4)];
  if (sides.every((side) => side > 0 && side <= MAX_LOGO_PIXELS)) return undefined;
  return `must not have more than ${MAX_LOGO_PIXELS} pixels a side, as it has: ${sides.join(' × ')}`;
}

/** Whether chunks follow each other from the first to the last one (PNG, section 5.6). */
function isWholePng(view: DataView, start: number): boolean {
  let at = start;
  while (at + CHUNK_EXTRA <= view.byteLength) {
    const name = view.getUint32(at + 4);
    if (at === start && (name !== IHDR || view.getUint32(at) !== 13)) return false;
    const next = at + CHUNK_EXTRA + view.getUint32(at);
    if (next > view.byteLength) return false;
    if (name === IEND) return true;
    at = next;
  }
  return false;
}

/** What may stand before the first element of an XML document. */
const BEFORE_ELEMENT = [
  /[\s\uFEFF]+/y,
  /<\?[\s\S]*?\?>/y,
  /<!--[\s\S]*?-->/y,
  /<!DOCTYPE[^[>]*(?:\[[^\]]*\]\s*)?>/y,
];
const SVG_ELEMENT = /<(?:[\w-]+:)?svg[\s/>]/y;

/** Whether it is an XML document in UTF-8 whose first element is that of an SVG. */
function isSvg(bytes: Uint8Array): boolean {
  const text = textOf(bytes);
  if (text === undefined) return false;
  let at = 0;
  for (let isElement = false; !isElement; ) {
    const next = BEFORE_ELEMENT.map((part) => endOf(part, text, at)).find((end) => end > at);
    isElement = next === undefined;
    at = next ?? at;
  }
  return endOf(SVG_ELEMENT, text, at) > at && text.trimEnd().endsWith('>');
}

/** Where a part ends that stands at a place; the place itself where it does not stand there. */
function endOf(part: RegExp, text: string, at: number): number {
  part.lastIndex = at;
  return part.test(text) ? part.lastIndex : at;
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
