/** What sets the formats of tables apart: headings of their own, ids, placeholders (formats.md §2, §3, §5). */
import type { Format } from '../../reading/reading.ts';
import { boatClassIn, lineOf } from '../cells/cell-text.ts';
import type { Identity } from '../race-drafts.ts';
import type { SheetRow } from '../sheet-rows.ts';
import type { OwnHeadings } from './columns.ts';
import type { Field } from './common-headings.ts';
import { type Header, headingText } from './header.ts';

export interface TableFormat {
  /** The prefix of ids: all tables share `csv`, whatever kind of file they come in. */
  prefix: 'csv' | 'crewtimer';
  identity: Identity;
  headings: OwnHeadings;
  boatClassOf(written: string, title: string): string;
  /** Whether a row is a placeholder, for no crew. */
  isPlaceholder?(row: SheetRow): boolean;
  /** Its notes are on races, not on crews. */
  hasRaceNotes: boolean;
  /** A boat with neither place nor time has no result yet: no question is asked. */
  isSilentOnEmpty: boolean;
  /** It lists the programme, even where no race has a time of day. */
  isProgramme?: boolean;
  /** A crew without a lane is not drawn, even where no crew of its race has one. */
  hasLanesOnly?: boolean;
  /** A timing program has written its times, so that none of them is a typing error. */
  isMachineTimed?: boolean;
  /** Its lanes are bow numbers where a race is a head race. */
  hasBowNumbers?: boolean;
  /** What its column of starts holds, whatever the heading is called. */
  startColumn?: StartColumn;
  /** A row with which the table ends. */
  isEnd?(firstCell: string): boolean;
}

/** `race`: planned starts of races; `planned`: also of single boats; `boats`: also actual starts of boats. */
export type StartColumn = 'race' | 'planned' | 'boats';

const SHEET: TableFormat = {
  prefix: 'csv',
  identity: 'number-and-round',
  headings: new Map(),
  boatClassOf: (written) => written,
  hasRaceNotes: false,
  isSilentOnEmpty: false,
};

const TIME_TEAM: TableFormat = {
  ...SHEET,
  startColumn: 'race',
  isMachineTimed: true,
  hasRaceNotes: true,
  headings: new Map<string, Field>([
    ['position', 'place'],
    ['result', 'time'],
    ['status', 'status'],
    ['event_remarks', 'notes'],
  ]),
};

const REGATTACENTRAL: TableFormat = {
  ...SHEET,
  startColumn: 'planned',
  hasLanesOnly: true,
  headings: new Map<string, Field>([
    ['event', 'number'],
    ['description', 'title'],
    ['event time (final)', 'start'],
    ['event time', 'start'],
    ['invoiced club (common name)', 'club'],
    ['club', 'ignore'],
    ['bow/lane', 'lane'],
    ['bow/lane#', 'lane'],
    ['bow_lane_id', 'lane'],
  ]),
};

const CREWTIMER: TableFormat = {
  prefix: 'crewtimer',
  identity: 'number-and-title',
  headings: new Map<string, Field>([
    ['event', 'title'],
    ['event name', 'title'],
    ['eventname', 'title'],
    ['description', 'title'],
    ['bow', 'lane'],
    ['bow #', 'lane'],
    ['event info', 'notes'],
    ['note', 'ignore'],
    ['age', 'age'],
    ['avg age', 'age'],
    ['avg_age', 'age'],
    ['finish', 'finishedAt'],
  ]),
  startColumn: 'planned',
  hasBowNumbers: true,
  boatClassOf: (written, title) => boatClassIn(written) || boatClassIn(title),
  isPlaceholder: ({ cells }) => /^x$/i.test(lineOf(cells.lane)),
  hasRaceNotes: true,
  isMachineTimed: true,
  isSilentOnEmpty: true,
  isEnd: (firstCell) => firstCell === 'Abbrev',
};

/** In results, "Start" is when the boats started, not when they should. */
const CREWTIMER_RESULTS: TableFormat = {
  ...CREWTIMER,
  headings: new Map([...CREWTIMER.headings, ['start', 'startedAt']]),
};

/** The results as JSON have the planned times beside the results. */
const CREWTIMER_JSON: TableFormat = { ...CREWTIMER, isProgramme: true };

/** How a format reads its tables. */
export function tableFormatOf(format: Format, header: Header): TableFormat {
  if (format === 'time-team') return TIME_TEAM;
  if (format === 'regattacentral') return REGATTACENTRAL;
  if (format !== 'crewtimer') return SHEET;
  const words = header.texts.map(headingText);
  if (!words.some((word) => /^(?:adj ?time|raw ?time)$/.test(word))) return CREWTIMER;
  return words.includes('event time') ? CREWTIMER_JSON : CREWTIMER_RESULTS;
}

/** What the column of starts of a table holds. @param heading of that column */
export function startColumnOf(
  heading: string | undefined,
  { startColumn }: TableFormat,
): StartColumn {
  if (startColumn !== undefined) return startColumn;
  const word = headingText(heading ?? '');
  if (/^(?:planned|scheduled|gepla?n|soll|start planned)|(?:soll|prevue?|prevista)$/.test(word))
    return 'planned';
  return /start|depart|vertrek|partenza/.test(word) ? 'boats' : 'race';
}

/** Which program's table it is, by its headings; `csv` for any other. */
export function formatByHeadings(
  header: Header,
): 'csv' | 'crewtimer' | 'regattacentral' | 'time-team' {
  const words = new Set(header.texts.map(headingText));
  const has = (...all: string[]) => all.some((word) => words.has(word));
  if (has('invoiced club (common name)', 'team_common', 'bow_lane_id', 'event time (final)'))
    return 'regattacentral';
  if (has('regatta_code') || (has('event_nr') && has('entry_name'))) return 'time-team';
  const isCrewTimer = has('eventnum', 'event num') && has('crew') && has('bow', 'bow #');
  return isCrewTimer ? 'crewtimer' : 'csv';
}
