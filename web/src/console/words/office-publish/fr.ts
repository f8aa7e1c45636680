/** The words of the part "Publish" of a race office in French. */
import type { PublishWords } from './en.ts';

export const fr: PublishWords = {
  isPublished:
    'Les équipages voient maintenant le programme, la composition des courses et les résultats, et aussitôt chaque modification.',
  isDraft: 'Les équipages ne voient encore rien.',
  wasSeen: (when) =>
    `Les équipages ne voient rien maintenant. Ils ont vu le programme pour la dernière fois\u00a0: ${when}.`,
  willSee: 'Ce que les équipages verront',
  races: (count) => (count === 1 ? '1 course' : `${count} courses`),
  crews: (count) => (count === 1 ? '1 équipage' : `${count} équipages`),
  notDrawn: (count) =>
    count === 1
      ? '1 course n’a pas encore de couloirs attribués'
      : `${count} courses n’ont pas encore de couloirs attribués`,
  hidden: (count) =>
    count === 1
      ? 'les résultats d’une course ne sont pas publics'
      : `les résultats de ${count} courses ne sont pas publics`,
  noRaces: 'Le programme est vide. Vous pouvez publier quand même.',
  changes: 'Modifié depuis qu’ils l’ont vu',
  noChanges: 'Rien n’a changé depuis qu’ils l’ont vu.',
  more: (count) => (count === 1 ? 'et 1 autre modification' : `et ${count} autres modifications`),
  added: 'nouveau',
  removed: 'supprimé',
  day: (day) => `Retard du ${day}`,
  event: 'Régate',
  lane: (position) => `couloir ${position}`,
  publish: 'Publier',
  publishHint: 'La page publique est aussitôt visible, et tout ce qui change ensuite aussi.',
  published: 'Le programme est publié.',
  unpublish: 'Dépublier…',
  unpublishTitle: 'Dépublier le programme\u00a0?',
  unpublishHint:
    'La page publique, ses calendriers et tout ce qui a été partagé disparaissent aussitôt, jusqu’à une nouvelle publication.',
  follows: (count) =>
    count === 0
      ? 'Personne ne suit encore.'
      : `${count === 1 ? 'Une personne suit' : `${count} personnes suivent`} la régate et ne ${count === 1 ? 'trouvera' : 'trouveront'} plus rien, sans être ${count === 1 ? 'prévenue' : 'prévenues'}. Le suivi reprend à la prochaine publication.`,
  unpublishAction: 'Dépublier',
  unpublished: 'Le programme est de nouveau un brouillon.',
  notUndone: 'Seule une nouvelle publication peut défaire cela.',
  board: 'La page publique',
  boardLink: 'Adresse de la page publique',
  boardCode: 'Code QR de l’adresse de la page publique',
  open: 'Ouvrir la page publique',
  afterPublishing: 'L’adresse fonctionne dès que le programme est publié.',
};
