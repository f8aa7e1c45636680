/** What is typed in this tab and not saved, each one click from where it is. */
import { consoleUrl } from '../../place.ts';
import { partPath } from '../../routing.ts';
import { consoleWords } from '../../words/words.ts';
import { frameWords } from '../frame/frame-words.ts';
import type { PartProps } from '../frame/parts.ts';
import { numberOf } from '../race-names.ts';
import type { UnsavedThing } from '../unsaved-things.ts';
import { attentionWords } from './attention-words.ts';

interface UnsavedProps extends Pick<PartProps, 'document'> {
  unsaved: readonly UnsavedThing[];
}

export function UnsavedThings({ document, unsaved }: UnsavedProps) {
  const t = attentionWords.value;
  if (unsaved.length === 0) return null;
  const textOf = ({ kind, part, raceId }: UnsavedThing) => {
    if (kind === 'event') return consoleWords.value.event.editTitle;
    if (raceId === undefined) return frameWords.value.parts[part];
    const race = document.races.find(({ id }) => id === raceId);
    return `${race ? t.race(numberOf(race)) : t.goneRace}: ${t.typed[kind]}`;
  };
  return (
    <div class="attention-group due">
      <h3>{t.unsaved}</h3>
      <ul>
        {unsaved.map((thing) => (
          <li key={`${thing.kind} ${thing.raceId}`}>
            <a href={consoleUrl(pathOf(thing, document.event.id))}>{textOf(thing)}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}

function pathOf({ kind, part, raceId }: UnsavedThing, eventId: number): string {
  const path = partPath(eventId, part, part === 'races' ? raceId : undefined);
  return kind === 'draw' ? `${path}?draw` : path;
}
