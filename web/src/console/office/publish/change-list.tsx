/** What crews will see otherwise than when they last saw it. */
import type { PublicChange, Publication } from '../../../../../src/contract/console/publication.ts';
import { dateLanguage } from '../../../shared/page/language.ts';
import { dayName } from '../../../shared/times.ts';
import { frameWords } from '../frame/frame-words.ts';
import { type LineContext, nameOfProperty, textOf } from '../history/entry-lines.ts';
import { historyWords } from '../history/history-words.ts';
import { lineContext } from '../history/line-context.ts';
import type { PartProps } from '../frame/parts.ts';
import { shownChanges } from './publish-decisions.ts';
import { publishWords } from './publish-words.ts';

interface ChangeListProps {
  publication: Publication;
  document: PartProps['document'];
}

export function ChangeList({ publication, document }: ChangeListProps) {
  const t = publishWords.value;
  const { changes, changeCount } = publication;
  const context = lineContext(document);
  const { shown, left } = shownChanges(changes, changeCount);
  if (changeCount === 0) return <p class="quiet">{t.noChanges}</p>;
  return (
    <>
      <ul class="bullets">
        {shown.map((change) => (
          <li key={`${change.subject} ${change.id} ${change.name}`}>
            <b>{thingName(change)}</b>
            {change.kind !== 'changed' && ` ${t[change.kind]}`}
            {change.properties.map(({ property, position, before, after }, index) => (
              <span key={`${property} ${position}`}>
                {index === 0 ? ': ' : '; '}
                {position !== undefined && `${laneName(change, position, context)}, `}
                <span class="quiet">{nameOfProperty(property, context)}</span>{' '}
                <s>{textOf(property, before, context)}</s> <span aria-hidden="true">→</span>
                <span class="vh"> {historyWords.value.to} </span> {textOf(property, after, context)}
              </span>
            ))}
          </li>
        ))}
      </ul>
      {left > 0 && <p class="quiet">{t.more(left)}</p>}
    </>
  );
}

function thingName({ subject, name }: PublicChange): string {
  const t = publishWords.value;
  switch (subject) {
    case 'race':
      return frameWords.value.race(name);
    case 'crew':
      return `${frameWords.value.crew} ${name}`;
    case 'day':
      return t.day(dayName(name, dateLanguage(), 'short'));
    default:
      return t.event;
  }
}

function laneName(change: PublicChange, position: number, { document }: LineContext): string {
  const race = document.races.find(({ id }) => id === change.id);
  const lane = race?.lanes.find((each) => each.position === position);
  return publishWords.value.lane(lane?.positionLabel ?? String(position));
}
