/**
 * XML as the formats of regattas need it: elements and texts in their order, no document types, no entities of their own
 * (formats.md §7.3). The time to read a document grows in proportion to its length.
 */
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { UnreadableError } from '../reading/reading.ts';
import { decodeText } from './text.ts';

/** By full name; look them up with {@link attributeOf} where they may have a prefix. */
export type XmlAttributes = Readonly<Record<string, string>>;

/** Receives the elements and texts of a document. Names come without their prefix. */
interface XmlHandler {
  /** @param line where the element begins, from 1 */
  open(name: string, attributes: XmlAttributes, line: number): void;
  text(text: string): void;
  close(name: string): void;
}

/** Deeper than any format is nested; the limit keeps the stack of open elements short. */
const MAX_DEPTH = 64;
/** The part of a document in which its declaration names the encoding. */
const DECLARATION_BYTES = 200;
/** The part in which the outermost element is searched. */
const SNIFFED_BYTES = 4096;

/**
 * Reads a document from its beginning to its end.
 *
 * @throws UnreadableError if it is not well-formed, has a document type, or goes too deep; what `handler` throws
 */
export function scanXml(bytes: Uint8Array, handler: XmlHandler): void {
  const text = decodeXml(bytes);
  const parser = new SaxesParser();
  let depth = 0;
  parser.on('error', () => {
    throw new UnreadableError(
      `The XML is damaged in line ${parser.line}. Save or download the file again.`,
    );
  });
  parser.on('doctype', () => {
    throw new UnreadableError(
      'The XML has a document type (<!DOCTYPE), which is refused because it can hide other content. Save the file again without one.',
    );
  });
  parser.on('opentag', (tag: SaxesTagPlain) => {
    depth += 1;
    if (depth > MAX_DEPTH)
      throw new UnreadableError(
        `The XML is nested more than ${MAX_DEPTH} deep, which no file of a regatta is.`,
      );
    handler.open(localName(tag.name), tag.attributes, parser.line);
  });
  parser.on('text', (content) => handler.text(content));
  parser.on('cdata', (content) => handler.text(content));
  parser.on('closetag', (tag: SaxesTagPlain) => {
    depth -= 1;
    handler.close(localName(tag.name));
  });
  parser.write(text).close();
}

/** An attribute by its name without a prefix. */
export function attributeOf(attributes: XmlAttributes, name: string): string | undefined {
  const plain = attributes[name];
  if (plain !== undefined) return plain;
  const prefixed = Object.keys(attributes).find((key) => localName(key) === name);
  return prefixed === undefined ? undefined : attributes[prefixed];
}

/** The name of the outermost element without its prefix; `null` for what does not begin as XML does. */
export function rootOf(bytes: Uint8Array): string | null {
  const start = decodeText(bytes.subarray(0, SNIFFED_BYTES)).text.trimStart();
  if (!start.startsWith('<')) return null;
  return /<(?:[\w.-]+:)?([A-Za-z_][\w.-]*)[\s/>]/.exec(start)?.[1] ?? null;
}

function localName(name: string): string {
  const colon = name.indexOf(':');
  return colon === -1 ? name : name.slice(colon + 1);
}

/** Decodes by the byte order mark, the zero bytes of UTF-16, or the declaration (XML 1.0, appendix F). */
function decodeXml(bytes: Uint8Array): string {
  const label = encodingOf(bytes);
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableError(
      `The XML is not in the encoding that it names (${label}). Save it again as UTF-8.`,
    );
  }
}

function encodingOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0x3c && second === 0) return 'utf-16le';
  if (first === 0 && second === 0x3c) return 'utf-16be';
  const start = Buffer.from(bytes.subarray(0, DECLARATION_BYTES)).toString('latin1');
  return (
    /^(?:\u00ef\u00bb\u00bf)?<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(start)?.[1] ??
    'utf-8'
  );
}
