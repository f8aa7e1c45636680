/** The words of the crews in French. */
import { numbered } from '../numbered-races.ts';
import type { CrewsWords } from './en.ts';

export const fr: CrewsWords = {
  crews: (count) => (count === 1 ? '1 équipage' : `${count} équipages`),
  none: 'Pas encore d’équipage. Ajoutez le premier, ou collez-les depuis un tableur.',
  add: 'Ajouter un équipage',
  paste: 'Coller depuis un tableur',
  pasteHint: 'Ou collez n’importe où dans la liste.',
  find: 'Chercher',
  table: 'Équipages',
  fields: { name: 'Nom', clubId: 'Club', boatIndex: 'Bateau', sortOrder: 'Ordre' },
  names: { name: 'Nom', clubId: 'Club', boatIndex: 'Numéro du bateau', sortOrder: 'Ordre' },
  races: 'Courses',
  racesOf: (races) => (races.length === 1 ? `course ${races[0]}` : `${races.length} courses`),
  drawnIn: (races) => `dans ${numbered(races, 'la course', 'les courses')}`,
  notDrawn: 'dans aucune course',
  newCrew: 'nouvel équipage',
  cell: (field, crew) => `${field}, ${crew}`,
  select: (crew) => `Sélectionner ${crew}`,
  selectColumn: 'Sélection',
  more: (crew) => `Plus sur ${crew}`,
  moreColumn: 'Plus',
  earlier: 'Monter',
  later: 'Descendre',
  sortByName: 'Trier par nom',
  remove: 'Supprimer',
  keep: 'Garder',
  isDrawn: (races) =>
    `Cet équipage a un couloir dans ${numbered(races, 'la course', 'les courses')}. Pour le supprimer, retirez-le d’abord de la composition, ou fusionnez-le avec un autre.`,
  willBeRemoved: 'Sera supprimé à l’enregistrement.',
  goneMeanwhile: 'Quelqu’un a supprimé cet équipage.',
  addAgain: 'L’ajouter comme nouvel équipage',
  adopted: 'Le chronométrage gère cet équipage.',
  nameTwice: 'Un autre équipage a ce nom.',
  faults: {
    needed: 'À remplir.',
    number: 'Un nombre entier à partir de 1.',
    order: 'Un nombre entier.',
    'too-long': 'Trop long.',
    twice: 'Ce nom est collé deux fois.',
    formula: 'Une formule. Copiez plutôt les valeurs.',
  },
  atMost: (limit) => `Au plus ${limit}.`,
  changed: (changed, added, removed) =>
    [
      changed > 0 && `${changed} ${changed === 1 ? 'modifié' : 'modifiés'}`,
      added > 0 && `${added} ${added === 1 ? 'nouveau' : 'nouveaux'}`,
      removed > 0 && `${removed} à supprimer`,
    ]
      .filter(Boolean)
      .join(', '),

  selected: (count) => `${count} ${count === 1 ? 'sélectionné' : 'sélectionnés'}`,
  unselect: 'Ne rien sélectionner',
  similarTitle: 'Sans doute un seul équipage',
  merge: 'Fusionner',
  mergeThese: (names) => `Fusionner ${names}`,
  mergeTitle: 'Fusionner deux équipages',
  mergeHint:
    'L’équipage gardé reprend les couloirs et les résultats de l’autre, et ceux qui suivaient l’autre le suivent désormais.',
  mergeStays: 'Lequel garder\u00a0?',
  mergeNow: 'Fusionner',
  merged: 'Les équipages n’en font plus qu’un.',
  bothIn: (races) =>
    `Les deux sont dans ${numbered(races, 'la course', 'les courses')}, retirez-en un d’abord.`,
  bothKept: 'Le chronométrage gère les deux, c’est à lui d’en faire un seul.',
  similarTo: (name) => `Sans doute le même que ${name}.`,
  keyDown: 'Équipage suivant, même colonne',
  keyUp: 'Équipage précédent, même colonne',
  moveUp: 'Monter',
  moveDown: 'Descendre',
};
