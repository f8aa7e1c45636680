/**
 * An event as a site of plain files, for any server of files (adopt, "Exported site"): the same document gives the same
 * bytes. Several languages have a folder each; above these are a page with links to them, and the files for programs.
 * The logo is a file that runs no script wherever it is opened.
 */
import { zipSync } from 'fflate';
import { mapInSlices } from '../../concurrency/long-work.ts';
import type { Board, BoardLane, BoardRace } from '../../contract/board.ts';
import { svgAttribute, svgElement } from '../../domain/event/look.ts';
import type { Language } from '../../words/languages.ts';
import { type BoardFacts, boardNow, factsOf } from '../board-facts.ts';
import { eventCalendar } from '../calendar.ts';
import { resultsCsv } from '../results-csv.ts';
import { languagesPage, SITE_MARK, type Site } from './site-frame.ts';
import {
  crewPage,
  crewPath,
  indexPage,
  printPage,
  racePage,
  racePath,
  SHEETS,
} from './site-pages.ts';

const ENDINGS: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/svg+xml': 'svg',
  'image/webp': 'webp',
};

/** A regular expression for the names that the file of the logo can have. */
const LOGO_NAME = `logo\\.(?:${Object.values(ENDINGS).join('|')})`;

/**
 * The file of the logo at the top of a site. An SVG may contain a script, and a plain file server sends no header field that
 * keeps it from running; so the SVG is put into another one as a picture, in which a browser runs and loads nothing.
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

/** The size that browsers assume for an SVG without one (CSS 2.2, "Replaced elements"). */
const NO_SIZE = { width: 300, height: 150 };

/** The size of an SVG in pixels; or that of its `viewBox`, which gives at least the ratio of its sides. */
function svgSize(svg: string): { width: number; height: number } {
  const element = svgElement(svg);
  const said = (name: string) => (element && svgAttribute(element, name)?.trim()) ?? '';
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

/** What a site is made from, in a form that can be passed to a thread. */
export interface SiteJob {
  /** The board document, as the board answers it. */
  document: Uint8Array;
  /** The languages of the site, in this order; none: English, with the table of results in its form for programs. */
  languages: readonly Language[];
  /** Whether search engines may list it, as on the board. */
  isIndexed: boolean;
  /** The address of the board, which the calendar names. */
  publicUrl: string;
  /** The domain in the UIDs of the calendar (`domainOf`). */
  domain: string;
  /** When the site is made, in epoch milliseconds: races can end merely because of the time. */
  now: number;
  /** Left out where neither the event nor the installation has one. */
  logo?: { type: string; bytes: Uint8Array } | undefined;
}

export interface SiteFile {
  /** Relative to the top of the site, with `/` between folders. */
  path: string;
  bytes: Uint8Array;
}

/** All files of a site, the first page first. */
export async function siteFiles(job: SiteJob): Promise<SiteFile[]> {
  const board: Board = JSON.parse(new TextDecoder().decode(job.document));
  const logo = job.logo && siteLogo(job.logo);
  const site: Site = { ...siteOf(boardNow(factsOf(board), job.now), job), logo: logo?.path };
  const [only] = job.languages;
  const files = logo ? [logo] : [];
  if (job.languages.length < 2) return [...(await filesOf(site, job, only)), ...files];
  files.unshift(
    text('index.html', languagesPage(site)),
    ...(await dataFiles(site, job, undefined)),
  );
  for (const language of job.languages) {
    const own = await filesOf({ ...site, language }, job, language);
    files.push(...own.map(({ path, bytes }) => ({ path: `${language}/${path}`, bytes })));
  }
  return files;
}

/** The time of all files in an archive, so that the same site gives the same bytes; the format begins with 1980. */
const NO_TIME = new Date(1980, 0, 1);

/** The largest number of files that a ZIP archive can count, in 16 bits. */
const MAX_FILES = 65_535;

/** The files as an archive (ZIP); `undefined` where they are more than an archive can hold. */
export async function siteArchive(job: SiteJob): Promise<Uint8Array | undefined> {
  const files = await siteFiles(job);
  if (files.length > MAX_FILES) return undefined;
  const contents = Object.fromEntries(files.map(({ path, bytes }) => [path, bytes]));
  return zipSync(contents, { mtime: NO_TIME });
}

/**
 * Whether a folder contains only a site that was exported earlier: only such a folder is replaced.
 *
 * @param paths of all files and folders in it, with `/` between folders and at the end of one
 * @param index the text of its `index.html`
 */
export function isExportedSite(paths: readonly string[], index: string): boolean {
  return index.includes(SITE_MARK) && paths.every((path) => OF_A_SITE.test(path));
}

const OF_A_SITE = new RegExp(
  [
    '^(?:[a-z]{2,3}/)?',
    `(?:(?:index|${SHEETS.join('|')})\\.html|results\\.csv|event\\.(?:ics|json)|${LOGO_NAME}|(?:races|crews)/(?:\\d+\\.html)?)?$`,
  ].join(''),
);

function siteOf(facts: BoardFacts, { languages, isIndexed }: SiteJob): Omit<Site, 'logo'> {
  const [language = 'en'] = languages;
  const own = new Map<number, Map<number, BoardLane>>();
  for (const race of facts.inOrder) {
    for (const lane of race.lanes) {
      if (lane.crewId === null) continue;
      const lanes = own.get(lane.crewId) ?? new Map();
      own.set(lane.crewId, lanes.set(race.id, lane));
    }
  }
  const races = new Map(facts.inOrder.map((race) => [race.id, race]));
  return { facts, language, languages, isIndexed, races, own };
}

/** The files in one language. @param asked the language of the table of results; left out, its form for programs */
async function filesOf(site: Site, job: SiteJob, asked: Language | undefined): Promise<SiteFile[]> {
  const { inOrder, crews } = site.facts;
  const mayCome = racesByCrew(site);
  return [
    text('index.html', indexPage(site)),
    ...(await mapInSlices(inOrder.entries(), ([index, race]) =>
      text(racePath(race), racePage(site, index)),
    )),
    ...(await mapInSlices(crews, (crew) =>
      text(crewPath(crew.id), crewPage(site, crew, mayCome(crew.id))),
    )),
    ...SHEETS.map((sheet) => text(`${sheet}.html`, printPage(site, sheet))),
    ...(await dataFiles(site, job, asked)),
  ];
}

/** The files for other programs: table, calendar, and document. */
async function dataFiles(
  { facts, language }: Site,
  { document, publicUrl, domain }: SiteJob,
  asked: Language | undefined,
): Promise<SiteFile[]> {
  return [
    text('results.csv', await resultsCsv(facts, asked)),
    text('event.ics', eventCalendar(facts, { publicUrl, domain, language })),
    { path: 'event.json', bytes: document },
  ];
}

/** The races that a crew's page may have to show, in running order: those that it rows in, and all that have rules. */
function racesByCrew({ facts: { inOrder }, own }: Site): (crewId: number) => BoardRace[] {
  const places = new Map(inOrder.map((race, index) => [race.id, index]));
  const open = inOrder.flatMap(({ lanes }, index) =>
    lanes.some(({ from }) => from !== null) ? [index] : [],
  );
  return (crewId) => {
    const rowed = [...(own.get(crewId)?.keys() ?? [])].map(
      (raceId) => places.get(raceId) as number,
    );
    const indexes = [...new Set([...rowed, ...open])].sort((a, b) => a - b);
    return indexes.map((index) => inOrder[index] as BoardRace);
  };
}

function text(path: string, content: string): SiteFile {
  return { path, bytes: Buffer.from(content) };
}
