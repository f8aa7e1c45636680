/**
 * Reads a workbook: its sheets; its shared texts, to which cells refer by index; and its number formats, which say whether a
 * number is a date or a time. (ECMA-376, part 1, §18, §18.4, §18.8.30 and §18.8.31; transitional and strict)
 */
import { posix } from 'node:path';
import { UnreadableError } from '../reading/reading.ts';
import { attributeOf, scanXml, type XmlAttributes } from '../text/xml.ts';
import { partsOf, type ZipPart } from './unzip.ts';

export interface Workbook {
  /** The visible sheets, in their order. */
  sheets: readonly { name: string; part: ZipPart }[];
  /** Whether it counts days from 1904. */
  is1904: boolean;
  /** The kinds of numbers, by the index of the style of their cell. */
  kinds: readonly NumberKind[];
  /** Whether a cell is struck through, by the index of its style. */
  struckStyles: readonly boolean[];
  strings: readonly string[];
  /** The indexes of the texts that are struck through. */
  struckStrings: ReadonlySet<number>;
}

const NO_WORKBOOK =
  'The file is no Excel workbook. Open it in a spreadsheet program and save it as .xlsx, or as CSV.';
const FORBIDDEN = ['<!DOCTYPE', '<!ENTITY'];

/** @throws UnreadableError if it is no workbook, damaged, too large, or has a document type */
export function openWorkbook(bytes: Uint8Array): Workbook {
  const parts = partsOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  refuseOtherPrograms(parts);
  refuseDocumentTypes(parts);
  const main = partAt(parts, targetOf(relationsOf(parts, ''), 'officeDocument'));
  const { sheets, is1904 } = readBook(main);
  const relations = relationsOf(parts, main.name);
  const ofStyles = targetOf(relations, 'styles');
  const ofStrings = targetOf(relations, 'sharedStrings');
  const styles = ofStyles === undefined ? undefined : readStyles(partAt(parts, ofStyles));
  const texts =
    ofStrings === undefined ? undefined : readSharedStrings(partAt(parts, ofStrings).bytes());
  return {
    sheets: sheets.flatMap(({ name, id }) => {
      const relation = relations.find((one) => one.id === id && one.type === 'worksheet');
      return relation ? [{ name, part: partAt(parts, relation.target) }] : [];
    }),
    is1904,
    kinds: styles?.kinds ?? [],
    struckStyles: styles?.struckStyles ?? [],
    strings: texts?.strings ?? [],
    struckStrings: texts?.struck ?? new Set(),
  };
}

function refuseOtherPrograms(parts: ReadonlyMap<string, ZipPart>): void {
  if (parts.has('xl/workbook.bin'))
    throw new UnreadableError('This is a binary workbook (.xlsb). Save it as .xlsx, or as CSV.');
  if (parts.has('mimetype') && parts.has('content.xml'))
    throw new UnreadableError('This is an OpenDocument file. Save it as .xlsx, or as CSV.');
  if (!parts.has('_rels/.rels')) throw new UnreadableError(NO_WORKBOOK);
}

/** Also refused in parts that are not read: a workbook that has one was made to do harm. */
function refuseDocumentTypes(parts: ReadonlyMap<string, ZipPart>): void {
  for (const [name, part] of parts) {
    if (!/\.(xml|rels|vml)$/.test(name)) continue;
    const bytes = part.bytes();
    if (FORBIDDEN.some((words) => bytes.includes(words) || bytes.includes(words, 0, 'utf16le')))
      throw new UnreadableError(
        'The workbook has a document type (<!DOCTYPE), which spreadsheet programs never write. It is refused; save the table as CSV.',
      );
  }
}

interface Relation {
  id: string;
  /** The last word of its type. */
  type: string;
  target: string;
}

/** @param of the part whose relations these are; empty for those of the whole file */
function relationsOf(parts: ReadonlyMap<string, ZipPart>, of: string): Relation[] {
  const { dir, base } = posix.parse(of);
  const part = parts.get(posix.join(dir, '_rels', `${base}.rels`).toLowerCase());
  const relations: Relation[] = [];
  if (!part) return relations;
  eachElement(part, (name, attributes) => {
    if (name !== 'Relationship' || attributes.TargetMode === 'External') return;
    const { Id: id = '', Type: type = '', Target: target = '' } = attributes;
    relations.push({
      id,
      type: type.slice(type.lastIndexOf('/') + 1),
      target: posix.join(target.startsWith('/') ? '' : dir, target).replace(/^\//, ''),
    });
  });
  return relations;
}

function targetOf(relations: readonly Relation[], type: string): string | undefined {
  return relations.find((relation) => relation.type === type)?.target;
}

function partAt(parts: ReadonlyMap<string, ZipPart>, target: string | undefined): ZipPart {
  const part = target === undefined ? undefined : parts.get(target.toLowerCase());
  if (!part) throw new UnreadableError(NO_WORKBOOK);
  return part;
}

function readBook(part: ZipPart) {
  const sheets: { name: string; id: string }[] = [];
  let is1904 = false;
  eachElement(part, (name, attributes) => {
    if (name === 'workbookPr') is1904 = /^(1|true)$/.test(attributes.date1904 ?? '');
    if (name !== 'sheet' || (attributes.state ?? 'visible') !== 'visible') return;
    sheets.push({ name: attributes.name ?? '', id: attributeOf(attributes, 'id') ?? '' });
  });
  return { sheets, is1904 };
}

/** The properties of cells, by the index of their style. */
function readStyles(part: ZipPart): { kinds: NumberKind[]; struckStyles: boolean[] } {
  const own = new Map<number, NumberKind>();
  const kinds: NumberKind[] = [];
  const struckFonts: boolean[] = [];
  const struckStyles: boolean[] = [];
  let isOfFonts = false;
  let isOfCells = false;
  eachElement(part, (name, attributes) => {
    // The fonts of conditional formats come later, and do not count.
    if (name === 'fonts' || name === 'fills') isOfFonts = name === 'fonts';
    if (name === 'font' && isOfFonts) struckFonts.push(false);
    if (name === 'strike' && isOfFonts) struckFonts[struckFonts.length - 1] = isTrue(attributes);
    // `cellStyleXfs`, which comes before it, has elements of the same name.
    if (/Xfs$/.test(name)) isOfCells = name === 'cellXfs';
    const id = Number(attributes.numFmtId ?? 0);
    if (name === 'numFmt') own.set(id, kindOfFormat(attributes.formatCode ?? ''));
    if (name !== 'xf' || !isOfCells) return;
    isOfFonts = false;
    kinds.push(own.get(id) ?? builtInKind(id));
    struckStyles.push(struckFonts[Number(attributes.fontId ?? 0)] ?? false);
  });
  return { kinds, struckStyles };
}

function eachElement(
  part: ZipPart,
  visit: (name: string, attributes: XmlAttributes) => void,
): void {
  scanXml(part.bytes(), { open: visit, text() {}, close() {} });
}

export type NumberKind =
  | { kind: 'number' /** Digits at least, filled up with zeros. */; digits: number }
  | { kind: 'date' | 'dateTime' | 'time' | 'duration' };

const PLAIN: NumberKind = { kind: 'number', digits: 0 };
const DATE: NumberKind = { kind: 'date' };
const TIME: NumberKind = { kind: 'time' };
const DURATION: NumberKind = { kind: 'duration' };
const DATE_TIME: NumberKind = { kind: 'dateTime' };

/** Formats that have an id and no code; the code of those from 27 on depends on the country. */
const BUILT_IN: readonly { first: number; last: number; kind: NumberKind }[] = [
  { first: 14, last: 17, kind: DATE },
  { first: 18, last: 21, kind: TIME },
  { first: 22, last: 22, kind: DATE_TIME },
  { first: 27, last: 31, kind: DATE },
  { first: 32, last: 35, kind: TIME },
  { first: 36, last: 36, kind: DATE },
  { first: 45, last: 47, kind: DURATION },
  { first: 50, last: 58, kind: DATE },
];

/** @param id of a format without a code of its own */
export function builtInKind(id: number): NumberKind {
  return BUILT_IN.find(({ first, last }) => id >= first && id <= last)?.kind ?? PLAIN;
}

/** @param code such as `yyyy-mm-dd h:mm` or `[mm]:ss.0` */
export function kindOfFormat(code: string): NumberKind {
  const [first = ''] = withoutTexts(code).split(';');
  if (/general/i.test(first)) return PLAIN;
  const letters = first.replaceAll(/E[+-]/gi, '').toLowerCase();
  const hasTime = /[hs]|am\/pm|a\/p|\[m+\]/.test(letters);
  // An `m` is a minute beside hours or seconds, else a month.
  const hasDate = /[ydgeb]|aaa/.test(letters) || (!hasTime && letters.includes('m'));
  if (hasDate) return hasTime ? DATE_TIME : DATE;
  // Minutes without hours, hours beyond a day and parts of a second are no time of day.
  const isDuration = /\[[hms]+\]|s[.,]0/.test(letters) || !letters.includes('h');
  if (hasTime) return isDuration ? DURATION : TIME;
  return /^0+$/.test(first.trim()) ? { kind: 'number', digits: first.trim().length } : PLAIN;
}

/** Removes what is printed literally: quoted texts, single characters, colours and countries. */
function withoutTexts(code: string): string {
  return code
    .replaceAll(/"[^"]*"?/g, '')
    .replaceAll(/[\\_*]./g, '')
    .replaceAll(/\[(?!(?:h+|m+|s+)\])[^\]]*\]?/gi, '');
}

/** Collects the text of a cell or a shared string: of all its runs, without the reading aids of Japanese names. */
export class TextCollector {
  private text = '';
  private isInText = false;
  private isInPhonetics = false;

  open(name: string): void {
    if (name === 'rPh') this.isInPhonetics = true;
    if (name === 't') this.isInText = !this.isInPhonetics;
  }

  add(text: string): void {
    if (this.isInText) this.text += text;
  }

  close(name: string): void {
    if (name === 'rPh') this.isInPhonetics = false;
    if (name === 't') this.isInText = false;
  }

  /** The text collected since the last call. */
  take(): string {
    const { text } = this;
    this.text = '';
    return withoutEscapes(text);
  }
}

interface SharedStrings {
  /** In their order. */
  strings: string[];
  /** The indexes of those that are struck through from end to end. */
  struck: ReadonlySet<number>;
}

function readSharedStrings(bytes: Uint8Array): SharedStrings {
  const strings: string[] = [];
  const struck = new Set<number>();
  const collector = new TextCollector();
  let isRunStruck = false;
  let hasPlain = false;
  scanXml(bytes, {
    open: (name, attributes) => {
      collector.open(name);
      if (name === 'r') isRunStruck = false;
      if (name === 'strike') isRunStruck = isTrue(attributes);
    },
    text: (text) => {
      collector.add(text);
      if (text.trim() !== '' && !isRunStruck) hasPlain = true;
    },
    close: (name) => {
      collector.close(name);
      if (name !== 'si') return;
      const text = collector.take();
      if (text.trim() !== '' && !hasPlain) struck.add(strings.length);
      strings.push(text);
      isRunStruck = false;
      hasPlain = false;
    },
  });
  return { strings, struck };
}

/** Whether an element such as `<strike/>` or `<strike val="1"/>` says yes. */
function isTrue({ val = '1' }: XmlAttributes): boolean {
  return /^(?:1|true|on)$/i.test(val);
}

/** `_x000D_` is a character that XML cannot hold, and `_x005F_` the underline that begins such an escape. (§22.9.2.19) */
function withoutEscapes(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
