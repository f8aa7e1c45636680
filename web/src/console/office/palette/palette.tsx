/**
 * The command palette (console, "Quick ways"): finds commands by typing; and its own commands with a value: a race, minutes, a
 * text, or the reason why a race is cancelled or postponed.
 */
import { numberShown } from '../../../../../src/domain/races/race-name.ts';
import './palette.css';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
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
import { frameWords } from '../../words/office-frame.ts';
import { paletteWords } from '../../words/office-palette.ts';
import { asReply } from '../conflicts/write.ts';
import { type Command, commands, keyText, useCommands } from '../frame/commands.ts';
import { ReasonDialog } from '../frame/reason-dialog.tsx';
import { labelOf } from '../race-names.ts';
import { writeRaceFacts, writeState } from '../races/race-writes.ts';
import { momentNow, useComparedClock } from '../races/racing/device-clock.ts';
import { canClose, canStart, type RaceFacts } from '../races/racing/race-facts.ts';
import {
  type FoundCommand,
  findCommands,
  raceCalled,
  readWish,
  type Wish,
} from './typed-command.ts';

interface PaletteProps {
  eventId: number;
  document: Office;
  /** Opens the dialog that asks for the reason and writes. */
  onWish: (wish: StateWish) => void;
  onClose: () => void;
}

/** The command that opens the palette, which is left out of it. */
const OPENER = 'frame.palette';

/** The content of the palette's dialog. */
export function Palette({ eventId, document, onWish, onClose }: PaletteProps) {
  useCommands(wishCommands(eventId, document, onWish));
  // The clock is compared, because a race may be started from here.
  useComparedClock();
  return <Finder onClose={onClose} />;
}

/** It follows the pattern "combobox with list" of the ARIA practices. */
function Finder({ onClose }: Pick<PaletteProps, 'onClose'>) {
  const t = paletteWords.value;
  const { names } = frameWords.value.keys;
  const [typed, setTyped] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => field.current?.focus(), []);
  const [active, setActive] = useState(0);
  const found = findCommands(
    commands.value.filter(({ id, run }) => run && id !== OPENER),
    typed,
  );
  const run = (chosen: FoundCommand | undefined) => {
    if (!chosen) return;
    // Close the palette first, because what a command opens takes the focus; not where the command asks for more here.
    if (!ASKS_MORE.has(chosen.command.id)) onClose();
    chosen.command.run?.(typed);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (found.length > 0) setActive((active + step + found.length) % found.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      run(found[active]);
    }
  };
  return (
    <div class="palette">
      <input
        ref={field}
        type="text"
        role="combobox"
        aria-label={t.label}
        aria-expanded={found.length > 0}
        aria-controls="palette-list"
        aria-autocomplete="list"
        aria-activedescendant={found.length > 0 ? `palette-${active}` : undefined}
        placeholder={t.placeholder}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        value={typed}
        onInput={({ currentTarget: { value } }) => {
          setTyped(value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id="palette-list" role="listbox" tabIndex={-1} aria-label={t.label} class="palette-list">
        {found.map(({ command, words }, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys of its list.
          <div
            key={command.id}
            id={`palette-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            // The field keeps the focus.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => run(found[index])}
          >
            <span>{words}</span>
            {command.keys?.[0] && <kbd>{keyText(command.keys[0], names)}</kbd>}
          </div>
        ))}
      </div>
      {found.length === 0 && <p class="quiet">{t.nothing}</p>}
      <p class="vh" role="status">
        {t.found(found.length)}
      </p>
      <div class="actions">
        <button type="button" class="pill" onClick={onClose}>
          {consoleWords.value.close}
        </button>
      </div>
    </div>
  );
}

const ASKS_MORE: ReadonlySet<string> = new Set(['palette.cancel', 'palette.postpone']);

/** The state that a race is to get. */
export interface StateWish {
  race: OfficeRace;
  state: 'cancelled' | 'postponed';
}

/** @param askState opens the dialog that asks for the reason and writes */
function wishCommands(
  eventId: number,
  document: Office,
  askState: (wish: StateWish) => void,
): Command[] {
  const t = paletteWords.value;
  const go = (path: string) => goTo(consoleUrl(path));
  const ofRace = (
    kind: 'race' | 'cancel' | 'postpone' | 'start' | 'close',
    said: (race: string) => string,
    run: (race: OfficeRace) => void,
    canBe: (race: OfficeRace) => boolean = () => true,
  ): Command => {
    const raceOf = (text: string) => {
      const wish = readWish(text);
      return wish?.kind === kind ? raceCalled(document.races, wish.number, canBe) : undefined;
    };
    return {
      id: `palette.${kind}`,
      words: said('…'),
      matches: (text) => {
        const race = raceOf(text);
        return race && said(labelOf(race));
      },
      run: (text) => {
        const race = raceOf(text);
        if (race) run(race);
      },
    };
  };
  const write = (race: OfficeRace, facts: RaceFacts, done: (number: string) => string) =>
    void asReply(writeRaceFacts(eventId, race, facts, { said: done(numberShown(race)) })).then(
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

/** A command for wishes of one kind. */
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

/** Undoes the last action while that is offered; later it opens the history with the person's own entries to choose from. */
function undoLast(eventId: number): void {
  const offered = offer.peek();
  if (offered) offered.run();
  else goTo(`${consoleUrl(partPath(eventId, 'history'))}?person=${person.peek()?.id ?? ''}`);
}

interface StateDialogProps {
  eventId: number;
  wish: StateWish;
  isPublished: boolean;
  onClose: () => void;
}

/** Cancels or postpones a race, with a reason that crews see. */
export function StateDialog({
  eventId,
  wish: { race, state },
  isPublished,
  onClose,
}: StateDialogProps) {
  const t = paletteWords.value.state;
  const isCancelled = state === 'cancelled';
  const title = isCancelled ? t.cancelTitle(labelOf(race)) : t.postponeTitle(labelOf(race));
  return (
    <ReasonDialog
      name={`${state} ${eventId} ${race.id}`}
      title={title}
      words={{ ...t, submit: title }}
      initial={race.state === state ? (race.reason ?? '') : ''}
      write={(reason, seen) => writeState(eventId, race, { state, reason }, seen)}
      onClose={onClose}
    >
      <p>{isCancelled ? t.cancelHint : t.postponeHint}</p>
      <p>{isPublished ? t.told : t.draft}</p>
    </ReasonDialog>
  );
}
