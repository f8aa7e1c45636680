/**
 * Importing files into a regatta: files are dropped or chosen, or a sheet is pasted; what cannot be known from them is
 * asked; what would become of everything is shown; one button writes it.
 */
import { useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { consoleUrl, goTo } from '../../place.ts';
import { furtherErrors, problemText } from '../../problems.ts';
import { partPath } from '../../routing.ts';
import { consoleWords } from '../../words/words.ts';
import { useCommands } from '../frame/commands.ts';
import '../table/edit-table.css';
import type { PartProps } from '../frame/parts.ts';
import { SidePanel } from '../frame/side-panel.tsx';
import { English } from './english.tsx';
import './import.css';
import { ImportState } from './import-state.ts';
import { importWords } from './import-words.ts';
import { PickFiles } from './pick-files.tsx';
import { pickedFiles } from './picked-files.ts';
import { Preview } from './preview.tsx';
import { Questions } from './questions.tsx';
import { Written, type WrittenImport } from './written.tsx';

export function Import({ eventId, document }: Pick<PartProps, 'eventId' | 'document'>) {
  const t = importWords.value;
  const state = useMemo(() => new ImportState(eventId), [eventId]);
  const [written, setWritten] = useState<WrittenImport>();
  useEffect(() => void state.look(), [state]);
  useLayoutEffect(() => takeEverywhere(state), [state]);
  const again = () => {
    state.discard();
    setWritten(undefined);
  };
  const write = async () => {
    if (!(await state.write())) return;
    const answer = state.answer.peek();
    if (answer) setWritten({ counts: answer.counts, entryId: answer.entryId });
  };
  useCommands([
    {
      id: 'import.choose',
      words: t.choose,
      keys: ['f'],
      run: () => window.document.getElementById(`import-files-${eventId}`)?.click(),
    },
  ]);
  return (
    <SidePanel title={t.title} onClose={() => goTo(consoleUrl(partPath(eventId, 'programme')))}>
      {written ? (
        <Written eventId={eventId} written={written} onAgain={again} />
      ) : (
        <>
          <p class="quiet">{t.intro}</p>
          <PickFiles state={state} />
          <Trouble state={state} />
          <Questions state={state} event={document.event} />
          <Preview state={state} document={document} onWrite={() => void write()} />
        </>
      )}
    </SidePanel>
  );
}

/**
 * A file that misses its place by a hand's breadth is taken all the same, and does not take the page away; so is a
 * sheet that is pasted beside the field for it. @returns stops that
 */
function takeEverywhere(state: ImportState): () => void {
  const drop = (event: DragEvent) => {
    const isTaken = event.defaultPrevented;
    event.preventDefault();
    if (event.type === 'drop' && !isTaken) state.add(pickedFiles(event.dataTransfer?.files));
  };
  const paste = (event: ClipboardEvent) => {
    if (
      event.defaultPrevented ||
      (event.target as Element | null)?.closest?.('input, textarea, dialog')
    )
      return;
    const files = pickedFiles(event.clipboardData?.files);
    if (files.length > 0) return state.add(files);
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (text.trim() === '') return;
    state.paste(text);
    void state.look();
  };
  addEventListener('dragover', drop);
  addEventListener('drop', drop);
  addEventListener('paste', paste);
  return () => {
    removeEventListener('dragover', drop);
    removeEventListener('drop', drop);
    removeEventListener('paste', paste);
  };
}

/** Why there is no preview; the element is always there, so that it is read out. */
function Trouble({ state }: { state: ImportState }) {
  const t = importWords.value;
  const problem = state.problem.value;
  const tooMuch = state.tooMuch.value;
  return (
    <>
      <p class="quiet import-busy" role="status">
        {state.isBusy.value && t.reading}
      </p>
      <div role="alert" class="problem import-trouble">
        {problem && (
          <>
            <p>{problemText(problem, consoleWords.value, { payload_too_large: t.tooLarge })}</p>
            {furtherErrors(problem, consoleWords.value).map(({ field, detail }) => (
              <p key={field}>
                <English>{detail}</English>
              </p>
            ))}
          </>
        )}
        {tooMuch && <p>{t.tooMuch(tooMuch)}</p>}
        {state.isUnreadable.value && <p>{t.unreadable}</p>}
        {(problem || state.isUnreadable.value) && (
          <button type="button" class="pill" onClick={() => void state.look()}>
            {consoleWords.value.retry}
          </button>
        )}
      </div>
    </>
  );
}
