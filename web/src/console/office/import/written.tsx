/** What an import has written, the way to take it back, and where to go on. */
import { useState } from 'preact/hooks';
import type { ImportDocument } from '../../../../../src/contract/import.ts';
import { FocusedHeading } from '../../components/headings.tsx';
import { consoleUrl } from '../../place.ts';
import { partPath } from '../../routing.ts';
import { frameWords } from '../frame/frame-words.ts';
import { undoEntry } from '../conflicts/undo.ts';
import { importWords } from './import-words.ts';

export interface WrittenImport {
  counts: ImportDocument['counts'];
  /** `null` where nothing was left to write. */
  entryId: number | null;
}

interface WrittenProps {
  eventId: number;
  written: WrittenImport;
  onAgain: () => void;
}

export function Written({ eventId, written: { counts, entryId }, onAgain }: WrittenProps) {
  const t = importWords.value;
  const [isUndone, setUndone] = useState(false);
  const undo = async () => {
    if (entryId !== null && (await undoEntry(eventId, entryId))) setUndone(true);
  };
  return (
    <section class="import-written" aria-labelledby="import-written">
      <FocusedHeading>
        <span id="import-written">
          {isUndone ? t.takenBack : t.written(counts.new, counts.changed)}
        </span>
      </FocusedHeading>
      <div class="actions">
        {entryId !== null && !isUndone && (
          <button type="button" class="pill" onClick={() => void undo()}>
            {frameWords.value.undo}
          </button>
        )}
        <a class="pill" href={consoleUrl(partPath(eventId, 'history'))}>
          {t.toHistory}
        </a>
        <a class="pill" href={consoleUrl(partPath(eventId, 'programme'))}>
          {t.toProgramme}
        </a>
        <button type="button" class="pill" onClick={onAgain}>
          {t.again}
        </button>
      </div>
    </section>
  );
}
