/** What readers without script get of a page, and the links to the pages about the installation. */
import { escaped } from '../../http/answers/page-layout.ts';
import { organiserLine, type Preview } from '../../renderings/preview.ts';
import type { Language } from '../../words/languages.ts';
import { pageWords, sharedWords } from '../../words/words.ts';

/** The pages about the installation, to which every public page leads. */
export const ABOUT_PAGES = ['imprint', 'privacy', 'accessibility'] as const;
export type AboutPage = (typeof ABOUT_PAGES)[number];

/** The preview, and the way to a page that needs no script. @returns HTML */
export function plainWords(
  { title, description }: Preview,
  { organiser, plain, about }: { organiser: string; plain: string; about: readonly AboutPage[] },
  language: Language,
): string {
  const { needsScript, plainTable } = pageWords(language);
  const whose = organiserLine(organiser, language);
  return noScript(
    needsScript,
    `<h1>${escaped(title)}</h1><p>${escaped(description)}</p><p>${escaped(whose)}</p>`,
    `<p><a href="${plain}">${plainTable}</a></p>${aboutParagraph(language, about)}`,
  );
}

/** The same as a paragraph of a page below the start page; nothing of none. @returns HTML */
export function aboutParagraph(
  language: Language,
  names: readonly AboutPage[] = ABOUT_PAGES,
): string {
  return names.length === 0 ? '' : `<p>${aboutLinks('./', language, names)}</p>`;
}

/** Links to the pages about the installation, as HTML. @param base the way to the start page */
export function aboutLinks(
  base: string,
  language: Language,
  names: readonly AboutPage[] = ABOUT_PAGES,
): string {
  const words = sharedWords(language);
  return names
    .map((name) => `<a href="${escaped(base)}${name}?lang=${language}">${escaped(words[name])}</a>`)
    .join(' · ');
}

/** @param before HTML @param after HTML */
export function noScript(said: string, before = '', after = ''): string {
  return `<noscript>${before}<p>${escaped(said)}</p>${after}</noscript>\n`;
}
