/** One entry of the history: when, who, what, before and after, and what can be done about it. */
import { useState } from 'preact/hooks';
import type { HistoryEntry } from '../../../../../src/contract/console/history.ts';
import { isErasure, type OperationName } from '../../../../../src/domain/history/changes.ts';
import { timeOfDay } from '../../../shared/times.ts';
import { consoleUrl } from '../../place.ts';
import { partPath } from '../../routing.ts';
import { historyWords } from '../../words/office-history.ts';
import { undoEntry } from '../conflicts/write.ts';
import { type Line, type LineContext, lineOf, lineOfErased } from './entry-lines.ts';
import { canUndo, didOf, type Filters, inView, moreOf } from './history-decisions.ts';

interface EntryRowProps {
  eventId: number;
  entry: HistoryEntry;
  context: LineContext;
  /** Changes that match these are shown first. */
  filters: Filters;
  isUndone: boolean;
  /** The entry that this one undoes, where that is on the screen. */
  takenBack: HistoryEntry | undefined;
  /** Where the history is that of one race: restores the race to how this entry left it. */
  onRestore: (() => void) | undefined;
}

/** What somebody did. */
function whatOf(entry: HistoryEntry): string {
  const t = historyWords.value;
  const did = didOf(entry);
  return did ? t.did[did] : (t.operations[entry.operation as OperationName] ?? entry.operation);
}

export function EntryRow(props: EntryRowProps) {
  const { eventId, entry, context, filters, isUndone, takenBack, onRestore } = props;
  const t = historyWords.value;
  const { at, displayName, keyPrefix, changes, undoOf } = entry;
  const [isOpen, open] = useState(false);
  const { all, first } = inView(changes, filters);
  const shown = isOpen ? all : first;
  const more = moreOf(entry, shown);
  const undoneText = takenBack ? t.undoOf(whatOf(takenBack)) : t.undoOfEarlier;
  return (
    <li class={isUndone ? 'entry undone' : 'entry'}>
      <p class="entry-head">
        <time dateTime={at}>{timeOfDay(Date.parse(at), context.document.event.timezone)}</time>{' '}
        <span>
          <b>{displayName ?? t.commandLine}</b>
          {keyPrefix !== null && <span class="quiet"> {t.byKey(keyPrefix)}</span>}{' '}
          {undoOf === null ? whatOf(entry) : undoneText}
          {isUndone && <span class="badge calm"> {t.isUndone}</span>}
        </span>
      </p>
      <ul class="entry-lines">
        {shown.map((change) => {
          const { subject, id, position, name } = change;
          return (
            <li key={`${subject} ${id} ${position} ${name}`}>
              <LineText
                line={isErasure(entry) ? lineOfErased(change, context) : lineOf(change, context)}
                href={
                  id !== undefined && (subject === 'race' || subject === 'lane')
                    ? `${consoleUrl(partPath(eventId, 'history'))}?race=${id}`
                    : undefined
                }
              />
            </li>
          );
        })}
      </ul>
      <p class="row-actions">
        {more.canOpen && (
          <button type="button" class="pill" onClick={() => open(true)}>
            {t.moreChanges(more.count)}
          </button>
        )}
        {!more.canOpen && more.count > 0 && <span class="quiet">{t.moreChanges(more.count)}</span>}
        {canUndo(entry) && !isUndone && (
          <button type="button" class="pill" onClick={() => void undoEntry(eventId, entry.id)}>
            {t.undo}
            <span class="vh">: {whatOf(entry)}</span>
          </button>
        )}
        {onRestore && (
          <button type="button" class="pill" onClick={onRestore}>
            {t.restore.toThis}
          </button>
        )}
      </p>
    </li>
  );
}

function LineText({ line, href }: { line: Line; href: string | undefined }) {
  const t = historyWords.value;
  const { thing, what, properties } = line;
  return (
    <>
      {href ? <a href={href}>{thing}</a> : <span>{thing}</span>}
      {what && ` ${what}`}
      {properties.length > 0 && ': '}
      {properties.map(({ name, before, after }, index) => (
        <span key={name}>
          {index > 0 && '; '}
          <span class="quiet">{name}</span>{' '}
          {before !== undefined && (
            <>
              <s>{before}</s> <span aria-hidden="true">→</span>
              <span class="vh"> {t.to} </span>{' '}
            </>
          )}
          <b>{after}</b>
        </span>
      ))}
    </>
  );
}
