/** The words of who withdraws and is put back in French. */
import { numbered } from '../numbered-races.ts';
import type { WithdrawnWords } from './en.ts';

export const fr: WithdrawnWords = {
  withdraw: 'Déclarer forfait',
  withdrawCrew: (crew) => `Déclarer forfait\u00a0: ${crew}`,
  putBack: 'Remettre au départ',
  putBackCrew: (crew) => `Remettre au départ\u00a0: ${crew}`,
  withdrawn: (reason) => (reason ? `forfait\u00a0: ${reason}` : 'forfait'),
  withdrawnIn: (races) => `forfait, ${numbered(races, 'course', 'courses')}`,
  fromRace: (crew, race) => `Déclarer ${crew} forfait pour la course ${race}\u00a0?`,
  fromAll: (crew) => `Déclarer ${crew} forfait pour la régate\u00a0?`,
  moreOfRace: 'L’équipage garde son couloir et apparaît barré. La course est complète sans lui.',
  moreOfAll: (races) =>
    `${numbered(races, 'Course', 'Courses')}. L’équipage garde ses couloirs et apparaît barré\u00a0; ses résultats restent.`,
  reason: 'Motif',
  reasonHint:
    'Pour le bureau de course et l’historique\u00a0; ni les équipages ni le public ne le voient.',
  keep: 'Le laisser au départ',
  done: (crew) => `${crew} a déclaré forfait.`,
  undone: (crew) => `${crew} prend finalement le départ.`,
};
