/** The race office of a regatta: its keys, its dialogs, and the part that is open. */
import { useEffect, useRef } from 'preact/hooks';
import type { OfficePart } from '../../../../../src/contract/console/office.ts';
import { useInBar } from '../../components/bar.tsx';
import { MissingPage } from '../../components/loading.tsx';
import { useDocument } from '../../documents/documents.ts';
import { offer } from '../../documents/announcements.ts';
import { lazy } from '../../lazy.tsx';
import { office, reportPlace, watchOffice } from '../../documents/office.ts';
import { consoleUrl, goTo } from '../../place.ts';
import { problemText } from '../../problems.ts';
import { partPath } from '../../routing.ts';
import { consoleWords } from '../../words/words.ts';
import { type Command, useCommands } from './commands.ts';
import { useFocusRow } from '../table/focus-row.ts';
import { frameWords } from './frame-words.ts';
import { isKeyListOpen, KeyList, useKeyboard } from './keyboard.tsx';
import '../office.css';
import { OfficeBar } from './office-bar.tsx';
import { OpenPalette, paletteCommand } from '../palette/open-palette.tsx';
import { PARTS, partOf } from './parts.ts';
import { undoRefusal } from '../conflicts/undo.ts';
import { choice } from '../conflicts/write.ts';

const ConflictDialogs = lazy(() =>
  import('../conflicts/conflict-dialog.tsx').then((it) => it.ConflictDialogs),
);

interface OfficePageProps {
  eventId: number;
  part: OfficePart;
  raceId: number | undefined;
}

export function OfficePage({ eventId, part, raceId }: OfficePageProps) {
  const event = useDocument('GET /events/{eventId}', { params: { eventId } });
  useEffect(() => watchOffice(eventId), [eventId]);
  useEffect(() => reportPlace(eventId, part, raceId ?? null), [eventId, part, raceId]);
  useInBar(OfficeBar);
  useKeyboard();
  useFocusRow(part);
  useCommands(frameCommands(eventId));
  // The event and its office are answered in any order.
  const seenId = useRef<number | undefined>(undefined);
  if (event.body || office.value.document?.event.id === eventId) seenId.current = eventId;
  const codes = [event.problem?.code, office.value.problem?.code];
  const isGone = codes.some((code) => code === 'not_found' || code === 'event_not_found');
  if (isGone)
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
  // A part begins to load while its document does.
  useEffect(() => Component.preload(), [Component]);
  if (!document) {
    return problem ? (
      <p role="alert" class="problem">
        {problemText(problem, consoleWords.value)}
      </p>
    ) : (
      <p class="waiting" role="status">
        {consoleWords.value.loading}
      </p>
    );
  }
  return (
    <>
      <Component key={part} eventId={eventId} document={document} raceId={raceId} />
      <p class="quiet not-live" role="status">
        {!isLive && part !== 'overview' && frameWords.value.notLive}
      </p>
    </>
  );
}

/**
 * Presses what saves: of the form in which somebody types, else of what was typed last on the page. Where nothing is to be
 * saved the cursor leaves its field as after a save, so that the next letters are keys of the page.
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
