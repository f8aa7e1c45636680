/**
 * An event as a site of plain files, for any place that serves files (adopt, "Exported site"): the same document gives
 * the same bytes. Several languages have a folder each; above them stand a page that leads to each, and what programs
 * read. The logo is a file that runs nothing wherever it is opened.
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

/** What the file may be called, in a regular expression. */
const LOGO_NAME = `logo\\.(?:${Object.values(ENDINGS).join('|')})`;

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

/** What a site is made of; a thread can be given it. */
export interface SiteJob {
  /** The board document, as the board answers it. */
  document: Uint8Array;
  /** In this order; none: in English, with the table of results as programs read it. */
  languages: readonly Language[];
  /** Whether search engines may list it, as on the board. */
  isIndexed: boolean;
  /** The address of the board, which the calendar names. */
  publicUrl: string;
  /** What the ids of the calendar have in them. */
  domain: string;
  /** When it is made, epoch milliseconds: races end by time alone. */
  now: number;
  /** Left out where neither the event nor the installation has one. */
  logo?: { type: string; bytes: Uint8Array } | undefined;
}

export interface SiteFile {
  /** From the top of the site on, with `/` between folders. */
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

/** Inside an archive no time is told, so that the same site gives the same bytes; archives begin in 1980. */
const NO_TIME = new Date(1980, 0, 1);

/** How an archive counts its files. */
const MAX_FILES = 65_535;

/** The files in an archive (ZIP); nothing where they are more than one can hold. */
export async function siteArchive(job: SiteJob): Promise<Uint8Array | undefined> {
  const files = await siteFiles(job);
  if (files.length > MAX_FILES) return undefined;
  const contents = Object.fromEntries(files.map(({ path, bytes }) => [path, bytes]));
  return zipSync(contents, { mtime: NO_TIME });
}

/**
 * Whether a folder holds a site that was exported earlier, and nothing else: only that is replaced.
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

/** The files in one language. @param asked the language of the table, where one was asked for */
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

/** What other programs take. */
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

/** The races that a crew rows in or may come into, in running order; the others need not be looked at. */
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
