/** The frame of the service's own pages: plain HTML that needs nothing from anywhere else. */
import { outsidePolicy, plainPagePolicy } from './content-security-policy.ts';

const STYLE = `
:root { color-scheme: light dark; --line: #8886; --soft: #8882; --link: #0b5cad; background: #fff; color: #111; }
@media (prefers-color-scheme: dark) { :root { --link: #7db7f0; background: #121212; color: #eee; } }
body { margin: 0 auto; padding: 1.25rem; max-width: 44rem; font: 1rem/1.6 system-ui, sans-serif; overflow-wrap: anywhere; }
a { color: var(--link); }
h1 { font-size: 1.75rem; line-height: 1.25; margin: 1.5rem 0 .5rem; }
h2 { font-size: 1.1rem; margin: 2rem 0 .25rem; }
p { margin: .25rem 0 1rem; }
code { font: .9em ui-monospace, monospace; background: var(--soft); padding: .1em .3em; border-radius: .25em; }
pre { background: var(--soft); padding: 1rem; border-radius: .5rem; white-space: pre-wrap; }
pre code { background: none; padding: 0; }
ul { padding-left: 1.25rem; }
table { border-collapse: collapse; }
th, td { padding: .1rem 1rem .1rem 0; text-align: left; vertical-align: top; }
th { overflow-wrap: normal; }
main { container-type: inline-size; }
@container (max-width: 30rem) { th, td { padding-right: .35rem; font: .8125rem/1.4 system-ui, sans-serif; } th { font-weight: bold; } }
@container (max-width: 18rem) { th, td { padding-right: .4rem; overflow-wrap: anywhere; } }
header, footer { border: 0 solid var(--line); padding: .5rem 0; }
header { border-bottom-width: 1px; }
footer { border-top-width: 1px; margin-top: 2rem; }
`;

/** The policy of the pages below, except `outsidePage`. */
export const PAGE_POLICY = plainPagePolicy(STYLE);

/**
 * A page for those who write software.
 *
 * @param home the way from the page to the start page, relative, so that a proxy may put the
 *   service under a path of its own
 * @param body HTML
 */
export function page(title: string, home: '.' | '..', body: string): string {
  const footer = `<footer><a href="${home}/docs/">Interface description</a> · <a href="${home}/problems">Problems</a></footer>`;
  const header = homeLink(`${home}/`);
  return layout({ language: 'en', head: titleTag(title), header, body, footer });
}

/**
 * A page for everybody.
 *
 * @param parts.language BCP 47 tag
 * @param parts.head HTML, the title among it
 * @param parts.home the address of the start page
 * @param parts.body HTML
 * @param parts.footer HTML, such as links to other pages
 */
export function plainPage(parts: PlainPage): string {
  const { home, footer, ...others } = parts;
  return layout({ ...others, header: homeLink(home), footer: `<footer>${footer}</footer>` });
}

interface PlainPage {
  language: string;
  head: string;
  home: string;
  body: string;
  footer: string;
}

/** The parts of a page that another server or a folder provides; `head`, `header`, `body` and `footer` are HTML. */
interface OutsidePage {
  language: string;
  head: string;
  header: string;
  body: string;
  footer: string;
  /** A style sheet in addition to that of all pages. */
  style: string;
  /** Whether it shows pictures that stand beside it, on a server or in a folder. */
  hasPictures: boolean;
}

/** A page that another server or a folder provides: no header field carries its policy, so a `<meta>` element does. */
export function outsidePage({ head, style, hasPictures, ...parts }: OutsidePage): string {
  const policy = outsidePolicy(STYLE + style, hasPictures);
  const meta = `<meta http-equiv="Content-Security-Policy" content="${escaped(policy)}">`;
  return layout({ ...parts, head: `${meta}\n${head}`, style: STYLE + style });
}

function homeLink(home: string): string {
  return `<header><a href="${escaped(home)}">Running Order</a></header>`;
}

/** Search engines leave the page out of their lists. */
export const NO_INDEX = '<meta name="robots" content="noindex">';

export function titleTag(title: string): string {
  return `<title>${escaped(title)}</title>`;
}

function layout({
  language,
  head,
  header,
  body,
  footer,
  style = STYLE,
}: Omit<OutsidePage, 'style' | 'hasPictures'> & { style?: string }): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${head}
<style>${style}</style>
</head>
<body>
${header}
<main>
${body}
</main>
${footer}
</body>
</html>
`;
}

/** Text escaped for HTML, also for attribute values in double quotes. */
export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** The HTML of a text in which backticks mark code. */
export function prose(text: string): string {
  return escaped(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}
