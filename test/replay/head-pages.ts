/** Compares the texts of the public pages of a head regatta with what the model says. */
import assert from 'node:assert/strict';
import { canonical } from '../model/model-state.ts';
import type { RacingRace } from '../model/racing-model.ts';
import { boardView, isIn } from '../model/racing-view.ts';
import { type HeadSite, titleOf, type Version } from './head-site.ts';

/** The place of a lane, as all pages with a ranking show it. */
interface Row {
  bow: string;
  place: number | null;
  categoryPlace: number | null;
}

type View = ReturnType<typeof boardView>;
const views = new WeakMap<RacingRace, View>();

/** @returns a race as the board shows it */
function viewOf(race: RacingRace): View {
  const view = views.get(race) ?? boardView(race);
  views.set(race, view);
  return view;
}

/** Whether the race is closed, or every entry has a status. */
export function isComplete(race: RacingRace): boolean {
  const { entered, scored } = viewOf(race);
  return race.closed || (scored > 0 && scored >= entered);
}

export function isOnCourse(race: RacingRace): boolean {
  return race.startedAt !== null && !isComplete(race);
}

/** A text that was read, and the versions that it may show: the last one answered before the request, and all after it. */
export interface Seen {
  text: string;
  versions: readonly Version[];
}

/** Reads a page, which may show any write that is under way. */
export async function readPage(site: HeadSite, path: string): Promise<Seen> {
  const first = site.answered;
  const response = await fetch(site.url + path, { headers: { 'accept-language': 'en' } });
  const text = await response.text();
  assert.equal(response.status, 200, `${path}: ${text}`);
  return { text, versions: site.versions.slice(first) };
}

/** Asserts that what is seen is one of the versions, as a whole. */
function isOneOf(
  what: string,
  { versions }: Seen,
  shown: object,
  view: (version: Version) => object,
): void {
  const text = canonical(shown);
  const wanted = versions.map((version) => canonical(view(version)));
  if (wanted.includes(text)) return;
  assert.deepEqual(
    shown,
    view(versions.at(-1) as Version),
    `${what} is none of ${versions.length} versions`,
  );
}

/** Checks all that the contract says of the races in the board document. */
export function checkDocument(seen: Seen): void {
  const { races } = JSON.parse(seen.text);
  const shown = races.map((race: { lanes: object[] }) => race);
  isOneOf('the document', seen, like(shown, seen.versions[0] ?? []), (version) =>
    version.map(viewOf),
  );
}

/** Leaves only the properties that the views have. */
function like(races: { lanes: object[] }[], version: Version): object {
  return races.map((race, at) => {
    const { lanes, ...facts } = viewOf(version[at] as RacingRace);
    const pick = (value: object, names: object) =>
      Object.fromEntries(Object.keys(names).map((name) => [name, Reflect.get(value, name)]));
    return {
      ...pick(race, facts),
      lanes: race.lanes.map((lane, index) => pick(lane, lanes[index] ?? {})),
    };
  });
}

/** Checks `/plain`: of each race how many boats are in, and the places, also in categories, in the order of the ranking. */
export function checkPlain(seen: Seen): void {
  const sections = seen.text.split('<h3>').slice(1);
  const shown = sections.map((section) => {
    const [, scored = '', entered = ''] = /<p>(\d+) of (\d+) in<\/p>/.exec(section) ?? [];
    return { field: `${scored}/${entered}`, rows: plainRows(section) };
  });
  isOneOf('the plain page', seen, shown, (version) =>
    version.map((race) => {
      const { scored, entered } = viewOf(race);
      // A boat that was scratched before the start is no result yet.
      const isTold = race.lanes.some(isIn) && !isComplete(race);
      return { field: isTold ? `${scored}/${entered}` : '/', rows: rankedRows(race) };
    }),
  );
  sections.forEach((section, division) => {
    checkFirst(`${titleOf(division)} on the plain page`, section, seen, division);
  });
}

const cellsOf = (row: string) =>
  Array.from(row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/g), ([, cell = '']) => cell);

/** The rows with a place, in the order of the page. */
function plainRows(section: string): Row[] {
  const [head = [], ...rows] = Array.from(section.matchAll(/<tr>(.*?)<\/tr>/gs), ([, row = '']) =>
    cellsOf(row),
  );
  if (!head[0]?.startsWith('Place')) return [];
  const column = head.indexOf('Category');
  return rows
    .filter(([place]) => place !== '')
    .map((cells) => ({
      ...{ bow: cells[1] ?? '', place: numberOf(cells[0] ?? '') },
      categoryPlace: numberOf(/^(.*?) · /.exec(cells[column] ?? '')?.[1] ?? ''),
    }));
}

const numberOf = (place: string) => (place === 'leading' ? 1 : Number.parseInt(place, 10));

function rankedRows(race: RacingRace): Row[] {
  return viewOf(race)
    .lanes.filter(({ finishPlace }) => finishPlace !== null)
    .sort((a, b) => Number(a.finishPlace) - Number(b.finishPlace) || a.position - b.position)
    .map(({ positionLabel, finishPlace, categoryPlace }) => ({
      ...{ bow: positionLabel, place: finishPlace, categoryPlace },
    }));
}

/** Checks `results.csv`: the same for each race that has results, and whether it is complete. */
export function checkCsv(seen: Seen): void {
  const [head = [], ...lines] = seen.text
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(','));
  const cell = (line: string[], name: string) => line[head.indexOf(name)] ?? '';
  const numberIn = (line: string[], name: string) => {
    const text = cell(line, name);
    return text === '' ? null : Number(text);
  };
  const shown = lines.map((line) => ({
    ...{ race: cell(line, 'Race'), complete: cell(line, 'complete'), bow: cell(line, 'Lane') },
    ...{ status: cell(line, 'Status'), place: numberIn(line, 'Place') },
    categoryPlace: numberIn(line, 'Place in category'),
  }));
  const inOrder = (rows: typeof shown) => rows.filter(({ place }) => place !== null);
  isOneOf('the table', seen, inOrder(shown), (version) =>
    version.flatMap((race, division) =>
      rankedRows(race).map(({ bow, place, categoryPlace }) => ({
        ...{ race: String(division + 1), complete: isComplete(race) ? 'yes' : 'no', bow },
        ...{ status: 'finished', place, categoryPlace },
      })),
    ),
  );
}

/** Checks the feed: who leads or has won each race, and that none is called won before it is complete. */
export function checkFeed(seen: Seen): void {
  for (const [, entry = ''] of seen.text.matchAll(/<entry>(.*?)<\/entry>/gs)) {
    const [, number = ''] = /<title>Race (\d+) /.exec(entry) ?? [];
    const division = Number(number) - 1;
    checkFirst(`${titleOf(division)} in the feed`, entry, seen, division);
    const [, leader] = /(?:leading|1st|>1\.) [^\d<]+ (\d+) /.exec(entry) ?? [];
    const leaders = seen.versions.map((version) => firstOf(version[division]));
    const what = `the feed says that ${leader} leads, not ${leaders.join(' or ')}: ${entry}`;
    assert.ok(leaders.includes(leader), what);
  }
}

/** The bow number of the boat in first place, among those that are in. */
export function firstOf(race: RacingRace | undefined): string | undefined {
  return race && rankedRows(race)[0]?.bow;
}

/**
 * Checks the board as a browser shows it, which may be some writes behind: who leads each division, and that it calls no race
 * won or over before it is.
 *
 * @returns the bow numbers of the boats that lead or have won
 */
export function checkBoardPage(seen: Seen): string[] {
  const { text, versions } = seen;
  const divisions = versions[0]?.map((_, division) => division) ?? [];
  const always = (is: (race: RacingRace) => boolean) =>
    divisions.some((division) => versions.every((version) => is(version[division] as RacingRace)));
  if (always(isOnCourse)) assert.doesNotMatch(text, /No race on the course/);
  const won = Array.from(text.matchAll(/\b1st\b(?: \D+ (\d+))?/g), ([, bow]) => bow);
  for (const bow of won) {
    const isWon = versions.some((version) =>
      version.some((race) => isComplete(race) && (bow === undefined || firstOf(race) === bow)),
    );
    assert.ok(isWon, `the page says that ${bow} is first: ${text}`);
  }
  const leading = Array.from(text.matchAll(/\bleading\s+\D+ (\d+)/g), ([, bow = '']) => bow);
  for (const bow of leading) {
    const isLeading = versions.some((version) => version.some((race) => firstOf(race) === bow));
    assert.ok(isLeading, `the page says that ${bow} leads: ${text}`);
  }
  return [...leading, ...won.flatMap((bow) => bow ?? [])];
}

/** Checks that nobody is first before the race is complete, and nobody leads afterwards. */
function checkFirst(what: string, text: string, { versions }: Seen, division: number): void {
  const complete = versions.map((version) => isComplete(version[division] as RacingRace));
  if (/\b1st\b|>1\. /.test(text)) assert.ok(complete.includes(true), `${what} is told to be won`);
  if (/\bleading\b/.test(text)) assert.ok(complete.includes(false), `${what} is told to be open`);
}
