/** The texts of a workbook, which cells name by their number. (ECMA-376, part 1, §18.4) */
import { scanXml, type XmlAttributes } from '../text/xml.ts';

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

  /** What has come together since the last time. */
  take(): string {
    const { text } = this;
    this.text = '';
    return withoutEscapes(text);
  }
}

interface SharedStrings {
  /** In their order. */
  strings: string[];
  /** The numbers of those that are struck through from end to end. */
  struck: ReadonlySet<number>;
}

export function readSharedStrings(bytes: Uint8Array): SharedStrings {
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
export function isTrue({ val = '1' }: XmlAttributes): boolean {
  return /^(?:1|true|on)$/i.test(val);
}

/** `_x000D_` stands for a character that XML cannot hold, and `_x005F_` for the line that begins one. (§22.9.2.19) */
function withoutEscapes(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
