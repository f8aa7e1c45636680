/**
 * The results of an event as the German association takes them: XML of its schema "ergebnisse/2017" (`docs/export.md`).
 * There a `Rennen` is what crews have entered for, and a `Lauf` is one of our races. Pure.
 */
import type { EntryStatus } from '../../contract/fields.ts';
import type { Lane } from '../../domain/draw/lane.ts';
import { lanesOf } from '../../domain/event/event-rows.ts';
import { positionLabel, type Race } from '../../domain/races/race.ts';
import { numberShown } from '../../domain/races/race-name.ts';
import {
  byStanding,
  fieldLane,
  fieldOf,
  hasResults,
  isOver,
  shownResults,
  totalMillis,
} from '../../domain/results/standings.ts';
import type { WholeEvent } from '../event-file.ts';

const NAMESPACE = 'http://schemas.rudern.de/service/ergebnisse/2017/';

interface DrvResults {
  xml: string;
  /** One for each thing that the association will miss or a person should check. */
  notes: string[];
}

/** Races without results are left out; cancelled ones are marked as such. */
export function drvResults(event: WholeEvent): DrvResults {
  const told = event.races.filter(
    (race) => race.state === 'cancelled' || hasResults(lanesOf(event, race.id).map(fieldLane)),
  );
  const byNumber = Map.groupBy(told, rennenNumber);
  const rennen = Array.from(byNumber, ([number, races]) => rennenLines(event, number, races));
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<re:Ergebnisse xmlns:re="${NAMESPACE}">`,
    ...rennen.flat(),
    '</re:Ergebnisse>',
  ];
  return { xml: `${lines.join('\r\n')}\r\n`, notes: notesOn(event, told) };
}

/** The number of the `Rennen`: as in the entries of the association, else as it is printed. */
function rennenNumber(race: Race): string {
  const [, entered] = /^drv:([^:]+)/.exec(race.externalId ?? '') ?? [];
  return entered ?? numberShown(race);
}

function rennenLines(event: WholeEvent, number: string, races: readonly Race[]): string[] {
  const rowed = races.filter(({ state }) => state !== 'cancelled');
  const facts = {
    Nummer: number,
    Distanz: races.find(({ distanceMeters }) => distanceMeters !== null)?.distanceMeters ?? null,
    istAusgefallen: rowed.length === 0 ? 'true' : null,
  };
  if (rowed.length === 0) return [`  <Rennen${attributes(facts)}/>`];
  const numbers = new LaufNumbers();
  return [
    `  <Rennen${attributes(facts)}>`,
    ...rowed.flatMap((race) => laufLines(event, race, numbers)),
    '  </Rennen>',
  ];
}

function laufLines(event: WholeEvent, race: Race, numbers: LaufNumbers): string[] {
  const lanes = lanesOf(event, race.id);
  const shown = shownResults(race.resultMode, lanes);
  const boats = lanes
    .map((lane, index) => ({ ...lane, ...shown[index] }))
    .filter(({ team, status }) => team !== null && status !== 'assigned')
    .sort(byStanding);
  const best = isDecided(event, race) ? Math.min(...boats.map(competingMillis)) : null;
  const type = laufType(race) ?? 'A';
  const facts = {
    Typ: type,
    Nummer: numbers.next(type, race.round),
    Bezeichnung: race.round ?? race.title,
  };
  return [
    `    <Lauf${attributes(facts)}>`,
    ...boats.map((lane) => {
      const boat = {
        Startnummer: startNumber(
          lane.position,
          positionLabel(lane, race.laneScheme, event.schedule?.laneScheme ?? null),
        ),
        MeldungsID: entryId(lane),
      };
      return `      <Boot${attributes(boat)}><Ergebnis${attributes(resultOf(lane, best))}/></Boot>`;
    }),
    '    </Lauf>',
  ];
}

/** Whether the places of a race are final, as on the board: until then, each boat that finishes may change them. */
function isDecided(event: WholeEvent, race: Race): boolean {
  const lanes = lanesOf(event, race.id);
  const official = event.schedule?.provisionalResults ? race.official : null;
  return isOver({ ...race, official, lanes, ...fieldOf(lanes.map(fieldLane)) });
}

/** The time by which a boat ranks, in milliseconds; infinite if it has none, or is out of competition. */
function competingMillis(lane: Lane): number {
  return (lane.outOfCompetition ? null : totalMillis(lane)) ?? Number.POSITIVE_INFINITY;
}

/** The statuses in the words of umpires. */
const REMARKS: Readonly<Record<Exclude<EntryStatus, 'assigned' | 'finished'>, string>> = {
  dns: 'nicht am Start',
  dnf: 'aufgegeben',
  dsq: 'ausgeschlossen',
};

/**
 * The time includes the penalty and has the handicap subtracted; place and gap are written only once the race is over.
 *
 * @param best the shortest such time of the boats that compete; `null` while the race is not over
 */
function resultOf(lane: Lane, best: number | null) {
  const { status, finishPlace, penaltyMillis, allowanceMillis } = lane;
  if (status !== 'finished' && status !== 'assigned') return { Bemerkung: REMARKS[status] };
  const total = totalMillis(lane);
  const isRanked = total !== null && best !== null && !lane.outOfCompetition;
  const behind = isRanked ? total - best : 0;
  const penalty = total === null ? 0 : (penaltyMillis ?? 0);
  const correction = total === null ? 0 : penalty - (allowanceMillis ?? 0);
  return {
    Rang: best === null ? null : finishPlace,
    Zeit: total === null ? null : duration(total),
    Delta: behind === 0 ? null : duration(behind),
    Zeitkorrektur:
      correction === 0 ? null : `${correction < 0 ? '-' : ''}PT${Math.abs(correction) / 1000}S`,
    Bemerkung: penalty === 0 ? null : 'Zeitstrafe',
  };
}

/** The schema takes numbers only. */
function startNumber(position: number, label: string): string {
  return /^\d{1,9}$/.test(label) ? label : String(position);
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The id under which the association has the crew's entry, as an import of its entries has left it. */
function entryId({ team }: Lane): string | null {
  const id = team?.externalId ?? '';
  const [, entry] = /^drv:(.+)$/.exec(id) ?? [];
  return entry ?? (/^\d+$/.test(id) || UUID.test(id) ? id : null);
}

/** The kinds of the schema, by the words of rounds; less specific words come last. */
const TYPES: readonly (readonly [type: string, words: RegExp])[] = [
  ['B', /bahnverteil/i],
  ['S', /halb-?\s?final|semi|demi|halve finale/i],
  ['Q', /viertel-?\s?final|quarter|quart|kwart/i],
  ['H', /hoffnung|rep[eê]chage|herkansing/i],
  ['V', /vorlauf|heat|s[eé]rie|voorwedstrijd/i],
  ['F', /final|endlauf/i],
  ['A', /abteilung|division/i],
];

function laufType({ round, title }: Race): string | undefined {
  const words = round || title || '';
  return TYPES.find(([, pattern]) => pattern.test(words))?.[0];
}

/** The numbers of the heats of one kind: the one in the name of the round, if it is free, else the next. */
class LaufNumbers {
  private readonly taken = new Set<string>();

  next(type: string, round: string | null): number {
    const [said] = /\d{1,3}/.exec(round ?? '') ?? [];
    let number = said !== undefined && Number(said) < 256 ? Number(said) : 1;
    while (this.taken.has(`${type} ${number}`)) number++;
    this.taken.add(`${type} ${number}`);
    return number;
  }
}

function notesOn(event: WholeEvent, told: readonly Race[]): string[] {
  const rowed = told.filter(({ state }) => state !== 'cancelled');
  const boats = rowed
    .flatMap((race) => lanesOf(event, race.id))
    .filter(({ team, status }) => team !== null && status !== 'assigned');
  const counts = [
    [
      boats.filter((lane) => entryId(lane) === null).length,
      'Boats without a MeldungsID',
      'Import the entries of the association first, so that crews have it.',
    ],
    [
      told.filter(({ distanceMeters }) => distanceMeters === null).length,
      'Races without a distance',
      'The schema asks for it.',
    ],
    [
      rowed.filter((race) => laufType(race) === undefined).length,
      'Races whose round says neither heat, repechage, semi-final nor final',
      'They are told as A (Abteilung).',
    ],
    [
      rowed.filter((race) => !isDecided(event, race)).length,
      'Races in which boats are missing',
      'They are told without places and gaps.',
    ],
    [
      event.schedule?.provisionalResults ? rowed.filter(({ official }) => !official).length : 0,
      'Races whose results are still provisional',
      'They are told all the same.',
    ],
  ] as const;
  return counts
    .filter(([count]) => count > 0)
    .map(([count, what, meaning]) => `${what}: ${count}. ${meaning}`);
}

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
