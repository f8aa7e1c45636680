/** The words of what needs attention in a race office in French. */
import type { AttentionWords } from './en.ts';

export const fr: AttentionWords = {
  steps: {
    title: 'Premiers pas',
    done: 'fait',
    todo: {
      programme: 'Saisir le programme',
      crews: 'Saisir les équipages',
      races: 'Attribuer les couloirs',
      publish: 'Publier',
    },
    hints: {
      programme:
        'Des courses avec leurs heures\u00a0: saisies, collées d’un tableur ou importées de fichiers.',
      crews: 'Saisis, collés ou importés avec le programme.',
      races: 'Course par course, ou par des règles à partir des tours précédents.',
      publish: 'Avant cela, les équipages ne voient rien.',
    },
    count: {
      programme: (count) => (count === 1 ? '1 course' : `${count} courses`),
      crews: (count) => (count === 1 ? '1 équipage' : `${count} équipages`),
      races: (count, of) => `${count} courses sur ${of}`,
      publish: () => '',
    },
  },
  title: 'À surveiller',
  nothing: 'Rien à surveiller.',
  kinds: {
    overdue: (count) =>
      count === 1
        ? '1 course dont l’heure est passée, résultats manquants'
        : `${count} courses dont l’heure est passée, résultats manquants`,
    'not-drawn': (count) =>
      `${count} ${count === 1 ? 'course' : 'courses'} dans l’heure, couloirs non attribués`,
    'crew-gap': (count, minutes) =>
      `${count} ${count === 1 ? 'équipage' : 'équipages'} dans des courses à moins de ${minutes} min`,
    'crew-twice': (count, minutes) =>
      `Sans doute le même équipage, dans des courses à moins de ${minutes} min\u00a0: ${count}`,
    order: (count) =>
      `${count} ${count === 1 ? 'course' : 'courses'}\u00a0: l’ordre des heures n’est pas celui des numéros`,
    'draw-differs': (count) =>
      count === 1
        ? '1 course dont la composition ne suit plus les règles'
        : `${count} courses dont la composition ne suit plus les règles`,
    'draw-ready': (count) =>
      count === 1
        ? '1 course dont les couloirs peuvent être attribués'
        : `${count} courses dont les couloirs peuvent être attribués`,
    'draw-tied': (count) =>
      `${count} ${count === 1 ? 'course' : 'courses'}\u00a0: couloirs à attribuer à la main, la qualification reste à décider`,
    'silent-key': (count) =>
      count === 1
        ? 'Le chronométrage n’envoie plus rien'
        : `${count} clés de chronométrage n’envoient plus rien`,
    'refused-key': (count) =>
      count === 1
        ? 'Le chronométrage a été refusé'
        : `${count} clés de chronométrage ont été refusées`,
  },
  unsaved: 'Saisi sur cet appareil et non enregistré',
  goneRace: 'Une course supprimée',
  typed: { results: 'résultats', draw: 'composition', rules: 'règles des couloirs' },
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
