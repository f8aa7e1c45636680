/** The logo of an exported site, as a file that runs nothing wherever it is opened. */

const ENDINGS: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/svg+xml': 'svg',
  'image/webp': 'webp',
};

/** What the file may be called, in a regular expression. */
export const LOGO_NAME = `logo\\.(?:${Object.values(ENDINGS).join('|')})`;

/**
 * The file at the top of a site. An SVG may have a script in it, and no header field keeps a file of a plain server from
 * running it; so it is put into another SVG as a picture, in which a browser runs nothing and loads nothing.
 */
export function siteLogo({ type, bytes }: { type: string; bytes: Uint8Array }) {
  const path = `logo.${ENDINGS[type]}`;
  return { path, bytes: type === 'image/svg+xml' ? Buffer.from(framed(bytes)) : bytes };
}

function framed(bytes: Uint8Array): string {
  const { width, height } = svgSize(new TextDecoder().decode(bytes));
  const size = `width="${width}" height="${height}"`;
  const data = Buffer.from(bytes).toString('base64');
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} viewBox="0 0 ${width} ${height}">`,
    `<image ${size} href="data:image/svg+xml;base64,${data}"/>`,
    '</svg>\n',
  ].join('');
}

/** What browsers take for an SVG that does not say its size (CSS 2.2, "Replaced elements"). */
const NO_SIZE = { width: 300, height: 150 };

/** How large an SVG is drawn, or how its sides compare where it says no more. */
function svgSize(svg: string): { width: number; height: number } {
  const [tag = ''] = /<(?:[\w-]+:)?svg\s(?:"[^"]*"|'[^']*'|[^>"'])*>/.exec(svg) ?? [];
  const said = (name: string) => {
    const [, , value = ''] = new RegExp(`\\s${name}\\s*=\\s*(["'])(.*?)\\1`, 's').exec(tag) ?? [];
    return value.trim();
  };
  const lengths = (['width', 'height'] as const).map((name) =>
    /^([\d.]+)(?:px)?$/.exec(said(name)),
  );
  const box = said('viewBox')
    .split(/[\s,]+/)
    .slice(2);
  for (const sides of [lengths.map((match) => match?.[1]), box]) {
    const [width = 0, height = 0] = sides.map(Number);
    if (width > 0 && height > 0) return { width, height };
  }
  return NO_SIZE;
}
