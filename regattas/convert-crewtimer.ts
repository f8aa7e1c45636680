/**
 * Turns a CrewTimer export into our own plain format (see README.md):
 *
 *     node regattas/convert-crewtimer.ts EXPORT.json > OUT.json
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Regatta, RegattaLane, RegattaRace } from './regatta.ts';

/** What we read of a CrewTimer export. Athletes, officials and e-mails are not even named here. */
export interface CrewTimerExport {
  regattaInfo: {
    Name: string;
    Title: string;
    Date: string;
    NumDays?: string | number;
    InfoText?: string;
  };
  results: CrewTimerRace[];
}

interface CrewTimerRace {
  EventNum: string;
  Event: string;
  EventInfo?: string;
  entries: CrewTimerEntry[];
}

export interface CrewTimerEntry {
  Bow: string;
  Crew: string;
  Place?: number | '';
  RawTime?: string;
  AdjTime?: string;
  PenaltyCode?: string;
  G_Start_time_raw?: string;
}

/** What an export does not say about itself. */
export interface Origin {
  source: string;
  timezone: string;
  city: string;
  countryCode: string;
}

/**
 * Converts a parsed CrewTimer export to a regatta. Throws on what it cannot represent, because
 * a wrong result is worse than none.
 */
export function convertCrewTimer(exported: CrewTimerExport, origin: Origin): Regatta {
  const info = exported.regattaInfo;
  if (Number(info.NumDays || 1) > 1) {
    // The export gives times of day only, so races of different days could not be put in order.
    throw new Error('The export covers several days; convert one day at a time.');
  }
  const labels = exported.results.map(raceLabel);
  const repeated = labels.find((label, index) => labels.indexOf(label) !== index);
  if (repeated !== undefined) throw new Error(`Two races carry the label "${repeated}".`);
  return {
    name: info.Title.trim(),
    source: origin.source,
    date: info.Date,
    timezone: origin.timezone,
    city: origin.city,
    countryCode: origin.countryCode,
    ...(info.InfoText ? { host: info.InfoText.trim() } : {}),
    races: runningOrder(exported.results).map(convertRace),
  };
}

/** Formats a regatta as JSON with one line per race head and per lane, which diffs well. */
export function formatRegatta(regatta: Regatta): string {
  const { races, ...head } = regatta;
  const headLines = Object.entries(head).map(
    ([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)},\n`,
  );
  return `{\n${headLines.join('')}  "races": [\n${races.map(formatRace).join(',\n')}\n  ]\n}\n`;
}

function formatRace({ lanes, ...head }: RegattaRace): string {
  const start = `    ${JSON.stringify(head).slice(0, -1)},"lanes":[`;
  const lines = lanes.map((lane) => `\n      ${JSON.stringify(lane)}`);
  return lines.length > 0 ? `${start}${lines.join(',')}\n    ]}` : `${start}]}`;
}

/**
 * Sorts races by their real start. A race without one stays behind its predecessor in the file,
 * wherever that one goes.
 */
function runningOrder(races: CrewTimerRace[]): CrewTimerRace[] {
  const groups: { start: number; races: CrewTimerRace[] }[] = [];
  for (const race of races) {
    const start = startMillis(race);
    const last = groups.at(-1);
    if (start === null && last) last.races.push(race);
    else groups.push({ start: start ?? -1, races: [race] });
  }
  return groups.sort((a, b) => a.start - b.start).flatMap((group) => group.races);
}

/** The earliest start among the entries (boats of one race may start apart), in milliseconds. */
function startMillis(race: CrewTimerRace): number | null {
  const starts = race.entries
    .map((entry) => parseMillis(entry.G_Start_time_raw))
    .filter((start) => start !== null);
  return starts.length > 0 ? Math.min(...starts) : null;
}

function convertRace(race: CrewTimerRace): RegattaRace {
  const label = raceLabel(race);
  const event = race.Event.trim();
  const start = startMillis(race);
  // Bow "X" is a placeholder that stands for "this race did not run".
  const entries = race.entries.filter((entry) => bowText(entry).toUpperCase() !== 'X');
  return {
    label,
    name: event.startsWith(`${label} `) ? event.slice(label.length).trim() : event,
    progression: (race.EventInfo ?? '').trim(),
    startTime: start === null ? null : formatTimeOfDay(start),
    lanes: nameRepeatedCrews(placeInLanes(entries, `race ${label}`)),
  };
}

/** Gives each entry its position and sorts by it. */
function placeInLanes(entries: CrewTimerEntry[], where: string): RegattaLane[] {
  // Positions start at 1: where lanes are counted from 0, every lane of the race moves up by one,
  // so that lanes 0 and 1 do not meet. The label keeps what is printed.
  const shift = entries.some((entry) => bowNumber(entry) === 0) ? 1 : 0;
  const taken = new Set<number>();
  const lanes: RegattaLane[] = [];
  const unnumbered: CrewTimerEntry[] = [];
  for (const entry of entries) {
    const bow = bowNumber(entry);
    if (bow === null || taken.has(bow + shift)) unnumbered.push(entry);
    else {
      taken.add(bow + shift);
      lanes.push(convertEntry(entry, bow + shift, where));
    }
  }
  // A bow that is no number, or was given twice, comes after the lanes that have one.
  let next = Math.max(0, ...taken);
  for (const entry of unnumbered) lanes.push(convertEntry(entry, ++next, where));
  return lanes.sort((a, b) => a.position - b.position);
}

function convertEntry(entry: CrewTimerEntry, position: number, where: string): RegattaLane {
  const crew = entry.Crew.trim();
  const raw = parseMillis(entry.RawTime);
  const adjusted = parseMillis(entry.AdjTime);
  const status = entryStatus(entry, `${where}, ${crew}`);
  const penalty = raw !== null && adjusted !== null ? adjusted - raw : 0;
  const reason = (entry.PenaltyCode ?? '').trim();
  return {
    label: bowText(entry) || String(position),
    position,
    crew,
    place: typeof entry.Place === 'number' ? entry.Place : null,
    status,
    rawTimeMillis: raw ?? adjusted,
    penaltyMillis: penalty === 0 ? null : penalty,
    ...(reason ? { penaltyReason: reason } : {}),
  };
}

function entryStatus(entry: CrewTimerEntry, where: string): RegattaLane['status'] {
  const text = (entry.AdjTime ?? '').trim().toUpperCase();
  if (text === '') return 'assigned';
  if (text === 'DNS' || text === 'SCRATCH') return 'dns';
  if (text === 'DNF') return 'dnf';
  if (text === 'DQ') return 'dsq';
  // An exhibition crew ("Exh 06:42.1") rowed the course but not the competition. It finished, it
  // has no place, and calling it disqualified would be untrue.
  if (text.startsWith('EXH') || parseMillis(text) !== null) return 'finished';
  throw new Error(`${where}: cannot read the result "${entry.AdjTime}".`);
}

/** Two boats of one name in one race are two crews: "Saline" twice is "Saline A", "Saline B". */
function nameRepeatedCrews(lanes: RegattaLane[]): RegattaLane[] {
  const names = lanes.map((lane) => lane.crew);
  const used = new Set(names);
  return lanes.map((lane) => {
    if (names.indexOf(lane.crew) === names.lastIndexOf(lane.crew)) return lane;
    let letter = 'A'.charCodeAt(0);
    while (used.has(`${lane.crew} ${String.fromCharCode(letter)}`)) letter++;
    const crew = `${lane.crew} ${String.fromCharCode(letter)}`;
    used.add(crew);
    return { ...lane, crew };
  });
}

function raceLabel(race: CrewTimerRace): string {
  return String(race.EventNum).trim();
}

function bowText(entry: CrewTimerEntry): string {
  return String(entry.Bow ?? '').trim();
}

function bowNumber(entry: CrewTimerEntry): number | null {
  return /^\d+$/.test(bowText(entry)) ? Number(bowText(entry)) : null;
}

/** Reads `SS`, `MM:SS` or `HH:MM:SS`, each with up to three decimals; null for anything else. */
function parseMillis(text: string | undefined): number | null {
  const match = /^(?:(?:(\d+):)?(\d+):)?(\d{1,2})(?:\.(\d{1,3}))?$/.exec((text ?? '').trim());
  if (!match) return null;
  const [, hours = '0', minutes = '0', seconds = '0', decimals = ''] = match;
  const whole = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  return whole * 1000 + Number(decimals.padEnd(3, '0'));
}

/** Seconds are kept, fractions are cut: nobody starts a race by the millisecond. */
function formatTimeOfDay(millis: number): string {
  return new Date(millis).toISOString().slice(11, 19);
}

/** The file names of the two exports that are kept here, by the name in `regattaInfo`. */
const knownFiles = new Map([
  ['r12672', 'crewtimer-results-r12672-hebda23.json'],
  ['r12676', 'crewtimer-results-r12676-wyhi23.json'],
]);

function knownOrigin(name: string): Origin | null {
  const file = knownFiles.get(name);
  if (!file) return null;
  return {
    source: `https://github.com/crewtimer/crewtimer-points, tests/data/${file}, MIT`,
    timezone: 'America/New_York',
    city: 'Wyandotte',
    countryCode: 'US',
  };
}

function main(): void {
  const text = { type: 'string' } as const;
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { source: text, timezone: text, city: text, country: text },
  });
  const [file] = positionals;
  if (!file) throw new Error('Name the CrewTimer export to convert.');
  const exported = JSON.parse(readFileSync(file, 'utf8')) as CrewTimerExport;
  const { source, timezone, city, country } = values;
  const given =
    source && timezone && city && country ? { source, timezone, city, countryCode: country } : null;
  const origin = given ?? knownOrigin(exported.regattaInfo.Name);
  if (!origin) {
    throw new Error('For another export, give --source, --timezone, --city and --country.');
  }
  process.stdout.write(formatRegatta(convertCrewTimer(exported, origin)));
}

if (import.meta.main) main();
