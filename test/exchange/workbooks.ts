/** Builds workbooks for tests: the parts that spreadsheet programs need to open one, and those that a test gives. */
import { strToU8, zipSync } from 'fflate';

export interface SheetXml {
  name: string;
  /** The XML inside `<worksheet>`. */
  content: string;
  state?: 'visible' | 'hidden' | 'veryHidden';
}

interface WorkbookXml {
  sheets: readonly SheetXml[];
  is1904?: boolean;
  /** Number formats of the styles 1, 2 …; style 0 is a plain number. */
  formats?: readonly string[];
  /** The XML inside each `<si>` of the shared strings. */
  strings?: readonly string[];
  /** Further parts, or parts in place of the usual ones, by their paths. */
  others?: Readonly<Record<string, string | Uint8Array>>;
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const TYPES = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const RELATIONS = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"';
/** The first number for number formats that the file defines itself. */
const OWN_FORMATS = 164;

/** The bytes of a workbook. */
export function workbook(book: WorkbookXml): Uint8Array {
  const parts = Object.entries({ ...partsOf(book), ...book.others }).map(([path, content]) => [
    path,
    typeof content === 'string' ? strToU8(content) : content,
  ]);
  return zipSync(Object.fromEntries(parts));
}

/** A workbook of one sheet with these cells, such as `<c r="A1"><v>1</v></c>`. */
export function sheetOf(content: string, book: Partial<WorkbookXml> = {}): Uint8Array {
  return workbook({
    sheets: [{ name: 'Sheet', content: `<sheetData>${content}</sheetData>` }],
    ...book,
  });
}

function partsOf({
  sheets,
  is1904,
  formats = [],
  strings = [],
}: WorkbookXml): Record<string, string> {
  const numbered = sheets.map((sheet, index) => ({ ...sheet, number: index + 1 }));
  return {
    '[Content_Types].xml': `${DECLARATION}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    '_rels/.rels': `${DECLARATION}<Relationships ${RELATIONS}><Relationship Id="rId1" Type="${TYPES}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${DECLARATION}<workbook ${MAIN} xmlns:r="${TYPES}"><workbookPr${is1904 ? ' date1904="1"' : ''}/><sheets>${numbered
      .map(
        ({ name, number, state = 'visible' }) =>
          `<sheet name="${name}" sheetId="${number}" state="${state}" r:id="rId${number}"/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${DECLARATION}<Relationships ${RELATIONS}>${numbered
      .map(
        ({ number }) =>
          `<Relationship Id="rId${number}" Type="${TYPES}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
      )
      .join(
        '',
      )}<Relationship Id="styles" Type="${TYPES}/styles" Target="styles.xml"/><Relationship Id="texts" Type="${TYPES}/sharedStrings" Target="/xl/sharedStrings.xml"/></Relationships>`,
    'xl/styles.xml': `${DECLARATION}<styleSheet ${MAIN}><numFmts>${formats
      .map(
        (code, index) =>
          `<numFmt numFmtId="${OWN_FORMATS + index}" formatCode="${escaped(code)}"/>`,
      )
      .join(
        '',
      )}</numFmts><cellStyleXfs><xf numFmtId="22"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${formats
      .map((_, index) => `<xf numFmtId="${OWN_FORMATS + index}"/>`)
      .join('')}</cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `${DECLARATION}<sst ${MAIN}>${strings.map((si) => `<si>${si}</si>`).join('')}</sst>`,
    ...Object.fromEntries(
      numbered.map(({ number, content }) => [
        `xl/worksheets/sheet${number}.xml`,
        `${DECLARATION}<worksheet ${MAIN}>${content}</worksheet>`,
      ]),
    ),
  };
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
