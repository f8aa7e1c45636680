/** A workbook: its sheets, and what all of them share. (ECMA-376, part 1, §18; transitional and strict) */
import { posix } from 'node:path';
import { UnreadableError } from '../reading/unreadable.ts';
import { attributeOf, scanXml, type XmlAttributes } from '../text/xml.ts';
import { builtInKind, kindOfFormat, type NumberKind } from './number-formats.ts';
import { isTrue, readSharedStrings } from './shared-strings.ts';
import { partsOf, type ZipPart } from './unzip.ts';

export interface Workbook {
  /** Those that a person sees, in their order. */
  sheets: readonly { name: string; part: ZipPart }[];
  /** Whether it counts days from 1904. */
  is1904: boolean;
  /** What numbers stand for, by the style of their cell. */
  kinds: readonly NumberKind[];
  /** Whether what stands in a cell is struck through, by its style. */
  struckStyles: readonly boolean[];
  strings: readonly string[];
  /** The numbers of the texts that are struck through. */
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

/** Also in parts that nobody reads: a workbook that has one was made to do harm. */
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

/** By the number of a cell's style. */
function readStyles(part: ZipPart): { kinds: NumberKind[]; struckStyles: boolean[] } {
  const own = new Map<number, NumberKind>();
  const kinds: NumberKind[] = [];
  const struckFonts: boolean[] = [];
  const struckStyles: boolean[] = [];
  let isOfFonts = false;
  let isOfCells = false;
  eachElement(part, (name, attributes) => {
    // Fonts of conditions stand further down.
    if (name === 'fonts' || name === 'fills') isOfFonts = name === 'fonts';
    if (name === 'font' && isOfFonts) struckFonts.push(false);
    if (name === 'strike' && isOfFonts) struckFonts[struckFonts.length - 1] = isTrue(attributes);
    // `cellStyleXfs`, which stands before it, has elements of the same name.
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
