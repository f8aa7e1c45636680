/** The part "Programme" of a race office: the races as a table, typed into in place, pasted, and changed many at once. */
import { useEffect, useMemo, useState } from 'preact/hooks';
import { eventDays } from '../../../../../src/domain/race-day.ts';
import { lazy } from '../../lazy.tsx';
import { consoleUrl, goTo, queryValue } from '../../place.ts';
import { importPath } from '../../routing.ts';
import { type Command, useCommands } from '../commands.ts';
import { frameWords } from '../frame-words.ts';
import { PartHeading } from '../part-heading.tsx';
import type { PartProps } from '../parts.ts';
import { UnsavedRows } from '../edit-rows.tsx';
import '../edit-table.css';
import { focusCell } from '../row-actions.ts';
import { isNewRow } from '../row-drafts.ts';
import { BulkBar } from './bulk-bar.tsx';
import { hasPaste } from '../paste/paste-panel.tsx';
import { nameOfPaste, PasteRaces } from './paste-races.tsx';
import './programme.css';
import { ProgrammeState, programmeWords } from './programme-state.ts';
import { RaceTable } from './race-table.tsx';
import { RemoveRaces } from './remove-races.tsx';
import { SettingsForm } from './settings-form.tsx';

/** Nobody who edits the programme by hand loads it. */
const Import = lazy(() => import('../import/import.tsx').then((it) => it.Import));

/** With `?import` in its address: the import of files. */
export function Programme(props: PartProps) {
  return queryValue('import') === null ? <Table {...props} /> : <Import {...props} />;
}

function Table({ eventId, document }: PartProps) {
  const t = programmeWords.value;
  const state = useMemo(() => new ProgrammeState(eventId), [eventId]);
  useEffect(() => state.follow(), [state]);
  const [pasted, setPasted] = useState<{ text?: string } | undefined>(() =>
    hasPaste(nameOfPaste(eventId)) ? {} : undefined,
  );
  const [removing, setRemoving] = useState<readonly string[]>([]);
  const days = useDays(state);
  // Taken out only to save again: a row that is new is seen by nobody yet.
  const remove = (keys: readonly string[]) => {
    const isSeen = document.status === 'published' && keys.some((key) => !isNewRow(key));
    if (isSeen) setRemoving(keys);
    else for (const key of keys) state.draft.remove(key);
  };
  const add = () => focusCell(state.add(days[0] ?? document.event.startDate), 'title');
  const commands = commandsOf(t, add, () => setPasted({}));
  useCommands([
    ...commands,
    {
      id: 'programme.import',
      words: t.import,
      keys: ['i'],
      run: () => goTo(consoleUrl(importPath(eventId))),
    },
  ]);
  return (
    <>
      <PartHeading title={frameWords.value.parts.programme}>
        <span class="quiet">{t.races(document.races.length)}</span>
      </PartHeading>
      <div class="actions">
        <a
          class={document.races.length === 0 ? 'pill primary' : 'pill'}
          href={consoleUrl(importPath(eventId))}
        >
          {t.import}
        </a>
        <button type="button" class="pill" onClick={() => setPasted({})}>
          {t.paste}
        </button>
        <span class="quiet paste-hint">{t.pasteHint}</span>
      </div>
      {document.settings && <SettingsForm eventId={eventId} settings={document.settings} />}
      {pasted && (
        <PasteRaces
          state={state}
          document={document}
          days={days}
          pasted={pasted.text}
          onClose={() => setPasted(undefined)}
        />
      )}
      <BulkBar state={state} days={days} onRemove={remove} />
      <RaceTable
        state={state}
        days={days}
        onRemove={(key) => remove([key])}
        onPaste={(text) => setPasted({ text })}
      />
      <UnsavedRows state={state} text={t.changed} />
      {removing.length > 0 && (
        <RemoveRaces state={state} keys={removing} onClose={() => setRemoving([])} />
      )}
    </>
  );
}

/** The days of the event, and those on which there are races or that were typed. */
function useDays(state: ProgrammeState): readonly string[] {
  const event = state.event.value;
  const rows = state.rows.value;
  return useMemo(() => {
    const ofRows = rows.map(({ day }) => day).filter((day) => day !== '');
    return [...new Set([...ofRows, ...(event ? eventDays(event) : [])])].sort();
  }, [event?.startDate, event?.endDate, rows.map(({ day }) => day).join()]);
}

function commandsOf(t: typeof programmeWords.value, add: () => void, paste: () => void): Command[] {
  const ofTable = (words: string, key: string) => ({
    id: `programme.${key}`,
    words,
    // The table listens itself.
    keys: [key],
  });
  return [
    { id: 'programme.add', words: t.add, keys: ['a'], run: add },
    { id: 'programme.paste', words: t.paste, keys: ['v'], run: paste },
    ofTable(t.keyDown, 'Enter'),
    ofTable(t.keyUp, 'Shift+Enter'),
    ofTable(t.moveUp, 'Alt+ArrowUp'),
    ofTable(t.moveDown, 'Alt+ArrowDown'),
  ];
}
