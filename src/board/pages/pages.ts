/**
 * The public pages. Each is the built template, filled with its content: a head for programs that read
 * nothing else, such as a messenger that shows a link, and the board's data, so that the page can be
 * shown without a further request.
 */
import type { Logger } from 'pino';
import type { BoardCrew, BoardRace } from '../../contract/board.ts';
import type { BoardDocument } from '../../documents/build-board.ts';
import type { Refusal } from '../../domain/refusal.ts';
import { plainLine } from '../../domain/text/plain-line.ts';
import { Publication } from '../../http/answers/answer.ts';
import { IMMUTABLE, NO_STORE, PUBLIC_CACHE, REVALIDATE } from '../../http/answers/cache-control.ts';
import { EMBED_POLICY, FORM_POLICY } from '../../http/answers/content-security-policy.ts';
import { NO_INDEX } from '../../http/answers/page-layout.ts';
import { Representation, tagOf } from '../../http/answers/representation.ts';
import { PageEnd, PageStart, SplicedPage } from '../../http/answers/spliced-page.ts';
import {
  bytesInScript,
  endOfPage,
  type Filling,
  fillTemplate,
  HTML,
  NOT_BUILT,
  pageFields,
  readDist,
  startOfPage,
  type Template,
  typeOf,
} from '../../http/answers/template.ts';
import { crewPreview, eventPreview, ofTrial, racePreview } from '../../renderings/preview.ts';
import { LANGUAGE_CODES, type Language } from '../../words/languages.ts';
import { pageWords } from '../../words/words.ts';
import { type Reader, varyFields } from '../language.ts';
import { PageCache, publishedText } from './page-cache.ts';
import {
  ABOUT_PAGES,
  type AboutPage,
  aboutParagraph,
  type Head,
  headOf,
  manifestLink,
  noScript,
  overlayHead,
  plainWords,
  raceFacts,
  regattaFacts,
  SERVICE_NAME,
} from './page-frame.ts';

/** The template of the public pages, and those of a frame and of an overlay, which load less. */
const PUBLIC_TEMPLATE = 'index.html';
const GUEST_TEMPLATES = { embed: 'embed.html', overlay: 'overlay.html' } as const;

const GENERAL_MANIFEST = './manifest.webmanifest';

/** Pages that other sites may show in a frame. */
type GuestKind = keyof typeof GUEST_TEMPLATES;

/** `unlisted` are other views of a board, which search engines leave out. */
export type Kind = 'board' | 'unlisted' | GuestKind;

/** Links to pages about the installation: in a frame to what its site cannot say; on big screens, paper, overlays none. */
const ABOUT_OF: Record<Kind, readonly AboutPage[]> = {
  board: ABOUT_PAGES,
  unlisted: [],
  embed: ['privacy'],
  overlay: [],
};

export type Page = Publication | SplicedPage;

type Start = Omit<Filling, 'json'>;
type Admit = () => Refusal | undefined;

/** A page, by its key in the cache, with the document that it carries. */
interface Wanted {
  /** Identifies the page, whoever its reader is. */
  key: string;
  reader: Reader;
  data: Representation;
  guest?: GuestKind | undefined;
  policy?: string | undefined;
}

/** A page that lists regattas. */
interface ListPage {
  /** Identifies the page among those of one list. */
  key: string;
  /** Below the public URL, such as `years/2026?page=2`. */
  path: string;
  data: Representation;
  /** Left out for the start page, which has the name of the service. */
  title?: string;
  /** Whether search engines list it. */
  isListed: boolean;
  /** The page for readers without script. @returns HTML */
  body(): string;
}

export class Pages {
  /** The files that pages load, by path. */
  readonly assets = new Map<string, Publication>();
  /** The picture that browsers request where no page names one, if there is one. */
  readonly favicon: Publication | undefined;
  readonly cache = new PageCache();
  private readonly publicUrl: string;
  private readonly hasLogo: boolean;
  private readonly template: Template | undefined;
  private readonly guestTemplates: Record<GuestKind, Template | undefined>;
  /** The address of a picture of the service, if there is one. */
  private readonly image: string | undefined;
  /** The files with the words of pages by language, relative to the base of a page. */
  private readonly translations = new Map<Language, string>();
  /** The ends of pages, by the document that they contain and by template. */
  private readonly ends = new WeakMap<Representation, Map<Template, PageEnd>>();
  private readonly notBuilt = publishedText(
    NOT_BUILT.html,
    [HTML, ...NOT_BUILT.fields],
    'low',
    503,
  ).value;

  constructor(publicUrl: string, hasLogo: boolean, log: Logger) {
    this.publicUrl = publicUrl;
    this.hasLogo = hasLogo;
    const { templates, files } = readDist(log);
    this.template = templates.get(PUBLIC_TEMPLATE);
    this.guestTemplates = {
      embed: templates.get(GUEST_TEMPLATES.embed),
      overlay: templates.get(GUEST_TEMPLATES.overlay),
    };
    const icons = [...files.keys()].filter((name) => /icon[\w-]*\.png$/.test(name)).sort();
    const icon = icons.find((name) => name.includes('512')) ?? icons[0];
    this.image = icon && `${publicUrl}/${icon}`;
    for (const [name, bytes] of files) {
      const cache = name.startsWith('assets/') ? IMMUTABLE : REVALIDATE;
      const representation = new Representation(tagOf(bytes), bytes, 'most');
      this.assets.set(name, new Publication(representation, typeOf(name), pageFields(cache)));
    }
    for (const language of LANGUAGE_CODES) {
      const isOfIt = new RegExp(`^assets/${language}-[\\w-]{8}\\.js$`);
      const name = [...files.keys()].find((file) => isOfIt.test(file));
      if (name) this.translations.set(language, `./${name}`);
    }
    this.favicon = this.assets.get('icon-192.png');
  }

  /** A page that lists regattas. @param admit called where it has to be made; a refusal where it may not */
  list(list: ListPage, reader: Reader, admit: Admit): Page | Refusal {
    const { language } = reader;
    const description = pageWords(language).service;
    const { key, data, title = SERVICE_NAME, isListed } = list;
    const windowTitle = [title, ...(list.title ? [SERVICE_NAME] : [])].join(' · ');
    return this.admitted({ key, reader, data, policy: FORM_POLICY }, admit, () =>
      this.filling(
        {
          ...{ title, windowTitle, description },
          ...{ url: `${this.publicUrl}/${list.path}`, image: this.image, reader },
          ...{ translation: this.translations.get(language) },
          ...{ manifest: GENERAL_MANIFEST, isListed },
        },
        `<noscript>${list.body()}${aboutParagraph(language)}</noscript>\n`,
      ),
    );
  }

  /** A page of a board. */
  board(document: BoardDocument, kind: Kind, reader: Reader): Page {
    const key = `${kind} ${keyOfEvent(document)}`;
    const guest = kind === 'embed' || kind === 'overlay' ? kind : undefined;
    return this.page({ key, reader, data: document.representation, guest }, () =>
      this.ofEvent(document, reader, {
        ...{ kind, path: '', preview: eventPreview },
        facts: () => regattaFacts(document, this.publicUrl, reader),
      }),
    );
  }

  /** The page of any event that has no board, with 404; as an overlay it shows nothing. */
  unknown(reader: Reader, kind: 'board' | 'overlay' = 'board'): Publication {
    const { publicUrl } = this;
    const isOverlay = kind === 'overlay';
    const template = isOverlay ? this.guestTemplates.overlay : this.template;
    if (!template) return this.notBuilt;
    return this.cache.get(`unknown ${kind} ${reader.key}`, template, () => {
      const { language } = reader;
      const title = `<title>${SERVICE_NAME}</title>\n${NO_INDEX}\n${manifestLink(GENERAL_MANIFEST)}`;
      const words = noScript(pageWords(language).noSuchPage, '', aboutParagraph(language));
      const [head, body, policy] = isOverlay
        ? [overlayHead(SERVICE_NAME, this.translations.get(language)), '', EMBED_POLICY]
        : [title, words, undefined];
      const html = fillTemplate(template, { publicUrl, language, head, body, json: '{}' });
      const vary = varyFields(reader, ...(isOverlay ? [] : ['Accept']));
      const fields = [HTML, ...pageFields(NO_STORE, policy), ...vary];
      return publishedText(html, fields, 'low', 404);
    });
  }

  /** The page of a board, opened at one race. @param admit called where it has to be made; a refusal where it may not */
  race(document: BoardDocument, race: BoardRace, reader: Reader, admit: Admit): Page | Refusal {
    const key = `race ${keyOfEvent(document)} ${race.id}`;
    return this.admitted({ key, reader, data: document.representation }, admit, () =>
      this.ofEvent(document, reader, {
        path: `/races/${race.raceNumber}`,
        preview: (event) => racePreview(race, event, reader.language),
        facts: () => raceFacts(race, document, this.publicUrl, reader),
      }),
    );
  }

  /** The page of a board, opened at one crew. @param admit called where it has to be made; a refusal where it may not */
  crew(document: BoardDocument, crew: BoardCrew, reader: Reader, admit: Admit): Page | Refusal {
    const key = `crew ${keyOfEvent(document)} ${crew.id}`;
    return this.admitted({ key, reader, data: document.representation }, admit, () => {
      const races = document.inOrder;
      return this.ofEvent(document, reader, {
        path: `/crews/${crew.id}`,
        preview: (event) => crewPreview(crew, { races, event }, reader.language),
      });
    });
  }

  private ofEvent(
    { event, isTrial, isIndexed, organiser }: BoardDocument,
    reader: Reader,
    about: { kind?: Kind; path: string; preview: typeof eventPreview; facts?: () => object },
  ): Start {
    const { kind = 'board', path } = about;
    const { language } = reader;
    const { publicUrl } = this;
    if (kind === 'overlay') {
      const head = overlayHead(plainLine(event.name), this.translations.get(language));
      return { publicUrl, language, head };
    }
    const isListed = kind === 'board' && isIndexed;
    const real = about.preview(event, language);
    const preview = isTrial ? ofTrial(real, language) : real;
    const eventName = plainLine(event.name);
    const names = path === '' ? [eventName] : [preview.title, eventName];
    const address = `./events/${event.id}`;
    const head: Head = {
      ...preview,
      windowTitle: [...names, SERVICE_NAME].join(' · '),
      url: `${publicUrl}/events/${event.id}${path}`,
      image: this.image,
      reader,
      translation: this.translations.get(language),
      manifest: `${address}/manifest.webmanifest`,
      feed: {
        href: `${address}/results.atom?lang=${language}`,
        title: pageWords(language).results(eventName),
      },
      isListed,
      ...(isListed && about.facts && { facts: about.facts() }),
    };
    const plain = `${address}/plain?lang=${language}`;
    const ways = { plain, about: ABOUT_OF[kind] };
    return this.filling(head, plainWords(preview, { organiser, ...ways }, language));
  }

  private filling(head: Head, body: string): Start {
    const { publicUrl, hasLogo } = this;
    return { publicUrl, language: head.reader.language, head: headOf(head, hasLogo), body };
  }

  private admitted(what: Wanted, admit: Admit, filling: () => Start): Page | Refusal {
    const refusal = this.cache.has(keyOf(what), what.data) ? undefined : admit();
    return refusal ?? this.page(what, filling);
  }

  /** Only the beginning of a page is cached: the document in it may change soon. */
  private page(what: Wanted, filling: () => Start): Page {
    const { reader, data, guest, policy = guest && EMBED_POLICY } = what;
    const template = guest ? this.guestTemplates[guest] : this.template;
    if (!template) return this.notBuilt;
    const end = this.endOf(data, template);
    const start = this.cache.get(keyOf(what), data, () => {
      const fields = [...pageFields(PUBLIC_CACHE, policy), ...varyFields(reader)];
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
}

/** A part of the cache keys of an event's pages, whose heads depend on more than the document. */
export function keyOfEvent({
  event,
  isIndexed,
  momentKey = '',
}: BoardDocument & { momentKey?: string }): string {
  return [event.id, isIndexed ? '' : 'unindexed', momentKey].join(' ').trimEnd();
}

function keyOf({ key, reader }: Wanted): string {
  return `${key} ${reader.key}`;
}
