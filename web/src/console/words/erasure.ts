/** The words about erasing names, and about the stored data of a person, in English. */
import { partWords } from '../../shared/words/part-words.ts';

const english = {
  crew: {
    open: 'Erase the name…',
    title: (name: string) => `Erase the name ${name}?`,
    hint: (name: string) =>
      `“${name}” takes its place all over this regatta, in the history as well. Nothing undoes it.`,
    names: (names: string) => `All names that the crew had go: ${names}.`,
    keys: (labels: string) =>
      `Pushed crews in the last 24 hours: ${labels}. Erase the name there first, or the next push brings it back as a new crew.`,
    places: 'Where it stands',
    stays: 'stays',
    staysHint: 'It stays where it is short, part of another name, or part of an id.',
    more: (count: number) => (count === 1 ? '1 more place' : `${count} more places`),
    entries: (count: number) =>
      count === 1 ? '1 entry of the history' : `${count} entries of the history`,
    imports: 'What imports remember',
    backups: (count: number, newest: string) =>
      `Back-ups that still have the name: ${count}, the newest ${newest}.`,
    confirm: (name: string) => `To erase it, type the name: ${name}`,
    notTheName: 'This is not the name of the crew.',
    now: 'Erase the name',
    done: (name: string) => `The crew is called ${name} now.`,
    adminsOnly: 'Only an admin of the club may erase a name.',
  },
  person: {
    open: 'Erase the person',
    title: (name: string) => `Erase ${name}?`,
    hint: 'The account is closed, and “Former member” with a number takes the place of the name everywhere. Nothing undoes it.',
    done: (name: string, now: string) => `${name} is “${now}” now.`,
  },
  /** About the files of the database. */
  toRun: 'It stays in the files of the database until an operator runs:',
  notRewritten:
    'The database file was too busy to be written anew and may hold a trace: erase it once more later.',
  data: 'Your data',
  dataHint: 'Everything that is stored about you, as one file, without passwords and keys.',
  download: 'Download',
};

export const erasureWords = partWords('erasure', english);
export type ErasureWords = typeof english;
