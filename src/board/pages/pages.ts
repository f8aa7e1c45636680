/**
 * The pages of the public. Each is the built template with what it is about filled in: words for
 * those who only read its head, such as a messenger that shows a link, and the board's data, so that
 * the page can be shown without asking for anything else.
 */
import type { Logger } from 'pino';
import type { BoardCrew, BoardEvents, BoardRace } from '../../contract/board.ts';
import type { BoardDocument } from '../../documents/build-board.ts';
import type { Refusal } from '../../domain/refusal.ts';
import { plainLine } from '../../domain/text/plain-line.ts';
import { escaped } from '../../http/answers/page-layout.ts';
import { Publication } from '../../http/answers/publication.ts';
import { Representation, tagOf } from '../../http/answers/representation.ts';
import { PageEnd, PageStart, SplicedPage } from '../../http/answers/spliced-page.ts';
import {
  bytesInScript,
  EMBED_POLICY,
  endOfPage,
  type Filling,
  fillTemplate,
  HTML,
  NOT_BUILT,
  pageFields,
  startOfPage,
  type Template,
} from '../../http/answers/template.ts';
import { readDist, typeOf } from '../../http/dist.ts';
import { LANGUAGE_CODES, type Language } from '../../words/languages.ts';
import { pageWords, sharedWords } from '../../words/words.ts';
import { PageCache } from './page-cache.ts';
import { type Head, headOf, manifestLink, NO_INDEX, SERVICE_NAME } from './page-head.ts';
import { crewPreview, eventPreview, ofTrial, type Preview, racePreview } from './preview.ts';

/** The template of the public pages, and that of a frame, which loads less. */
const PUBLIC_TEMPLATE = 'index.html';
const EMBED_TEMPLATE = 'embed.html';

/** A name with the content's hash in it never stands for anything else. */
const FOR_GOOD = 'public, max-age=31536000, immutable';
export const ASK_FIRST = 'no-cache';
/** Pages are in the reader's language. */
export const BY_LANGUAGE = ['vary', 'Accept-Encoding, Accept-Language'] as const;
/** Instead of a problem document. */
export const BY_LANGUAGE_AND_KIND = ['vary', 'Accept, Accept-Encoding, Accept-Language'] as const;

/** The pages about the installation, to which every public page leads. */
export const ABOUT_PAGES = ['imprint', 'privacy', 'accessibility'] as const;
export type AboutPage = (typeof ABOUT_PAGES)[number];

const GENERAL_MANIFEST = './manifest.webmanifest';

/** `unlisted` are other views of a board, which search engines leave out; `embed` may stand in a frame. */
export type Kind = 'board' | 'unlisted' | 'embed';

/** Where each leads: a frame has room for what its site cannot say, big screens and paper for nothing. */
const ABOUT_OF: Record<Kind, readonly AboutPage[]> = {
  board: ABOUT_PAGES,
  unlisted: [],
  embed: ['privacy'],
};

export type Page = Publication | SplicedPage;

type Start = Omit<Filling, 'json'>;
type Admit = () => Refusal | undefined;

/** A page, by its key in the cache, with the document that it carries. */
interface Wanted {
  key: string;
  data: Representation;
  isFramed?: boolean;
}

export class Pages {
  /** The files that pages ask for, by path. */
  readonly assets = new Map<string, Publication>();
  /** The picture that browsers ask for without being told to, if there is one. */
  readonly favicon: Publication | undefined;
  readonly cache = new PageCache();
  private readonly publicUrl: string;
  private readonly hasLogo: boolean;
  private readonly template: Template | undefined;
  private readonly embedTemplate: Template | undefined;
  /** The address of a picture of the service, if there is one. */
  private readonly image: string | undefined;
  /** The words of the pages by language, relative to the base of a page. */
  private readonly translations = new Map<Language, string>();
  /** What pages end with, by the document that they carry. */
  private readonly ends = new WeakMap<Representation, Map<Template, PageEnd>>();
  private readonly notBuilt = new Publication(
    new Representation(tagOf(NOT_BUILT.html), Buffer.from(NOT_BUILT.html), 'low'),
    HTML,
    NOT_BUILT.fields,
    503,
  );
  /** By language. */
  private readonly unknown: Record<Language, Publication>;

  constructor(publicUrl: string, hasLogo: boolean, log: Logger) {
    this.publicUrl = publicUrl;
    this.hasLogo = hasLogo;
    const { templates, files } = readDist(log);
    this.template = templates.get(PUBLIC_TEMPLATE);
    this.embedTemplate = templates.get(EMBED_TEMPLATE);
    const icons = [...files.keys()].filter((name) => /icon[\w-]*\.png$/.test(name)).sort();
    const icon = icons.find((name) => name.includes('512')) ?? icons[0];
    this.image = icon && `${publicUrl}/${icon}`;
    for (const [name, bytes] of files) {
      const cache = name.startsWith('assets/') ? FOR_GOOD : ASK_FIRST;
      const representation = new Representation(tagOf(bytes), bytes, 'most');
      this.assets.set(name, new Publication(representation, typeOf(name), pageFields(cache)));
    }
    for (const language of LANGUAGE_CODES) {
      const isOfIt = new RegExp(`^assets/${language}-[\\w-]{8}\\.js$`);
      const name = [...files.keys()].find((file) => isOfIt.test(file));
      if (name) this.translations.set(language, `./${name}`);
    }
    this.favicon = this.assets.get('icon-192.png');
    const head = `<title>${SERVICE_NAME}</title>\n${NO_INDEX}\n${manifestLink(GENERAL_MANIFEST)}`;
    this.unknown = Object.fromEntries(
      LANGUAGE_CODES.map((language) => {
        const body = noScript(pageWords(language).noSuchPage, '', aboutParagraph(language));
        const fields = { publicUrl, language, head, body, json: '{}' };
        return [language, this.unknownPage(fields)];
      }),
    ) as Record<Language, Publication>;
  }

  /** The page that lists the regattas. */
  start(list: Representation, language: Language): Page {
    const description = pageWords(language).service;
    return this.page({ key: `start ${language}`, data: list }, () =>
      this.filling(
        {
          ...{ title: SERVICE_NAME, windowTitle: SERVICE_NAME, description },
          ...{ url: `${this.publicUrl}/`, image: this.image, language },
          ...{ translation: this.translations.get(language) },
          ...{ manifest: GENERAL_MANIFEST, isListed: true },
        },
        plainList(list, language),
      ),
    );
  }

  /** A page of a board; the same for every event that has none. */
  board(document: BoardDocument | undefined, kind: Kind, language: Language): Page {
    if (!document) return this.unknown[language];
    const key = `${kind} ${document.event.id} ${language}`;
    const isFramed = kind === 'embed';
    return this.page({ key, data: document.representation, isFramed }, () =>
      this.ofEvent(document, language, { kind, path: '', preview: eventPreview }),
    );
  }

  /** The page of a board, opened at one race. @param admit asked where it has to be made; says why it is not */
  race(document: BoardDocument, race: BoardRace, language: Language, admit: Admit): Page | Refusal {
    const key = `race ${document.event.id} ${race.id} ${language}`;
    return this.admitted({ key, data: document.representation }, admit, () =>
      this.ofEvent(document, language, {
        path: `/races/${race.raceNumber}`,
        preview: (event) => racePreview(race, event, language),
      }),
    );
  }

  /** The page of a board, opened at one crew. @param admit asked where it has to be made; says why it is not */
  crew(document: BoardDocument, crew: BoardCrew, language: Language, admit: Admit): Page | Refusal {
    const key = `crew ${document.event.id} ${crew.id} ${language}`;
    return this.admitted({ key, data: document.representation }, admit, () => {
      const races = document.inOrder;
      return this.ofEvent(document, language, {
        path: `/crews/${crew.id}`,
        preview: (event) => crewPreview(crew, { races, event }, language),
      });
    });
  }

  private ofEvent(
    { event, isTrial }: BoardDocument,
    language: Language,
    about: { kind?: Kind; path: string; preview: typeof eventPreview },
  ): Start {
    const { kind = 'board', path } = about;
    const real = about.preview(event, language);
    const preview = isTrial ? ofTrial(real, language) : real;
    const eventName = plainLine(event.name);
    const names = path === '' ? [eventName] : [preview.title, eventName];
    const address = `./events/${event.id}`;
    const head: Head = {
      ...preview,
      windowTitle: [...names, SERVICE_NAME].join(' · '),
      url: `${this.publicUrl}/events/${event.id}${path}`,
      image: this.image,
      language,
      translation: this.translations.get(language),
      manifest: `${address}/manifest.webmanifest`,
      feed: {
        href: `${address}/results.atom?lang=${language}`,
        title: pageWords(language).results(eventName),
      },
      isListed: kind === 'board' && !isTrial,
    };
    const plain = `${address}/plain?lang=${language}`;
    return this.filling(head, plainWords(preview, plain, language, ABOUT_OF[kind]));
  }

  private filling(head: Head, body = noScript(pageWords(head.language).needsScript)): Start {
    const { publicUrl, hasLogo } = this;
    const { language } = head;
    return { publicUrl, language, head: headOf(head, hasLogo), body };
  }

  private admitted(what: Wanted, admit: Admit, filling: () => Start): Page | Refusal {
    const refusal = this.cache.has(what.key, what.data) ? undefined : admit();
    return refusal ?? this.page(what, filling);
  }

  /** Only its beginning is kept: the document that it carries may soon be another one. */
  private page({ key, data, isFramed = false }: Wanted, filling: () => Start): Page {
    const template = isFramed ? this.embedTemplate : this.template;
    if (!template) return this.notBuilt;
    const end = this.endOf(data, template);
    const start = this.cache.get(key, data, () => {
      const policy = isFramed ? EMBED_POLICY : undefined;
      const fields = [...pageFields(ASK_FIRST, policy), ...BY_LANGUAGE];
      const made = new PageStart(startOfPage(template, filling()), end, fields);
      return { value: made, bytes: made.bytes.length };
    });
    return new SplicedPage(start, end, HTML);
  }

  private endOf(data: Representation, template: Template): PageEnd {
    const ofData = this.ends.get(data) ?? new Map<Template, PageEnd>();
    this.ends.set(data, ofData);
    const known = ofData.get(template);
    if (known) return known;
    const text = endOfPage(template);
    const end = new PageEnd(data.etag + text, [bytesInScript(data.identity), Buffer.from(text)]);
    ofData.set(template, end);
    return end;
  }

  private unknownPage(filling: Filling): Publication {
    if (!this.template) return this.notBuilt;
    const html = fillTemplate(this.template, filling);
    const representation = new Representation(tagOf(html), Buffer.from(html), 'low');
    return new Publication(
      representation,
      HTML,
      [...pageFields(ASK_FIRST), ...BY_LANGUAGE_AND_KIND],
      404,
    );
  }
}

/** What a reader without script gets: the preview, and the way to a page that needs none. */
function plainWords(
  { title, description }: Preview,
  plain: string,
  language: Language,
  about: readonly AboutPage[],
): string {
  const { needsScript, plainTable } = pageWords(language);
  return noScript(
    needsScript,
    `<h1>${escaped(title)}</h1><p>${escaped(description)}</p>`,
    `<p><a href="${plain}">${plainTable}</a></p>${aboutParagraph(language, about)}`,
  );
}

/** The regattas for a reader without script, newest first, each leading to its plain page; and the way for who runs one. */
function plainList(list: Representation, language: Language): string {
  const { events } = JSON.parse(list.identity.toString()) as BoardEvents;
  const { regattas, noRegattas, needsScript, runsOne, toOffice } = pageWords(language);
  const items = events.map((event) => {
    const { title, description } = eventPreview(event, language);
    const href = `./events/${event.id}/plain?lang=${language}`;
    return `<li><a href="${href}">${escaped(title)}</a> · ${escaped(description)}</li>`;
  });
  return noScript(
    needsScript,
    [
      `<h1>${escaped(regattas)}</h1>`,
      items.length > 0 ? `<ul>${items.join('')}</ul>` : `<p>${escaped(noRegattas)}</p>`,
      `<p>${escaped(runsOne)} <a href="./console">${escaped(toOffice)}</a></p>`,
    ].join(''),
    aboutParagraph(language),
  );
}

function aboutParagraph(language: Language, names = ABOUT_PAGES as readonly AboutPage[]): string {
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

function noScript(said: string, before = '', after = ''): string {
  return `<noscript>${before}<p>${escaped(said)}</p>${after}</noscript>\n`;
}
