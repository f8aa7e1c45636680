/** The texts of a workbook, which cells name by their number. (ECMA-376, part 1, §18.4) */
import { scanXml } from '../xml.ts';

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

/** @returns the texts in their order */
export function readSharedStrings(bytes: Uint8Array): string[] {
  const strings: string[] = [];
  const collector = new TextCollector();
  scanXml(bytes, {
    open: (name) => collector.open(name),
    text: (text) => collector.add(text),
    close: (name) => {
      collector.close(name);
      if (name === 'si') strings.push(collector.take());
    },
  });
  return strings;
}

/** `_x000D_` stands for a character that XML cannot hold, and `_x005F_` for the line that begins one. (§22.9.2.19) */
function withoutEscapes(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
