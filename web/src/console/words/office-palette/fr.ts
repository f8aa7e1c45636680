/** The words of the command palette of a race office in French. */
import type { PaletteWords } from './en.ts';

export const fr: PaletteWords = {
  label: 'Commande',
  placeholder: 'course 12 · retard 10 · annuler 14 · avis …',
  found: (count) =>
    count === 0 ? 'Rien ne correspond.' : count === 1 ? '1 commande' : `${count} commandes`,
  nothing:
    'Rien ne correspond. Essayez «\u00a0course 12\u00a0», «\u00a0retard 10\u00a0», «\u00a0annuler 14\u00a0» ou le nom d’une page.',
  race: (race) => `Aller à la course ${race}`,
  delay: (delay) => `Retard\u00a0: ${delay}…`,
  cancel: (race) => `Annuler la course ${race}…`,
  postpone: (race) => `Reporter la course ${race}…`,
  notice: (text) => `Avis\u00a0: «\u00a0${text}\u00a0»…`,
  undo: 'Défaire la dernière modification',
  state: {
    cancelTitle: (race) => `Annuler la course ${race}`,
    postponeTitle: (race) => `Reporter la course ${race}`,
    cancelHint: 'Elle reste barrée sur la page publique et garde sa composition et ses résultats.',
    postponeHint: 'Elle reste sans heure de départ tant qu’elle n’est pas remise au programme.',
    told: 'Ceux qui suivent la course, un de ses équipages ou la régate sont prévenus.',
    draft: 'Personne n’est prévenu\u00a0: la régate n’est pas publiée.',
    reason: 'Motif',
    reasonHint: 'Les équipages le lisent. Il peut rester vide.',
    already: 'C’est déjà le cas.',
    keep: 'Garder la course',
  },
};
