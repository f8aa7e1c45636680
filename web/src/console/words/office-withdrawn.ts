/** The words of who withdraws and is put back in English. */

import { numbered } from '../../shared/words/numbered-races.ts';
import { partWords } from '../../shared/words/part-words.ts';

const english = {
  withdraw: 'Withdraw',
  withdrawCrew: (crew: string) => `Withdraw ${crew}`,
  putBack: 'Put back',
  putBackCrew: (crew: string) => `Put back ${crew}`,
  /** Of a crew, in a lane. */
  withdrawn: (reason: string | null) => (reason ? `withdrawn: ${reason}` : 'withdrawn'),
  withdrawnIn: (races: string) => `withdrawn in ${numbered(races, 'race', 'races')}`,
  fromRace: (crew: string, race: string) => `Withdraw ${crew} from race ${race}?`,
  fromAll: (crew: string) => `Withdraw ${crew} from the regatta?`,
  moreOfRace:
    'The crew keeps its lane and is shown struck through. The race is complete without it.',
  moreOfAll: (races: string) =>
    `In ${numbered(races, 'race', 'races')}. The crew keeps its lanes and is shown struck through; what it has rowed stays.`,
  reason: 'Reason',
  reasonHint: 'For the race office and the history; crews and visitors do not see it.',
  keep: 'Leave it in',
  done: (crew: string) => `${crew} has withdrawn.`,
  undone: (crew: string) => `${crew} rows after all.`,
};

export const withdrawnWords = partWords('withdrawn', english);
