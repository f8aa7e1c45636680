/**
 * The look of an event on its pages (adopt, "One look per event"): what may be said of it, how it is told, the shades
 * of its colour, and which pictures may be its logo. Pure.
 */
import { MAX_LOGO_PIXELS } from '../../contract/limits.ts';
import type { Look, LookLink, LookWrite, Shades } from '../../contract/look.ts';

/** What is kept of the look of an event. */
export interface LookFacts {
  /** `#rrggbb`, as it was typed. */
  accent: string | null;
  links: readonly LookLink[];
  sponsor: string | null;
  /** The version of its logo; `null`: it has none. */
  logo: string | null;
}

/** Of an event that looks like any other. */
export const NO_LOOK: LookFacts = { accent: null, links: [], sponsor: null, logo: null };

/** What is wrong with a colour, if anything. Any tone will do: pages shade it (`shadesOf`). */
export function objectionToAccent(accent: string): string | undefined {
  return /^#[0-9a-f]{6}$/i.test(accent) ? undefined : 'must be a colour such as #00407a';
}

/** What is wrong with the address of a link, if anything. */
export function objectionToLink(address: string): string | undefined {
  const url = URL.canParse(address) && !/\s/.test(address) ? new URL(address) : undefined;
  if (url?.protocol !== 'https:') return 'must be an address that begins with https://';
  return url.username === '' && url.password === ''
    ? undefined
    : 'must not have a name or a password in it';
}

/** What a write changes; an empty text is none. @param look `null` clears all of it but the logo */
export function changedLook(look: LookWrite | null): Partial<Omit<LookFacts, 'logo'>> {
  const { accent, links, sponsor } = look ?? { accent: null, links: null, sponsor: null };
  return {
    ...(accent !== undefined && { accent }),
    ...(links !== undefined && { links: links ?? [] }),
    ...(sponsor !== undefined && { sponsor: sponsor || null }),
  };
}

/** As documents have it; `null` where nothing of it is set. */
export function lookView({ accent, links, sponsor, logo }: LookFacts): Look | null {
  if (accent === null && links.length === 0 && sponsor === null && logo === null) return null;
  const shades = accent === null ? null : shadesOf(accent);
  return { accent, shades, links: links.map(({ label, url }) => ({ label, url })), sponsor, logo };
}

/** Of text and what is behind it. */
export const ENOUGH_CONTRAST = 4.5;

/** What stands behind text: the colours of `base.css` and `display.css`, which a test compares with these. */
export const LIGHT_BACKS = ['#ffffff', '#f1f4f7', '#fff1b8', '#fdeceb'];
export const DARK_BACKS = ['#0a1118', '#141f2a', '#3d3310', '#3b1512', '#060c12', '#16222e'];

const WHITE = '#ffffff';
const BLACK = '#000000';

/**
 * The shades of a colour: any tone is taken, and shaded until it can be read as text on everything that pages have
 * behind text, and text can be read on it (WCAG 2.2, 1.4.3).
 *
 * @param accent `#rrggbb`
 */
export function shadesOf(accent: string): Shades {
  return {
    light: shaded(accent, BLACK, [...LIGHT_BACKS, WHITE]),
    dark: shaded(accent, WHITE, [...DARK_BACKS, BLACK]),
  };
}

/** How far two colours are apart for the eye, 1 to 21 (WCAG 2.2, "contrast ratio"). @param a and `b`: `#rrggbb` */
export function contrast(a: string, b: string): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

/** In so many steps from a colour to white or black. */
const STEPS = 128;

/** The colour with as little of white or black as makes it readable on all of `backs`; at the most, that is left of it. */
function shaded(accent: string, towards: string, backs: readonly string[]): string {
  // The more of the other colour, the more contrast: the first step that is enough is found by halves.
  let [tooLittle, enough] = [-1, STEPS];
  while (enough - tooLittle > 1) {
    const step = Math.floor((tooLittle + enough) / 2);
    const tone = mixed(accent, towards, step / STEPS);
    const isEnough = backs.every((back) => contrast(tone, back) >= ENOUGH_CONTRAST);
    if (isEnough) enough = step;
    else tooLittle = step;
  }
  return mixed(accent, towards, enough / STEPS);
}

function mixed(a: string, b: string, share: number): string {
  const other = channels(b);
  const parts = channels(a).map((channel, index) =>
    Math.round(channel + ((other[index] ?? 0) - channel) * share)
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${parts.join('')}`;
}

/** From 0 to 1 (WCAG 2.2, "relative luminance"). */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Red, green and blue, 0 to 255. */
function channels(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}

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
  const objection = objectionToSvg(bytes);
  return objection === undefined ? { type: 'image/svg+xml' } : { objection };
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
const SVG_ELEMENT = /<(?:([\w-]+):)?svg((?:\s[^<>"']*(?:"[^"]*"|'[^']*'))*)\s*\/?>/y;
const SVG_NAMESPACE = 'http://www.w3.org/2000/svg';

/** What is wrong with what is no XML document in UTF-8 whose first element is that of an SVG. */
function objectionToSvg(bytes: Uint8Array): string | undefined {
  const none = 'must be a PNG or an SVG';
  const text = textOf(bytes);
  if (text === undefined) return none;
  const svg = svgElement(text);
  if (!svg || !text.trimEnd().endsWith('>')) return none;
  const namespace = svgAttribute(svg, svg.prefix ? `xmlns:${svg.prefix}` : 'xmlns');
  // Drawing programs write it as an entity of the document.
  const [, entity] = /^&([\w.-]+);$/.exec(namespace ?? '') ?? [];
  const meant = entity ? quotedAfter(svg.before, `<!ENTITY\\s+${entity}\\s+`) : namespace;
  if (meant === SVG_NAMESPACE) return undefined;
  return `is an SVG that no browser shows as a picture: its first element needs xmlns="${SVG_NAMESPACE}"`;
}

/** The first element of an SVG. */
interface SvgElement {
  /** What stands before it. */
  before: string;
  /** Of its name; empty where it has none. */
  prefix: string;
  /** As they are written. */
  attributes: string;
}

/** The first element of an XML document; nothing where that is none of an SVG. What is commented out is none. */
export function svgElement(text: string): SvgElement | undefined {
  let at = 0;
  for (let isElement = false; !isElement; ) {
    const next = BEFORE_ELEMENT.map((part) => endOf(part, text, at)).find((end) => end > at);
    isElement = next === undefined;
    at = next ?? at;
  }
  SVG_ELEMENT.lastIndex = at;
  const [element, prefix = '', attributes = ''] = SVG_ELEMENT.exec(text) ?? [];
  return element === undefined ? undefined : { before: text.slice(0, at), prefix, attributes };
}

/** The value of an attribute; nothing where the element does not have it. */
export function svgAttribute({ attributes }: SvgElement, name: string): string | undefined {
  return quotedAfter(attributes, `\\s${name}\\s*=\\s*`);
}

/** What stands in quotation marks behind a pattern. */
function quotedAfter(text: string, pattern: string): string | undefined {
  const [, double, single] = new RegExp(`${pattern}(?:"([^"]*)"|'([^']*)')`).exec(text) ?? [];
  return double ?? single;
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
