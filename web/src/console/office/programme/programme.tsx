/** The part "Programme" of a race office: the races as a table, edited in place, pasted, and changed many at once. */
import { numberShown } from '../../../../../src/domain/races/race-name.ts';
import '../table/edit-table.css';
import './programme.css';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { OfficeSettings } from '../../../../../src/contract/console/office.ts';
import { MAX_REASON_LENGTH } from '../../../../../src/contract/limits.ts';
import { eventDays } from '../../../../../src/domain/day/venue-day.ts';
import { laneLabelsText, readLaneLabels } from '../../../../../src/domain/draw/lane-labels.ts';
import { Dialog } from '../../components/dialog.tsx';
import { SelectField, TextField, TickField } from '../../components/field.tsx';
import { FormFrame } from '../../components/form-frame.tsx';
import { Alert, PageHeading } from '../../components/page-parts.tsx';
import { shownRevision } from '../../documents/office.ts';
import { Form, useForm, useOnce, usePrimaryAction } from '../../form.ts';
import { lazyWithWords } from '../../lazy.tsx';
import { consoleUrl, goTo, queryValue } from '../../place.ts';
import { type Problem, problemText } from '../../problems.ts';
import { importPath, partPath } from '../../routing.ts';
import { consoleWords } from '../../words/console.ts';
import { frameWords } from '../../words/office-frame.ts';
import { programmeWords } from '../../words/office-programme.ts';
import { leftOf } from '../conflicts/conflicts.ts';
import { allOrNothing, asReply, writeOffice } from '../conflicts/write.ts';
import { type Command, useCommands } from '../frame/commands.ts';
import type { PartProps } from '../frame/parts.ts';
import { SidePanel } from '../frame/side-panel.tsx';
import { hasPaste } from '../paste/paste-panel.tsx';
import { UnsavedRows } from '../table/edit-row.tsx';
import { focusCell } from '../table/row-actions.ts';
import { isNewRow } from '../table/row-drafts.ts';
import { BulkBar } from './bulk-bar.tsx';
import { nameOfPaste, PasteRaces } from './paste-races.tsx';
import { ProgrammeState } from './programme-state.ts';
import { RaceTable } from './race-table.tsx';

/** Loaded only when somebody imports files. */
const Import = lazyWithWords(() => import('../import/import.tsx').then((it) => it.Import));

/** With `?import` in its address, the import of files is beside the table. */
export function Programme({ eventId, document }: PartProps) {
  const t = programmeWords.value;
  const state = useMemo(() => new ProgrammeState(eventId), [eventId]);
  useEffect(() => state.follow(), [state]);
  const { settings } = document;
  const isImportForemost = usePrimaryAction(document.races.length === 0);
  const [opened, open] = useState<Opened>(() => openedAtFirst(eventId, settings));
  const isImporting = queryValue('import') !== null;
  const close = () => open(undefined);
  const paste = (text?: string) => {
    if (isImporting) goTo(consoleUrl(partPath(eventId, 'programme')), true);
    open({ kind: 'paste', text });
  };
  const [removing, setRemoving] = useState<readonly string[]>([]);
  const days = useDays(state);
  // Asks before a race that the public sees is removed; a new row is seen by nobody yet.
  const remove = (keys: readonly string[]) => {
    const isSeen = document.status === 'published' && keys.some((key) => !isNewRow(key));
    if (isSeen) setRemoving(keys);
    else for (const key of keys) state.draft.remove(key);
  };
  const add = () => focusCell(state.add(days[0] ?? document.event.startDate), 'title');
  const commands = commandsOf(t, add, paste);
  useCommands([
    ...commands,
    {
      id: 'programme.import',
      words: t.import,
      keys: ['i'],
      run: () => goTo(consoleUrl(importPath(eventId))),
    },
  ]);
  // Pasted rows and imports have a table of their own, which needs more width.
  const isWide = isImporting || opened?.kind === 'paste';
  const panel = isImporting ? (
    <Import eventId={eventId} document={document} />
  ) : opened?.kind === 'paste' ? (
    <PasteRaces
      state={state}
      document={document}
      days={days}
      pasted={opened.text}
      onClose={close}
    />
  ) : (
    opened && settings && <SettingsPanel eventId={eventId} settings={settings} onClose={close} />
  );
  return (
    <>
      <PageHeading title={frameWords.value.parts.programme}>
        <span class="quiet">{t.races(document.races.length)}</span>
        <div class="tools">
          <a
            class={isImportForemost ? 'pill primary' : 'pill'}
            href={consoleUrl(importPath(eventId))}
          >
            {t.import}
          </a>
          <button type="button" class="pill" title={t.pasteHint} onClick={() => paste()}>
            {t.paste}
          </button>
          <button type="button" class="pill" onClick={() => open({ kind: 'settings' })}>
            {t.settings}
          </button>
        </div>
      </PageHeading>
      <div class={panel ? (isWide ? 'with-panel of-table' : 'with-panel') : undefined}>
        <div>
          <RaceTable
            state={state}
            days={days}
            onRemove={(key) => remove([key])}
            onPaste={(text) => paste(text)}
          />
          <div class="page-foot">
            <BulkBar state={state} days={days} onRemove={remove} />
            <UnsavedRows state={state} text={t.changed} />
          </div>
        </div>
        {panel}
      </div>
      {removing.length > 0 && (
        <RemoveRaces state={state} keys={removing} onClose={() => setRemoving([])} />
      )}
    </>
  );
}

/** The panel beside the table. */
type Opened = { kind: 'settings' } | { kind: 'paste'; text?: string | undefined } | undefined;

/** Opens the panel with what was pasted or typed and not saved. */
function openedAtFirst(eventId: number, settings: OfficeSettings | null): Opened {
  if (hasPaste(nameOfPaste(eventId))) return { kind: 'paste' };
  const isTyped = settings && new Form(settingsForm(eventId, settings)).isChanged.peek();
  return isTyped ? { kind: 'settings' } : undefined;
}

/** The days of the event, and days that races have or somebody has typed, sorted. */
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
    // Without `run`, because the table handles these keys itself.
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

/** The dialog before races of a published regatta are removed: it offers to cancel them instead. */
interface RemoveRacesProps {
  state: ProgrammeState;
  keys: readonly string[];
  onClose: () => void;
}

function RemoveRaces({ state, keys, onClose }: RemoveRacesProps) {
  const t = programmeWords.value;
  const [seen] = useState(shownRevision);
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<Problem>();
  const races = keys.flatMap((key) => state.races.peek().get(key) ?? []);
  const numbers = races.map(numberShown).join(', ');
  const [isBusy, cancel] = useOnce(async () => {
    const body = { state: 'cancelled' as const, reason: reason.trim() || null };
    for (const { id } of races) {
      const outcome = await writeOffice('PUT /events/{eventId}/races/{raceId}/state', {
        params: { eventId: state.eventId, raceId: id },
        seen,
        ...allOrNothing(body, ({ subject, ...race }) =>
          subject === 'race' && race.id === id ? body : undefined,
        ),
        said: t.raceCancelled,
      });
      if (outcome.kind === 'refused') return setProblem(outcome.problem);
    }
    onClose();
  });
  return (
    <Dialog title={t.cancelTitle(t.raceNamed(numbers))} onCancel={onClose}>
      <p>{t.cancelHint}</p>
      <div class="field">
        <label for="cancel-reason">{t.cancelReason}</label>
        <input
          id="cancel-reason"
          autocomplete="off"
          maxLength={MAX_REASON_LENGTH}
          value={reason}
          onInput={({ currentTarget: { value } }) => setReason(value)}
        />
      </div>
      <Alert texts={[problem && problemText(problem, consoleWords.value)]} />
      <div class="actions">
        <button
          type="button"
          class="pill primary"
          aria-disabled={isBusy}
          onClick={() => void cancel()}
        >
          {t.cancelIt}
        </button>
        <button
          type="button"
          class="pill danger"
          onClick={() => {
            for (const key of keys) state.draft.remove(key);
            onClose();
          }}
        >
          {t.removeAnyway}
        </button>
        <button type="button" class="pill" onClick={onClose}>
          {t.keep}
        </button>
      </div>
    </Dialog>
  );
}

interface SettingsPanelProps {
  eventId: number;
  settings: OfficeSettings;
  onClose: () => void;
}

/** The form of the schedule's settings. */
function settingsForm(eventId: number, settings: OfficeSettings) {
  return { name: `settings-${eventId}`, initial: textsOf(settings), revision: shownRevision };
}

function SettingsPanel({ eventId, settings, onClose }: SettingsPanelProps) {
  const t = programmeWords.value;
  const form = useForm(settingsForm(eventId, settings));
  const save = () => {
    const wanted = wantedOf(form.changedValues());
    const write = writeOffice('PUT /events/{eventId}/settings', {
      params: { eventId },
      seen: form.seen(),
      body: ({ isDropped }) => {
        const left = leftOf(wanted, { subject: 'schedule' }, isDropped);
        return Object.keys(left).length === 0 ? undefined : left;
      },
      mine: { valuesOf: ({ subject }) => (subject === 'schedule' ? { ...wanted } : undefined) },
      said: t.settingsWords.saved,
    });
    return asReply(write);
  };
  return (
    <SidePanel title={t.settings} onClose={onClose}>
      <FormFrame
        form={form}
        submitText={consoleWords.value.save}
        onSubmit={save}
        onSaved={onClose}
        canDiscard
      >
        <TextField
          form={form}
          name="laneScheme"
          label={t.settingsWords.laneScheme}
          hint={t.settingsWords.laneSchemeHint}
          isOptional
          autocomplete="off"
          spellcheck={false}
        />
        <SelectField
          form={form}
          name="defaultResultMode"
          label={t.settingsWords.defaultResultMode}
          options={Object.entries(t.modes)}
        />
        <SelectField
          form={form}
          name="defaultResultVisibility"
          label={t.settingsWords.defaultResultVisibility}
          options={Object.entries(t.visibilities)}
        />
        <TickField
          form={form}
          name="provisionalResults"
          label={t.settingsWords.provisionalResults}
        />
        <TextField
          form={form}
          name="crewGapMinutes"
          label={t.settingsWords.crewGapMinutes}
          autocomplete="off"
        />
      </FormFrame>
    </SidePanel>
  );
}

function textsOf(settings: OfficeSettings) {
  return {
    laneScheme: laneLabelsText(settings.laneScheme),
    defaultResultMode: settings.defaultResultMode as string,
    defaultResultVisibility: settings.defaultResultVisibility as string,
    provisionalResults: settings.provisionalResults,
    crewGapMinutes: String(settings.crewGapMinutes),
  };
}

/** What is sent; a text that is no number is sent as it is, so that the service's refusal appears beside its field. */
function wantedOf({
  laneScheme,
  crewGapMinutes,
  ...others
}: Partial<ReturnType<typeof textsOf>>): object {
  const minutes = /^\d+$/.test(crewGapMinutes?.trim() ?? '')
    ? Number(crewGapMinutes)
    : crewGapMinutes;
  return {
    ...others,
    ...(laneScheme !== undefined && { laneScheme: readLaneLabels(laneScheme) }),
    ...(crewGapMinutes !== undefined && { crewGapMinutes: minutes }),
  };
}
