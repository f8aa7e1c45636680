/** Parts of XML as text. Pure. */

/** What XML 1.0 cannot write (section 2.2); lone surrogates are not stored. */
const NOT_IN_XML = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // Written as they are, they would be read as blanks.
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

/** The attributes of an element, with a blank before each; `null` is left out. */
export function attributes(values: Readonly<Record<string, string | number | null>>): string {
  return Object.entries(values)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => ` ${name}="${escaped(String(value))}"`)
    .join('');
}

function escaped(text: string): string {
  return text
    .replaceAll(NOT_IN_XML, '')
    .replaceAll(/[&<>"\t\n\r]/g, (character) => ENTITIES[character] ?? character);
}

/** A duration of XML Schema: `PT6M42.690S`. @param millis at least 0 */
export function duration(millis: number): string {
  const minutes = Math.floor(millis / 60_000);
  const seconds = ((millis - minutes * 60_000) / 1000).toFixed(3);
  return minutes === 0 ? `PT${seconds}S` : `PT${minutes}M${seconds}S`;
}
