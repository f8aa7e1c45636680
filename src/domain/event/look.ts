/**
 * The look of an event on its pages (adopt, "One look per event"): its valid properties, its view in documents, the
 * shades of its colour, and which pictures may be its logo. Pure.
 */
import { MAX_LOGO_PIXELS } from '../../contract/limits.ts';
import type { Look, LookLink, LookWrite, Shades } from '../../contract/look.ts';

/** The look of an event as it is stored. */
export interface LookFacts {
  /** `#rrggbb`, as it was typed. */
  accent: string | null;
  links: readonly LookLink[];
  sponsor: string | null;
  /** The version of its logo; `null`: it has none. */
  logo: string | null;
}

/** The look of an event for which none is set. */
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

/** The properties that a write changes; an empty sponsor is stored as `null`. @param look `null` clears all but the logo */
export function changedLook(look: LookWrite | null): Partial<Omit<LookFacts, 'logo'>> {
  const { accent, links, sponsor } = look ?? { accent: null, links: null, sponsor: null };
  return {
    ...(accent !== undefined && { accent }),
    ...(links !== undefined && { links: links ?? [] }),
    ...(sponsor !== undefined && { sponsor: sponsor || null }),
  };
}

/** The look as documents show it; `null` where nothing of it is set. */
export function lookView({ accent, links, sponsor, logo }: LookFacts): Look | null {
  if (accent === null && links.length === 0 && sponsor === null && logo === null) return null;
  const shades = accent === null ? null : shadesOf(accent);
  return { accent, shades, links: links.map(({ label, url }) => ({ label, url })), sponsor, logo };
}

/** The least contrast between text and its background (WCAG 2.2, 1.4.3). */
export const ENOUGH_CONTRAST = 4.5;

/** The backgrounds of text in `base.css` and `display.css`; a test compares them with these. */
export const LIGHT_BACKS = ['#ffffff', '#f1f4f7', '#fff1b8', '#fdeceb'];
export const DARK_BACKS = ['#0a1118', '#141f2a', '#3d3310', '#3b1512', '#060c12', '#16222e'];

const WHITE = '#ffffff';
const BLACK = '#000000';

/**
 * The shades of a colour. Any colour is accepted, and shaded until it is readable as text on every background of the
 * pages, and text is readable on it (WCAG 2.2, 1.4.3).
 *
 * @param accent `#rrggbb`
 */
export function shadesOf(accent: string): Shades {
  return {
    light: shaded(accent, BLACK, [...LIGHT_BACKS, WHITE]),
    dark: shaded(accent, WHITE, [...DARK_BACKS, BLACK]),
  };
}

/** The contrast ratio of two colours, 1 to 21 (WCAG 2.2, "contrast ratio"). @param a and `b`: `#rrggbb` */
export function contrast(a: string, b: string): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

/** How many steps there are from a colour to white or black. */
const STEPS = 128;

/** The colour with as little white or black added as makes it readable on all `backs`; at the most, pure white or black. */
function shaded(accent: string, towards: string, backs: readonly string[]): string {
  // Contrast grows with the share of the other colour, so the first step that is enough is found by bisection.
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

/** The relative luminance of a colour, from 0 to 1 (WCAG 2.2, "relative luminance"). */
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
/** Bytes of a PNG chunk besides its data: length and name before the data; with the checksum after it, 12. */
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

/** What is wrong with a file that is no PNG: it must be an XML document in UTF-8 whose first element is `svg`. */
function objectionToSvg(bytes: Uint8Array): string | undefined {
  const none = 'must be a PNG or an SVG';
  const text = textOf(bytes);
  if (text === undefined) return none;
  const svg = svgElement(text);
  if (!svg || !text.trimEnd().endsWith('>')) return none;
  const namespace = svgAttribute(svg, svg.prefix ? `xmlns:${svg.prefix}` : 'xmlns');
  // Some drawing programs write the namespace as an entity of the document.
  const [, entity] = /^&([\w.-]+);$/.exec(namespace ?? '') ?? [];
  const meant = entity ? quotedAfter(svg.before, `<!ENTITY\\s+${entity}\\s+`) : namespace;
  if (meant === SVG_NAMESPACE) return undefined;
  return `is an SVG that no browser shows as a picture: its first element needs xmlns="${SVG_NAMESPACE}"`;
}

/** The first element of an SVG. */
interface SvgElement {
  /** The text before it. */
  before: string;
  /** The namespace prefix of its name; empty where it has none. */
  prefix: string;
  /** The text of its attributes. */
  attributes: string;
}

/** The first element of an XML document, comments skipped; `undefined` where it is not `svg`. */
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

/** The value of an attribute; `undefined` where the element does not have it. */
export function svgAttribute({ attributes }: SvgElement, name: string): string | undefined {
  return quotedAfter(attributes, `\\s${name}\\s*=\\s*`);
}

/** The text in quotation marks after a pattern. */
function quotedAfter(text: string, pattern: string): string | undefined {
  const [, double, single] = new RegExp(`${pattern}(?:"([^"]*)"|'([^']*)')`).exec(text) ?? [];
  return double ?? single;
}

/** Where a match of `part` that begins at `at` ends; `at` itself where there is none. */
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
