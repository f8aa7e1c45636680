/** The words of what needs attention in a race office in English. */
import type { AttentionKind } from '../../../../../src/contract/console/office.ts';

export const en = {
  title: 'Needs attention',
  nothing: 'Nothing needs attention.',
  kinds: {
    overdue: 'Past their time, without a result',
    'not-drawn': 'Within the hour, without a draw',
    'crew-gap': 'A crew in two races that are close',
    'crew-twice': 'Crews that are probably one, in races that are close',
    order: 'Order in time and in number disagree',
    'draw-differs': 'The draw no longer agrees with its rules',
    'silent-key': 'Timing software that has gone silent',
    'refused-key': 'Timing software that was refused',
  } satisfies Record<AttentionKind, string>,
  expectedAt: (race: string, time: string) => `Race ${race}, expected at ${time}`,
  race: (race: string) => `Race ${race}`,
  crewGap: (crew: string, race: string, other: string, minutes: number) =>
    `${crew}: races ${race} and ${other}, ${minutes} min apart`,
  crewTwice: (crew: string, other: string, race: string, otherRace: string) =>
    `${crew} and ${other}: races ${race} and ${otherRace}`,
  order: (race: string, other: string) => `Races ${race} and ${other}`,
  silent: (key: string, time: string) => `${key}: the last request came at ${time}`,
  refused: (key: string, code: string, time: string) => `${key}: ${code}, last at ${time}`,
};

export type AttentionWords = typeof en;
