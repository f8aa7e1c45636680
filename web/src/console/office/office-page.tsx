/** The race office of a regatta: the way to its parts, who else is there, and the part that is open. */
import { useEffect, useRef } from 'preact/hooks';
import type { ConsoleEvent } from '../../../../src/contract/console/events.ts';
import type { OfficePart } from '../../../../src/contract/console/office.ts';
import { MissingPage } from '../components/loading.tsx';
import { useDocument } from '../documents.ts';
import { offer } from '../announcements.ts';
import { office, people, reportPlace, watchOffice } from '../office.ts';
import { consoleUrl, goTo } from '../place.ts';
import { problemText } from '../problems.ts';
import { partPath } from '../routing.ts';
import { person } from '../session.ts';
import { consoleWords } from '../words/words.ts';
import { type Command, useCommands } from './commands.ts';
import { ConflictDialogs } from './conflict-dialog.tsx';
import { useFocusRow } from './focus-row.ts';
import { frameWords } from './frame-words.ts';
import { isKeyListOpen, KeyList, useKeyboard } from './keyboard.tsx';
import './office.css';
import { OpenPalette, PaletteButton, paletteCommand } from './palette/open-palette.tsx';
import { PARTS, partOf } from './parts.ts';
import { numberOf } from './race-names.ts';

interface OfficePageProps {
  eventId: number;
  part: OfficePart;
  raceId: number | undefined;
}

export function OfficePage({ eventId, part, raceId }: OfficePageProps) {
  const event = useDocument<ConsoleEvent>(`/events/${eventId}`);
  useEffect(() => watchOffice(eventId), [eventId]);
  useEffect(() => reportPlace(eventId, part, raceId ?? null), [eventId, part, raceId]);
  useEffect(() => {
    document.body.classList.toggle('wide', partOf(part).isWide === true);
    return () => document.body.classList.remove('wide');
  }, [part]);
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
      <div class="office-head">
        <div class="office-tools">
          {part !== 'overview' && event.body && <p class="office-name">{event.body.name}</p>}
          <People />
          <PaletteButton />
        </div>
        <Navigation eventId={eventId} current={part} />
      </div>
      <OpenPart eventId={eventId} part={part} raceId={raceId} />
      <ConflictDialogs />
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

function Navigation({ eventId, current }: { eventId: number; current: OfficePart }) {
  const t = frameWords.value;
  return (
    <nav class="parts" aria-label={t.navigation}>
      <ul>
        {PARTS.map(({ id }) => (
          <li key={id}>
            <a
              href={consoleUrl(partPath(eventId, id))}
              aria-current={id === current ? 'page' : undefined}
              ref={(link) => {
                // On a phone the parts are a strip; the current one is in view.
                if (id === current) link?.scrollIntoView({ block: 'nearest', inline: 'center' });
              }}
            >
              {t.parts[id]}
              {id === 'overview' && <AttentionCount />}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** How many things need attention, wherever somebody is. */
function AttentionCount() {
  const count = office.value.document?.attention.length ?? 0;
  if (count === 0) return null;
  return (
    <span class="count">
      <span aria-hidden="true">{count}</span>
      <span class="vh"> ({frameWords.value.attentionCount(count)})</span>
    </span>
  );
}

/** Who else is in the office, and where. */
function People() {
  const t = frameWords.value;
  const others = people.value.filter(({ userId }) => userId !== person.value?.id);
  const races = office.value.document?.races ?? [];
  if (others.length === 0) return null;
  return (
    <ul class="people" aria-label={t.here}>
      {others.map(({ userId, name, part, raceId }) => {
        const race = races.find(({ id }) => id === raceId);
        return (
          <li key={userId}>
            {race ? t.inRace(name, numberOf(race)) : t.inPart(name, t.parts[part])}
          </li>
        );
      })}
    </ul>
  );
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
    { id: 'frame.undo', words: t.undoLast, keys: ['Alt+Z'], run: () => offer.peek()?.run() },
    {
      id: 'frame.save',
      words: t.saveKeys,
      keys: ['Ctrl+S', 'Ctrl+Enter'],
      run: () => document.querySelector<HTMLButtonElement>('[data-saves]')?.click(),
    },
  ];
}
