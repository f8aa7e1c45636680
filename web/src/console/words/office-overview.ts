/** The words of the overview of a race office in English: what needs attention, and the look of the regatta. */
import type { AttentionKind } from '../../../../src/contract/console/office.ts';
import { partWords } from '../../shared/words/part-words.ts';

const attention = {
  steps: {
    title: 'First steps',
    done: 'done',
    todo: {
      programme: 'Enter the programme',
      crews: 'Enter the crews',
      races: 'Draw the lanes',
      publish: 'Publish',
    },
    hints: {
      programme: 'Races with times: typed, pasted from a spreadsheet, or imported from files.',
      crews: 'Typed, pasted, or imported with the programme.',
      races: 'Race by race, or by rules from earlier rounds.',
      publish: 'Crews see nothing before that.',
    },
    count: {
      programme: (count: number) => (count === 1 ? '1 race' : `${count} races`),
      crews: (count: number) => (count === 1 ? '1 crew' : `${count} crews`),
      races: (count: number, of: number) => `${count} of ${of} races`,
      publish: () => '',
    } satisfies Record<string, (count: number, of: number) => string>,
  },
  title: 'Needs attention',
  nothing: 'Nothing needs attention.',
  /** @param minutes below which two races of a crew are too close */
  kinds: {
    overdue: (count: number) =>
      count === 1
        ? '1 race is overdue, results missing'
        : `${count} races are overdue, results missing`,
    'not-drawn': (count: number) =>
      `${count} ${count === 1 ? 'race' : 'races'} within the hour, without a draw`,
    'crew-gap': (count: number, minutes: number) =>
      `${count} ${count === 1 ? 'crew' : 'crews'} in races closer than ${minutes} min`,
    'crew-twice': (count: number, minutes: number) =>
      `Probably the same crew, in races closer than ${minutes} min: ${count}`,
    order: (count: number) =>
      count === 1
        ? '1 race is in another order by time than by number'
        : `${count} races are in another order by time than by number`,
    'draw-differs': (count: number) =>
      count === 1
        ? '1 draw no longer agrees with its rules'
        : `${count} draws no longer agree with their rules`,
    'draw-ready': (count: number) =>
      count === 1 ? '1 race is ready to be drawn' : `${count} races are ready to be drawn`,
    'draw-tied': (count: number) =>
      `${count} ${count === 1 ? 'race' : 'races'} to be drawn by hand: who goes on is not decided`,
    'finish-without-start': (count: number) =>
      count === 1
        ? 'Finishes without a start in 1 race'
        : `Finishes without a start in ${count} races`,
    'start-without-finish': (count: number) =>
      count === 1
        ? 'Starts without a finish in 1 race'
        : `Starts without a finish in ${count} races`,
    'start-off-estimate': () => 'The day runs otherwise than it says',
    'silent-key': (count: number) =>
      count === 1 ? 'Timing software has gone silent' : `${count} timing keys have gone silent`,
    'refused-key': (count: number) =>
      count === 1 ? 'Timing software was refused' : `${count} timing keys were refused`,
    'webhook-off': (count: number) =>
      count === 1 ? 'A webhook was switched off' : `${count} webhooks were switched off`,
  } satisfies Record<AttentionKind, (count: number, minutes: number) => string>,
  unsaved: 'Typed on this device and not saved',
  goneRace: 'A race that has been removed',
  typed: {
    results: 'results',
    draw: 'draw',
    rules: 'rules of its lanes',
    entries: 'times of day',
    starts: 'start list',
    'paste-entries': 'times of day',
    'race-facts': 'kind and start',
    finishes: 'finish list',
  } as Record<string, string>,
  expectedAt: (race: string, time: string) => `Race ${race}, expected at ${time}`,
  race: (race: string) => `Race ${race}`,
  crewGap: (crew: string, race: string, other: string, minutes: number) =>
    `${crew}: races ${race} and ${other}, ${minutes} min apart`,
  crewTwice: (crew: string, other: string, race: string, otherRace: string) =>
    `${crew} and ${other}: races ${race} and ${otherRace}`,
  order: (race: string, other: string) => `Races ${race} and ${other}`,
  bows: (race: string, bows: string) => `Race ${race}: bow ${bows}`,
  lanes: (race: string, lanes: string) => `Race ${race}: lane ${lanes}`,
  runsLate: (minutes: string) => `The day runs ${minutes} late: set it?`,
  runsEarly: (minutes: string) => `The day runs ${minutes} early: set it?`,
  runsOnTime: 'The day runs on time: set it?',
  setDelay: 'Set it',
  silent: (key: string, time: string) => `${key}: the last request came at ${time}`,
  refused: (key: string, code: string, time: string) => `${key}: ${code}, last at ${time}`,
  webhookOff: (label: string) => `${label}: its receiver takes nothing any more`,
};

export type AttentionWords = typeof attention;

export const attentionWords = partWords('attention', attention);

const look = {
  title: 'Look',
  accent: 'Colour',
  sponsor: 'Sponsor',
  links: 'Links',
  logo: 'Logo',
  logoHint: 'PNG up to 4,000 pixels a side, or SVG; up to 512 KiB.',
  choose: 'Choose a file',
  use: 'Use this logo',
  remove: 'Remove the logo',
  preview: 'How it looks',
  light: 'Light',
  dark: 'Dark',
  hint: 'Everybody sees it as soon as it is saved.',
  accentHint: 'Such as #00407a. Pages shade it until everything can be read.',
  label: 'Words of link',
  address: 'Address of link, https://…',
};

export const lookWords = partWords('look', look);
