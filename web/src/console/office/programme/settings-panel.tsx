/** The settings of the schedule, beside its table. */
import type { OfficeSettings } from '../../../../../src/contract/console/office.ts';
import { laneLabelsText, readLaneLabels } from '../../../../../src/domain/draw/read-lane-labels.ts';
import { SelectField, TextField, TickField } from '../../components/field.tsx';
import { FormFrame } from '../../components/form-frame.tsx';
import { useForm } from '../../form.ts';
import { shownRevision } from '../../documents/office.ts';
import { consoleWords } from '../../words/console.ts';
import { leftOf } from '../conflicts/conflicts.ts';
import { asReply } from '../conflicts/outcome.ts';
import { SidePanel } from '../frame/side-panel.tsx';
import { writeOffice } from '../conflicts/write.ts';
import { programmeWords } from '../../words/office-programme.ts';

interface SettingsPanelProps {
  eventId: number;
  settings: OfficeSettings;
  onClose: () => void;
}

export function settingsForm(eventId: number, settings: OfficeSettings) {
  return { name: `settings-${eventId}`, initial: textsOf(settings), revision: shownRevision };
}

export function SettingsPanel({ eventId, settings, onClose }: SettingsPanelProps) {
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
        onDone={() => {
          form.discard();
          onClose();
        }}
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

/** What is sent; a number that is none goes as it is, and the service says so beside its field. */
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
