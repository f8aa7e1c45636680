/** The fields for files: dropped, chosen, or pasted as cells of a sheet. */
import { useState } from 'preact/hooks';
import { usePrimaryAction } from '../../form.ts';
import { consoleWords } from '../../words/console.ts';
import { importWords } from '../../words/office-import.ts';
import { pickedFiles } from './import-decisions.ts';
import type { ImportState } from './import-state.ts';

export function PickFiles({ state }: { state: ImportState }) {
  const t = importWords.value;
  const [isOver, setOver] = useState(false);
  const isPrimaryAction = usePrimaryAction(true, null);
  const id = `import-files-${state.eventId}`;
  return (
    <section class="import-files" aria-label={t.files}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: whoever has no pointer chooses files or pastes. */}
      <div
        class={`drop-zone${isOver ? ' over' : ''}`}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          state.add(pickedFiles(event.dataTransfer?.files));
        }}
      >
        <span class="choose-files">
          <label class={isPrimaryAction ? 'pill primary' : 'pill'} for={id}>
            {t.choose}
          </label>
          <input
            id={id}
            type="file"
            multiple
            aria-describedby={`${id}-hint`}
            onChange={({ currentTarget }) => {
              state.add(pickedFiles(currentTarget.files));
              // Without this the same file, corrected meanwhile, could not be chosen again.
              currentTarget.value = '';
            }}
          />
        </span>
        <span class="quiet drop-hint">{t.orDrop}</span>
        <p class="hint" id={`${id}-hint`}>
          {t.formats}
        </p>
      </div>
      <FileList state={state} />
      <Paste state={state} />
    </section>
  );
}

function FileList({ state }: { state: ImportState }) {
  const t = importWords.value;
  const files = state.files.value;
  if (files.length === 0) return null;
  return (
    <ul class="rows picked" aria-label={t.chosen}>
      {files.map(({ name, content }) => (
        <li key={name} class="row-item">
          <div>
            <bdi>{name}</bdi> <span class="quiet">{t.size(content.size)}</span>
          </div>
          <div class="row-actions">
            <button type="button" class="pill" onClick={() => state.remove(name)}>
              {t.remove}
              <span class="vh"> {name}</span>
            </button>
          </div>
        </li>
      ))}
    </ul>
  );
}

function Paste({ state }: { state: ImportState }) {
  const t = importWords.value;
  const text = state.pasted.value;
  const id = `import-paste-${state.eventId}`;
  return (
    <details
      class="import-paste"
      open={text !== ''}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open && text === '') currentTarget.querySelector('textarea')?.focus();
      }}
    >
      <summary>{t.paste}</summary>
      <div class="field">
        <label for={id}>{t.pasted}</label>
        <textarea
          id={id}
          class="paste-text"
          rows={6}
          wrap="off"
          spellcheck={false}
          aria-describedby={`${id}-hint`}
          value={text}
          onInput={({ currentTarget: { value } }) => state.paste(value)}
          onPaste={() => setTimeout(() => void state.look())}
        />
        <p class="hint" id={`${id}-hint`}>
          {t.pasteHint}
        </p>
      </div>
      {text !== '' && (
        <div class="actions">
          <button type="button" class="pill" onClick={() => void state.look()}>
            {t.look}
          </button>
          <button type="button" class="pill" onClick={() => state.discard()}>
            {consoleWords.value.discard}
          </button>
        </div>
      )}
    </details>
  );
}
