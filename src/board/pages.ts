/**
 * The pages of the public. Each is the built template with what it is about filled in: words for
 * those who only read its head, such as a messenger that shows a link, and the board's data, so that
 * the page can be shown without asking for anything else.
 */
import type { Logger } from 'pino';
import type { BoardCrew, BoardRace } from '../contract/board.ts';
import { plainLine } from '../domain/plain-line.ts';
import { readDist, typeOf } from '../http/dist.ts';
import { escaped } from '../http/page-layout.ts';
import { Publication } from '../http/publication.ts';
import { Representation, tagOf } from '../http/representation.ts';
import { type BoardDocument, racesInOrder } from '../documents/build-board.ts';
import {
  EMBED_POLICY,
  fillTemplate,
  type Filling,
  HTML,
  NOT_BUILT,
  pageFields,
  type Template,
} from '../http/template.ts';
import { PAGE_LANGUAGES, type PageLanguage } from './language.ts';
import { PageCache, type Made } from './page-cache.ts';
import { type Head, headOf, manifestLink, NO_INDEX, SERVICE_NAME } from './page-head.ts';
import { pageWords } from './page-words.ts';
import { crewPreview, eventPreview, type Preview, racePreview } from './preview.ts';

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

const GENERAL_MANIFEST = './manifest.webmanifest';

/** `unlisted` are other views of a board, which search engines leave out; `embed` may stand in a frame. */
export type Kind = 'board' | 'unlisted' | 'embed';

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
  /** By language. */
  private readonly unknown: Record<PageLanguage, Publication>;

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
    this.favicon = this.assets.get('icon-192.png');
    const head = `<title>${SERVICE_NAME}</title>\n${NO_INDEX}\n${manifestLink(GENERAL_MANIFEST)}`;
    this.unknown = Object.fromEntries(
      PAGE_LANGUAGES.map((language) => {
        const body = noScript(pageWords(language).noSuchPage);
        const fields = { publicUrl, language, head, body, json: '{}' };
        return [language, this.make(fields, 404).publication];
      }),
    ) as Record<PageLanguage, Publication>;
  }

  /** The page that lists the regattas. */
  start(list: Representation, language: PageLanguage): Publication {
    const description = pageWords(language).service;
    return this.cache.get(`start ${language}`, list, () =>
      this.fill(list, {
        ...{ title: SERVICE_NAME, windowTitle: SERVICE_NAME, description },
        ...{ url: `${this.publicUrl}/`, image: this.image, language },
        ...{ manifest: GENERAL_MANIFEST, isListed: true },
      }),
    );
  }

  /** A page of a board; the same for every event that has none. */
  board(document: BoardDocument | undefined, kind: Kind, language: PageLanguage): Publication {
    if (!document) return this.unknown[language];
    const key = `${kind} ${document.event.id} ${language}`;
    return this.cache.get(key, document.representation, () =>
      this.ofEvent(document, language, { kind, path: '', preview: eventPreview }),
    );
  }

  /** The page of a board, opened at one race. */
  race(document: BoardDocument, race: BoardRace, language: PageLanguage): Publication {
    const { id } = document.event;
    return this.cache.get(`race ${id} ${race.id} ${language}`, document.representation, () =>
      this.ofEvent(document, language, {
        path: `/races/${race.raceNumber}`,
        preview: (event) => racePreview(race, event, language),
      }),
    );
  }

  /** The page of a board, opened at one crew. */
  crew(document: BoardDocument, crew: BoardCrew, language: PageLanguage): Publication {
    const { id } = document.event;
    return this.cache.get(`crew ${id} ${crew.id} ${language}`, document.representation, () => {
      const races = racesInOrder(document);
      return this.ofEvent(document, language, {
        path: `/crews/${crew.id}`,
        preview: (event) => crewPreview(crew, { races, event }, language),
      });
    });
  }

  private ofEvent(
    { event, isTrial, representation }: BoardDocument,
    language: PageLanguage,
    about: { kind?: Kind; path: string; preview: typeof eventPreview },
  ): Made {
    const { kind = 'board', path } = about;
    const preview = about.preview(event, language);
    const eventName = plainLine(event.name);
    const names = path === '' ? [eventName] : [preview.title, eventName];
    const address = `./events/${event.id}`;
    const head: Head = {
      ...preview,
      windowTitle: [...names, SERVICE_NAME].join(' · '),
      url: `${this.publicUrl}/events/${event.id}${path}`,
      image: this.image,
      language,
      manifest: `${address}/manifest.webmanifest`,
      feed: {
        href: `${address}/results.atom?lang=${language}`,
        title: pageWords(language).results(eventName),
      },
      isListed: kind === 'board' && !isTrial,
    };
    return this.fill(representation, head, {
      isFramed: kind === 'embed',
      body: plainWords(preview, `${address}/plain?lang=${language}`, language),
    });
  }

  private fill(
    data: Representation,
    head: Head,
    more: { isFramed?: boolean; body?: string } = {},
  ): Made {
    const { publicUrl, hasLogo } = this;
    const { body = noScript(pageWords(head.language).needsScript), isFramed } = more;
    const json = data.identity.toString();
    const { language } = head;
    const filling = { publicUrl, language, head: headOf(head, hasLogo), body, json };
    return this.make(filling, 200, isFramed);
  }

  private make(filling: Filling, status: number, isFramed = false): Made {
    const template = isFramed ? this.embedTemplate : this.template;
    const html = template ? fillTemplate(template, filling) : NOT_BUILT.html;
    const representation = new Representation(tagOf(html), Buffer.from(html), 'low');
    const vary = status === 200 ? BY_LANGUAGE : BY_LANGUAGE_AND_KIND;
    const fields = [...pageFields(ASK_FIRST, isFramed ? EMBED_POLICY : undefined), ...vary];
    const publication = template
      ? new Publication(representation, HTML, fields, status)
      : new Publication(representation, HTML, NOT_BUILT.fields, 503);
    return { publication, bytes: representation.length };
  }
}

/** What a reader without script gets: the preview, and the way to a page that needs none. */
function plainWords(
  { title, description }: Preview,
  plain: string,
  language: PageLanguage,
): string {
  const { needsScript, plainTable } = pageWords(language);
  return noScript(
    needsScript,
    `<h1>${escaped(title)}</h1><p>${escaped(description)}</p>`,
    `<p><a href="${plain}">${plainTable}</a></p>`,
  );
}

function noScript(said: string, before = '', after = ''): string {
  return `<noscript>${before}<p>${escaped(said)}</p>${after}</noscript>\n`;
}
