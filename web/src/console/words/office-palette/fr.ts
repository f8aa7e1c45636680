/** The words of the command palette of a race office in French. */
import type { PaletteWords } from './en.ts';

export const fr: PaletteWords = {
  label: 'Commande',
  placeholder: 'course 12 · retard 10 · annuler 14 · avis …',
  found: (count) =>
    count === 0 ? 'Rien ne convient.' : count === 1 ? '1 commande' : `${count} commandes`,
  nothing:
    'Rien ne convient. Essayez «\u00a0course 12\u00a0», «\u00a0retard 10\u00a0», «\u00a0annuler 14\u00a0» ou le nom d’une page.',
  race: (race) => `Aller à la course ${race}`,
  delay: (delay) => `Retard\u00a0: ${delay}…`,
  cancel: (race) => `Annuler la course ${race}…`,
  postpone: (race) => `Reporter la course ${race}…`,
  notice: (text) => `Avis\u00a0: «\u00a0${text}\u00a0»…`,
  undo: 'Annuler la dernière action',
  state: {
    cancelTitle: (race) => `Annuler la course ${race}`,
    postponeTitle: (race) => `Reporter la course ${race}`,
    cancelHint: 'Elle reste barrée au tableau et garde son tirage et ses résultats.',
    postponeHint: 'Elle n’a pas d’heure connue tant qu’elle n’est pas de nouveau prévue.',
    told: 'Ceux qui suivent la course, un de ses équipages ou la régate sont prévenus.',
    draft: 'Personne n’est prévenu\u00a0: la régate n’est pas publiée.',
    reason: 'Raison',
    reasonHint: 'Les équipages la voient. Elle peut rester vide.',
    cancelled: 'La course est annulée.',
    postponed: 'La course est reportée.',
    already: 'C’est déjà le cas.',
  },
};
