/** What a race office puts into the bar: which regatta, the way to its parts, who else is there, and the commands. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { OfficePart } from '../../../../../src/contract/console/office.ts';
import { office, people } from '../../documents/office.ts';
import { consoleUrl, page } from '../../place.ts';
import { partPath } from '../../routing.ts';
import { person } from '../../account/session.ts';
import { frameWords } from '../../words/office-frame.ts';
import { dueCount } from '../overview/attention-items.ts';
import { PaletteButton } from '../palette/open-palette.tsx';
import { PARTS } from './parts.ts';
import { numberOf } from '../race-names.ts';
import { useUnsaved } from '../unsaved.ts';

export function OfficeBar() {
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
  // Where the parts are a strip, the current one is in view; a strip that somebody moves stays where it is.
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

/** Something is typed in that part and not saved. */
function UnsavedMark() {
  return (
    <span class="unsaved-mark" title={frameWords.value.notSaved}>
      <span aria-hidden="true">●</span>
      <span class="vh"> ({frameWords.value.notSaved})</span>
    </span>
  );
}

/** How many things cannot wait, wherever somebody is. */
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

/** Who else is in the office, and where, for whoever does not see the initials beside the parts. */
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

/** Everybody else who is in the office, and where that is in words. */
function othersHere() {
  const t = frameWords.value;
  const races = office.value.document?.races ?? [];
  return people.value
    .filter(({ userId }) => userId !== person.value?.id)
    .map(({ userId, name, part, raceId }) => {
      const race = races.find(({ id }) => id === raceId);
      const where = race ? t.inRace(name, numberOf(race)) : t.inPart(name, t.parts[part]);
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
