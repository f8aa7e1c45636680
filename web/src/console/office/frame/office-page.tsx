/** The race office of a regatta: its keys, its dialogs, and the part that is open. */
import { numberShown } from '../../../../../src/domain/races/race-name.ts';
import '../office.css';
import { signal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { OfficePart } from '../../../../../src/contract/console/office.ts';
import { readLocal, writeLocal } from '../../../shared/page/local-storage.ts';
import { person } from '../../account/session.ts';
import { isSignedOut } from '../../api.ts';
import { Dialog } from '../../components/dialog.tsx';
import { MissingPage, Refused, Waiting } from '../../components/page-parts.tsx';
import { useInBar } from '../../components/shell.tsx';
import { offer } from '../../documents/announcements.ts';
import { office, people, reportPlace, watchOffice } from '../../documents/office.ts';
import { lazy } from '../../lazy.tsx';
import { consoleUrl, goTo, page, queryValue } from '../../place.ts';
import { partPath } from '../../routing.ts';
import { consoleWords } from '../../words/console.ts';
import { frameWords } from '../../words/office-frame.ts';
import { choice, undoRefusal } from '../conflicts/write.ts';
import { dueCount } from '../overview/attention-items.ts';
import { OpenPalette, PaletteButton, paletteCommand } from '../palette/open-palette.tsx';
import { useUnsaved } from '../unsaved.ts';
import {
  type Command,
  commands,
  keysMeant,
  keyText,
  nameOf,
  type Press,
  SEQUENCE_MILLIS,
  useCommands,
} from './commands.ts';
import { PARTS, partOf } from './parts.ts';
import { SignedOut } from './signed-out.tsx';

const ConflictDialogs = lazy(() =>
  import('../conflicts/conflict-dialog.tsx').then((it) => it.ConflictDialogs),
);

interface OfficePageProps {
  eventId: number;
  part: OfficePart;
  raceId: number | undefined;
}

export function OfficePage({ eventId, part, raceId }: OfficePageProps) {
  useEffect(() => watchOffice(eventId), [eventId]);
  useEffect(() => reportPlace(eventId, part, raceId ?? null), [eventId, part, raceId]);
  useInBar(OfficeBar);
  useKeyboard();
  useFocusRow(part);
  useCommands(frameCommands(eventId));
  const seenId = useRef<number | undefined>(undefined);
  const { document, problem } = office.value;
  if (document?.event.id === eventId) seenId.current = eventId;
  if (problem?.code === 'not_found' || problem?.code === 'event_not_found')
    return (
      <MissingPage text={seenId.current === eventId ? consoleWords.value.event.gone : undefined} />
    );
  return (
    <>
      <OpenPart eventId={eventId} part={part} raceId={raceId} />
      {(choice.value || undoRefusal.value) && <ConflictDialogs />}
      <KeyList />
      <OpenPalette eventId={eventId} />
    </>
  );
}

function OpenPart({ eventId, part, raceId }: OfficePageProps) {
  const { document, problem, isLive } = office.value;
  const { Component } = partOf(part);
  // The part loads at the same time as its document.
  useEffect(() => Component.preload(), [Component]);
  if (!document) return problem ? <Refused problem={problem} /> : <Waiting />;
  return (
    <>
      <Component key={part} eventId={eventId} document={document} raceId={raceId} />
      <p class="quiet not-live" role="status">
        {isSignedOut.value ? (
          <SignedOut />
        ) : (
          !isLive && part !== 'overview' && frameWords.value.notLive
        )}
      </p>
    </>
  );
}

/**
 * Presses the save button: of the form in which somebody types, else of what was typed last on the page. Where there is nothing
 * to save, the cursor leaves its field as after a save, so that the next letters are keys of the page.
 */
function pressSave(): void {
  const field = document.activeElement;
  const form = field?.closest('form');
  const button =
    form?.querySelector<HTMLElement>('[data-submits]') ??
    document.querySelector<HTMLElement>('main .primary[data-saves]') ??
    document.querySelector<HTMLElement>('[data-saves]');
  if (button) button.click();
  else if (field instanceof HTMLElement) field.blur();
}

function frameCommands(eventId: number): Command[] {
  const t = frameWords.value;
  const parts = PARTS.map(({ id, key }, index) => ({
    id: `frame.${id}`,
    words: t.goTo(t.parts[id]),
    keys: [`g ${key}`, `Alt+${index + 1}`],
    run: () => goTo(consoleUrl(partPath(eventId, id))),
  }));
  return [
    ...parts,
    paletteCommand(),
    {
      id: 'frame.keys',
      words: t.keys.show,
      keys: ['?'],
      run: () => {
        isKeyListOpen.value = true;
      },
    },
    { id: 'frame.leave', words: t.keys.leave, keys: ['Escape'] },
    { id: 'frame.undo', words: t.undoLast, keys: ['Alt+Z'], run: () => offer.peek()?.run() },
    {
      id: 'frame.save',
      words: t.saveKeys,
      keys: ['Ctrl+S', 'Ctrl+Enter'],
      run: pressSave,
    },
  ];
}

/** The key under which the browser stores whether letter keys are on. */
const STORAGE_KEY = 'console-letter-keys';
/** Whether single letters are keys; people with speech input must be able to turn them off (WCAG 2.1.4). */
const hasLetters = signal(readLocal<boolean>(STORAGE_KEY) ?? true);
/** Whether the list of keys is on the screen. */
const isKeyListOpen = signal(false);

/** Lets keys press commands for as long as a component is on the page. */
function useKeyboard(): void {
  useEffect(() => {
    let before: { name: string; at: number } | undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      // Keys in a modal dialog belong to the dialog.
      if (event.defaultPrevented || event.isComposing || document.querySelector('dialog:modal'))
        return;
      const press = pressOf(event);
      if (press.isTyping && press.key === 'Escape') return leaveField(event);
      const isRecent = before !== undefined && Date.now() - before.at < SEQUENCE_MILLIS;
      const known = commands.peek().flatMap(({ keys = [], run }) => (run ? keys : []));
      const meant = keysMeant(press, isRecent ? before?.name : undefined, known, hasLetters.peek());
      before = meant === 'wait' ? { name: nameOf(press), at: Date.now() } : undefined;
      if (meant === undefined || meant === 'wait') return;
      event.preventDefault();
      // A key that is held down counts once.
      if (event.repeat) return;
      commands
        .peek()
        .findLast(({ keys = [], run }) => run && keys.includes(meant))
        ?.run?.('');
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

/** Leaves the field, so that letters are keys of the page; what was typed stays. */
function leaveField({ target }: KeyboardEvent): void {
  if (target instanceof HTMLElement) target.blur();
}

function pressOf(event: KeyboardEvent): Press {
  const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event;
  const typing = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]';
  return {
    key,
    ctrl: ctrlKey || metaKey,
    alt: altKey,
    shift: shiftKey,
    isTyping: target instanceof Element && target.matches(typing),
  };
}

/** The dialog with the list of keys, while it is open. */
function KeyList() {
  const t = frameWords.value.keys;
  if (!isKeyListOpen.value) return null;
  const close = () => {
    isKeyListOpen.value = false;
  };
  return (
    <Dialog title={t.title} onCancel={close}>
      <dl class="keys">
        {commands.value.map(
          ({ id, words, keys }) =>
            keys && (
              <div key={id}>
                <dt>
                  {keys.map((each) => (
                    <kbd key={each}>{keyText(each, t.names)}</kbd>
                  ))}
                </dt>
                <dd>{words}</dd>
              </div>
            ),
        )}
      </dl>
      <label class="tick">
        <input
          type="checkbox"
          checked={hasLetters.value}
          onChange={({ currentTarget: { checked } }) => {
            hasLetters.value = checked;
            writeLocal(STORAGE_KEY, checked);
          }}
        />
        {t.letters}
      </label>
      <div class="actions">
        <button type="button" class="pill" onClick={close}>
          {consoleWords.value.close}
        </button>
      </div>
    </Dialog>
  );
}

/** How long to look for the row: the part may have to be loaded first. */
const MAX_WAIT_MILLIS = 5000;

/**
 * For `?row=12` in the address of a part with a table: scrolls to the row and puts the cursor into it.
 *
 * @param part the open part: another part has another table
 */
function useFocusRow(part: string): void {
  const row = queryValue('row');
  useEffect(() => {
    if (row === null || !/^\d+$/.test(row)) return;
    const until = Date.now() + MAX_WAIT_MILLIS;
    let frame = 0;
    const look = () => {
      const cell = document.querySelector<HTMLElement>(`[data-cell^="${row} "]`);
      if (cell) {
        cell.scrollIntoView({ block: 'center' });
        cell.focus({ preventScroll: true });
      } else if (Date.now() < until) frame = requestAnimationFrame(look);
    };
    look();
    return () => cancelAnimationFrame(frame);
  }, [part, row]);
}

/** What a race office shows in the bar: the name of the regatta, the links to its parts, who else is there, and the palette. */
function OfficeBar() {
  const current = page.value;
  if (current.kind !== 'event') return null;
  return (
    <>
      <p class="office-name">{office.value.document?.event.name}</p>
      <Navigation eventId={current.eventId} current={current.part ?? 'overview'} />
      <People />
      <PaletteButton />
    </>
  );
}

function Navigation({ eventId, current }: { eventId: number; current: OfficePart }) {
  const t = frameWords.value;
  const others = othersHere();
  const unsaved = useUnsaved(eventId);
  const nav = useRef<HTMLElement>(null);
  // Where the links scroll sideways, scroll the current one into view; only when it changes, so that a moved strip stays.
  useLayoutEffect(() => {
    const link = nav.current?.querySelector('[aria-current]');
    link?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [current]);
  return (
    <nav ref={nav} class="parts" aria-label={t.navigation}>
      <ul>
        {PARTS.map(({ id }) => (
          <li key={id}>
            <a
              href={consoleUrl(partPath(eventId, id))}
              aria-current={id === current ? 'page' : undefined}
            >
              {t.parts[id]}
              {id === 'overview' && <AttentionCount />}
              {unsaved.some(({ part }) => part === id) && <UnsavedMark />}
            </a>
            <span class="who" aria-hidden="true">
              {others
                .filter(({ part }) => part === id)
                .map(({ userId, name, where }) => (
                  <span key={userId} class="initials" title={where}>
                    {initialsOf(name)}
                  </span>
                ))}
            </span>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Marks a part with unsaved input. */
function UnsavedMark() {
  return (
    <span class="unsaved-mark" title={frameWords.value.notSaved}>
      <span aria-hidden="true">●</span>
      <span class="vh"> ({frameWords.value.notSaved})</span>
    </span>
  );
}

/** How many things need attention; shown in every part. */
function AttentionCount() {
  const { document } = office.value;
  const count = document ? dueCount(document, Date.now()) : 0;
  if (count === 0) return null;
  return (
    <span class="count">
      <span aria-hidden="true">{count}</span>
      <span class="vh"> ({frameWords.value.attentionCount(count)})</span>
    </span>
  );
}

/** Who else is in the office, and where, for screen readers, which do not read the initials beside the parts. */
function People() {
  const others = othersHere();
  if (others.length === 0) return null;
  return (
    <ul class="vh" aria-label={frameWords.value.here}>
      {others.map(({ userId, where }) => (
        <li key={userId}>{where}</li>
      ))}
    </ul>
  );
}

/** Everybody else who is in the office, and in words where they are. */
function othersHere() {
  const t = frameWords.value;
  const races = office.value.document?.races ?? [];
  return people.value
    .filter(({ userId }) => userId !== person.value?.id)
    .map(({ userId, name, part, raceId }) => {
      const race = races.find(({ id }) => id === raceId);
      const where = race ? t.inRace(name, numberShown(race)) : t.inPart(name, t.parts[part]);
      return { userId, name, part, where };
    });
}

/** `BM` of Ben Miller. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined];
  return letters
    .map((word) => Array.from(word ?? '')[0] ?? '')
    .join('')
    .toUpperCase();
}
