/** The words of the part "Publish" of a race office in French. */
import type { PublishWords } from './en.ts';

export const fr: PublishWords = {
  isPublished:
    'Les équipages voient maintenant l’horaire, le tirage et les résultats, et aussitôt chaque changement.',
  isDraft: 'Les équipages ne voient encore rien.',
  wasSeen: (when) =>
    `Les équipages ne voient rien maintenant. Ils l’ont vu pour la dernière fois\u00a0: ${when}.`,
  willSee: 'Ce que les équipages verront',
  races: (count) => (count === 1 ? '1 course' : `${count} courses`),
  crews: (count) => (count === 1 ? '1 équipage' : `${count} équipages`),
  notDrawn: (count) =>
    count === 1
      ? '1 course n’a pas encore de tirage'
      : `${count} courses n’ont pas encore de tirage`,
  hidden: (count) =>
    count === 1
      ? 'les résultats d’une course restent cachés'
      : `les résultats de ${count} courses restent cachés`,
  noRaces: 'Le programme est vide. Vous pouvez publier quand même.',
  changes: 'Modifié depuis qu’ils l’ont vu',
  noChanges: 'Rien n’a changé depuis qu’ils l’ont vu.',
  more: (count) => (count === 1 ? 'et 1 autre changement' : `et ${count} autres changements`),
  added: 'nouveau',
  removed: 'supprimé',
  day: (day) => `Retard du ${day}`,
  event: 'Régate',
  lane: (position) => `couloir ${position}`,
  publish: 'Publier',
  publishHint: 'Le tableau est aussitôt public, et tout ce qui change ensuite aussi.',
  published: 'L’horaire est publié.',
  unpublish: 'Retirer…',
  unpublishTitle: 'Retirer l’horaire\u00a0?',
  unpublishHint:
    'Le tableau, ses calendriers et tout ce qui a été partagé disparaissent aussitôt, jusqu’à une nouvelle publication.',
  follows: (count) =>
    count === 0
      ? 'Personne ne suit encore.'
      : `${count === 1 ? 'Une personne suit' : `${count} personnes suivent`} la régate et ne ${count === 1 ? 'trouvera' : 'trouveront'} plus rien, sans être ${count === 1 ? 'prévenue' : 'prévenues'}. Le suivi reprend à la prochaine publication.`,
  unpublishAction: 'Retirer',
  unpublished: 'L’horaire est de nouveau un brouillon.',
  notUndone:
    'Aucune annulation ne revient là-dessus\u00a0; une nouvelle publication rétablit tout.',
  board: 'Le tableau',
  boardLink: 'Adresse du tableau',
  boardCode: 'QR code de l’adresse du tableau',
  open: 'Ouvrir le tableau',
  afterPublishing: 'L’adresse fonctionne dès que l’horaire est publié.',
};
