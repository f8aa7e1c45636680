/**
 * The texts on the sheets of a PDF that Chromium has made. It reads only as much of the format as Chromium writes: objects
 * outside of object streams, glyphs of two bytes, one table of characters for each font.
 */
import { inflateSync } from 'node:zlib';

interface PdfObject {
  head: string;
  stream: Buffer | undefined;
}

/** One text for each sheet, runs of text separated by spaces. @throws when there are no sheets */
export function pdfTexts(pdf: Buffer): string[] {
  const objects = readObjects(pdf);
  const object = (number: string | undefined) => objects.get(Number(number));
  const pages = [...objects.values()].find(({ head }) => /\/Type \/Pages\b/.test(head));
  const kids = /\/Kids \[(.*?)\]/s.exec(pages?.head ?? '')?.[1];
  if (!kids) throw new Error('this is no PDF as Chromium makes them');
  return references(kids).map((number) => {
    const head = object(number)?.head ?? '';
    const fonts = new Map(
      Array.from(head.matchAll(/\/(F\d+) (\d+) 0 R/g), ([, name = '', font]) => {
        const table = /\/ToUnicode (\d+) 0 R/.exec(object(font)?.head ?? '')?.[1];
        return [name, readCharacters(object(table)?.stream?.toString('latin1') ?? '')];
      }),
    );
    const contents = references(/\/Contents (\[.*?\]|\d+ 0 R)/s.exec(head)?.[1] ?? '');
    return contents
      .map((content) => textOf(object(content)?.stream?.toString('latin1') ?? '', fonts))
      .join(' ');
  });
}

function readObjects(pdf: Buffer): Map<number, PdfObject> {
  // One character is one byte in Latin-1, so that places in the text are places in the file.
  const text = pdf.toString('latin1');
  const objects = new Map<number, PdfObject>();
  for (const { 1: number, index, 0: opening } of text.matchAll(/(?<=^|\n)(\d+) 0 obj\n/g)) {
    const start = index + opening.length;
    const end = text.indexOf('endobj', start);
    const data = text.indexOf('stream\n', start);
    if (data < 0 || data > end) {
      objects.set(Number(number), { head: text.slice(start, end), stream: undefined });
      continue;
    }
    const head = text.slice(start, data);
    const first = data + 'stream\n'.length;
    const bytes = pdf.subarray(first, first + Number(/\/Length (\d+)/.exec(head)?.[1]));
    const stream = head.includes('/FlateDecode') ? inflateSync(bytes) : bytes;
    objects.set(Number(number), { head, stream });
  }
  return objects;
}

function references(text: string): string[] {
  return Array.from(text.matchAll(/(\d+) 0 R/g), ([, number = '']) => number);
}

/** Which character each glyph stands for. */
function readCharacters(table: string): Map<number, string> {
  const characters = new Map<number, string>();
  const read = (hex: string) => Number.parseInt(hex, 16);
  const decode = (hex: string) => Buffer.from(hex, 'hex').swap16().toString('utf16le');
  for (const [, list = ''] of table.matchAll(/beginbfchar(.*?)endbfchar/gs)) {
    for (const [, glyph = '', character = ''] of list.matchAll(/<(\w+)> <(\w+)>/g))
      characters.set(read(glyph), decode(character));
  }
  for (const [, list = ''] of table.matchAll(/beginbfrange(.*?)endbfrange/gs)) {
    for (const [, from = '', to = '', first = ''] of list.matchAll(/<(\w+)> <(\w+)> <(\w+)>/g)) {
      for (let glyph = read(from); glyph <= read(to); glyph++)
        characters.set(glyph, String.fromCodePoint(read(first) + glyph - read(from)));
    }
  }
  return characters;
}

function textOf(content: string, fonts: ReadonlyMap<string, Map<number, string>>): string {
  let characters: Map<number, string> | undefined;
  const runs: string[] = [];
  for (const [, font, glyphs] of content.matchAll(/\/(F\d+) [\d.]+ Tf|<([0-9A-Fa-f]+)> Tj/g)) {
    if (font) characters = fonts.get(font);
    else
      runs.push(
        (glyphs?.match(/.{4}/g) ?? [])
          .map((hex) => characters?.get(Number.parseInt(hex, 16)) ?? '')
          .join(''),
      );
  }
  return runs.join(' ');
}
