/** Push messages in English. */
import { STATUS_WORDS, WITHDRAWN_WORDS } from '../../domain/status-words.ts';
import type { Words } from './words.ts';

export const en: Words = {
  locale: 'en-GB',
  decimalMark: '.',
  race: (number) => `Race ${number}`,
  lane: (label) => `Lane ${label}`,
  bow: (label) => `Bow ${label}`,
  place: (place, isShared) => `${isShared ? 'equal ' : ''}${place}${suffix(place)}`,
  finished: 'finished',
  unplaced: {
    dns: { short: 'DNS', long: STATUS_WORDS.en.dns },
    dnf: { short: 'DNF', long: STATUS_WORDS.en.dnf },
    dsq: { short: 'DSQ', long: STATUS_WORDS.en.dsq },
  },
  withdrawn: WITHDRAWN_WORDS.en,
  penalty: (seconds) => `incl. ${seconds} s penalty`,
  colon: ': ',
  cancelled: 'This race is cancelled.',
  postponed: 'This race is postponed; its new time is not known yet.',
  afterAll: (time) => `This race takes place after all: ${time}.`,
  soon: {
    own: (minutes) => `Your race in ${inMinutes(minutes)}`,
    other: (race, minutes) => `${race} in ${inMinutes(minutes)}`,
  },
  late: {
    title: (weekday, amount) => `${weekday}’s races run ${amount} late`,
    body: (amount, end) => `${remaining(end)} start ${amount} later than planned.`,
  },
  early: {
    title: (weekday, amount) => `${weekday}’s races run ${amount} early`,
    body: (amount, end) => `${remaining(end)} start ${amount} earlier than planned.`,
  },
  onTime: {
    title: (weekday) => `${weekday}’s races are on time again`,
    body: () => 'the remaining races start as planned.',
  },
  retimed: {
    title: (race, time, laterCount) => `${race} now at ${time}${others(laterCount)}`,
    body: 'the new times are on the board.',
  },
};

function remaining(end: string | undefined): string {
  return end === undefined ? 'the remaining races' : `the races planned before ${end}`;
}

const NUMBERS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

function others(count: number): string {
  if (count === 0) return '';
  const number = NUMBERS[count - 1] ?? count;
  return `, ${number} later ${count === 1 ? 'race follows' : 'races follow'}`;
}

/** 1st, 2nd, 3rd, but 11th, 12th, 13th. */
function suffix(place: number): string {
  const isTeen = Math.floor((place % 100) / 10) === 1;
  return (!isTeen && ['', 'st', 'nd', 'rd'][place % 10]) || 'th';
}

function inMinutes(minutes: number): string {
  return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
}
