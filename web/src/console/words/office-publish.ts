/** The words of the part "Publish" of a race office in English. */
import { partWords } from '../../shared/words/part-words.ts';

const english = {
  isPublished: 'Crews see the running order, draw and results now, and every change at once.',
  isDraft: 'Crews see nothing yet.',
  isAnnounced:
    'The regatta is announced: everybody finds its page and can follow it. Nobody sees the running order yet.',
  wasSeen: (when: string) => `Crews see nothing now. They last saw it on ${when}.`,
  willSee: 'What crews will see',
  races: (count: number) => (count === 1 ? '1 race' : `${count} races`),
  crews: (count: number) => (count === 1 ? '1 crew' : `${count} crews`),
  notDrawn: (count: number) =>
    count === 1 ? '1 race has no draw yet' : `${count} races have no draw yet`,
  hidden: (count: number) =>
    count === 1 ? 'results of 1 race stay hidden' : `results of ${count} races stay hidden`,
  noRaces: 'The programme is empty. You can publish all the same.',
  changes: 'Changed since they last saw it',
  noChanges: 'Nothing has changed since they last saw it.',
  more: (count: number) => (count === 1 ? 'and 1 more change' : `and ${count} more changes`),
  added: 'new',
  removed: 'removed',
  day: (day: string) => `Delay on ${day}`,
  event: 'Regatta',
  lane: (position: string) => `lane ${position}`,
  publish: 'Publish',
  publishHint: 'The board is public at once. Everything that changes later is, too.',
  /** @param count how many follow */
  tell: (count: number) =>
    count === 1 ? 'Tell the one person who follows' : `Tell the ${count} people who follow`,
  tellHint: 'One message that the running order is out, once for this regatta.',
  published: 'The running order is published.',
  publishedAndTold: (count: number) =>
    `The running order is published, and ${count === 1 ? 'one person is' : `${count} people are`} told.`,
  unpublish: 'Un-publish…',
  unpublishTitle: 'Take the running order back?',
  unpublishHint:
    'The board, its calendars and everything that was shared are gone at once, until it is published again.',
  /** For a regatta that is announced. */
  unpublishAnnouncedHint:
    'The page of the regatta stays. Running order, results, calendars of crews and everything else that was shared of them are gone at once, until it is published again.',
  follows: (count: number) =>
    count === 0
      ? 'Nobody follows it yet.'
      : `${count === 1 ? 'One person follows' : `${count} people follow`} it and will find nothing. They are not told, and go on following once it is published again.`,
  unpublishAction: 'Un-publish',
  unpublished: 'The running order is a draft again.',
  backToAnnounced: 'The running order is a draft again. The page of the regatta stays.',
  notUndone: 'This can be undone only by publishing again.',
  board: 'The board',
  boardLink: 'Address of the board',
  boardCode: 'QR code of the address of the board',
  open: 'Open the board',
  afterPublishing: 'The address works once the regatta is announced or published.',
};

export const publishWords = partWords('publish', english);
