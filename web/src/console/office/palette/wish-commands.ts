/** The commands of the palette that take something: a race, minutes, a text. */
import type { Office, OfficeRace } from '../../../../../src/contract/console/office.ts';
import { MAX_DELAY_MINUTES } from '../../../../../src/contract/limits.ts';
import { delayText } from '../../../shared/times.ts';
import { words } from '../../../shared/words/board.ts';
import { person } from '../../account/session.ts';
import { announce, offer } from '../../documents/announcements.ts';
import { consoleUrl, goTo } from '../../place.ts';
import { problemText } from '../../problems.ts';
import { partPath } from '../../routing.ts';
import { consoleWords } from '../../words/console.ts';
import { paletteWords } from '../../words/office-palette.ts';
import { asReply } from '../conflicts/write.ts';
import type { Command } from '../frame/commands.ts';
import { labelOf, shownNumber } from '../race-names.ts';
import { momentNow } from '../races/racing/device-clock.ts';
import { canClose, canStart, type RaceFacts } from '../races/racing/race-facts.ts';
import { writeRaceFacts } from '../races/racing/racing-writes.ts';
import { isCalled, readWish, type Wish } from './typed-command.ts';

/** What is to become of a race. */
export interface StateWish {
  race: OfficeRace;
  state: 'cancelled' | 'postponed';
}

/** @param askState asks for the reason, and writes */
export function wishCommands(
  eventId: number,
  document: Office,
  askState: (wish: StateWish) => void,
): Command[] {
  const t = paletteWords.value;
  const raceOf = (number: string) => document.races.find((race) => isCalled(race, number));
  const go = (path: string) => goTo(consoleUrl(path));
  const ofRace = (
    kind: 'race' | 'cancel' | 'postpone' | 'start' | 'close',
    said: (race: string) => string,
    run: (race: OfficeRace) => void,
    canBe: (race: OfficeRace) => boolean = () => true,
  ): Command => ({
    id: `palette.${kind}`,
    words: said('…'),
    matches: (text) => {
      const wish = readWish(text);
      const race = wish?.kind === kind ? raceOf(wish.number) : undefined;
      return race && canBe(race) ? said(labelOf(race)) : undefined;
    },
    run: (text) => {
      const wish = readWish(text);
      const race = wish?.kind === kind ? raceOf(wish.number) : undefined;
      if (race && canBe(race)) run(race);
    },
  });
  const write = (race: OfficeRace, facts: RaceFacts, done: (number: string) => string) =>
    void asReply(writeRaceFacts(eventId, race, facts, { said: done(shownNumber(race)) })).then(
      ({ problem }) => {
        if (problem && problem.code !== 'cancelled')
          announce(problemText(problem, consoleWords.value));
      },
    );
  const start = (race: OfficeRace) =>
    write(race, { startedAt: new Date(momentNow()).toISOString() }, t.started);
  return [
    ofRace('race', t.race, ({ id }) => go(partPath(eventId, 'races', id))),
    ofRace('cancel', t.cancel, (race) => askState({ race, state: 'cancelled' })),
    ofRace('postpone', t.postpone, (race) => askState({ race, state: 'postponed' })),
    ofRace('start', t.start, start, canStart),
    ofRace('close', t.close, (race) => write(race, { closed: true }, t.closed), canClose),
    taking('delay', {
      said: (wish) =>
        Math.abs(wish.minutes) <= MAX_DELAY_MINUTES
          ? t.delay(delayText(wish.minutes, words.value))
          : undefined,
      run: ({ minutes }) => go(`${partPath(eventId, 'day')}?delay=${minutes}`),
    }),
    taking('notice', {
      said: ({ text }) => t.notice(text),
      run: ({ text }) => go(`${partPath(eventId, 'day')}?notice=${encodeURIComponent(text)}`),
    }),
    taking('undo', { said: () => t.undo, run: () => undoLast(eventId) }),
  ];
}

/** A command that takes a wish of one kind. */
function taking<Kind extends Wish['kind']>(
  kind: Kind,
  {
    said,
    run,
  }: {
    said: (wish: Extract<Wish, { kind: Kind }>) => string | undefined;
    run: (wish: Extract<Wish, { kind: Kind }>) => void;
  },
): Command {
  const wishOf = (text: string) => {
    const wish = readWish(text);
    return wish?.kind === kind ? (wish as Extract<Wish, { kind: Kind }>) : undefined;
  };
  return {
    id: `palette.${kind}`,
    words: kind,
    matches: (text) => {
      const wish = wishOf(text);
      return wish && said(wish);
    },
    run: (text) => {
      const wish = wishOf(text);
      if (wish) run(wish);
    },
  };
}

/** What was just done is taken back; later the person chooses among their own entries. */
function undoLast(eventId: number): void {
  const offered = offer.peek();
  if (offered) offered.run();
  else goTo(`${consoleUrl(partPath(eventId, 'history'))}?person=${person.peek()?.id ?? ''}`);
}
