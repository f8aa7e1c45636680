/** The words of what needs attention in a race office in French. */
import type { AttentionWords } from './en.ts';

export const fr: AttentionWords = {
  title: 'À surveiller',
  nothing: 'Rien à surveiller.',
  kinds: {
    overdue: 'Heure passée, sans résultat',
    'not-drawn': 'Dans l’heure, sans tirage',
    'crew-gap': 'Un équipage dans deux courses proches',
    'crew-twice': 'Des équipages sans doute identiques, dans des courses proches',
    order: 'L’ordre des heures et celui des numéros diffèrent',
    'draw-differs': 'Le tirage ne suit plus ses règles',
    'silent-key': 'Chronométrage devenu muet',
    'refused-key': 'Chronométrage refusé',
  },
  expectedAt: (race, time) => `Course ${race}, attendue à ${time}`,
  race: (race) => `Course ${race}`,
  crewGap: (crew, race, other, minutes) =>
    `${crew}\u00a0: courses ${race} et ${other}, à ${minutes} min l’une de l’autre`,
  crewTwice: (crew, other, race, otherRace) =>
    `${crew} et ${other}\u00a0: courses ${race} et ${otherRace}`,
  order: (race, other) => `Courses ${race} et ${other}`,
  silent: (key, time) => `${key}\u00a0: dernier envoi à ${time}`,
  refused: (key, code, time) => `${key}\u00a0: ${code}, en dernier à ${time}`,
};
