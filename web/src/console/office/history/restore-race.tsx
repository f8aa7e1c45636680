/** Brings a race back to how it was at a moment (console, "History"). */
import { useState } from 'preact/hooks';
import { Confirmation } from '../../components/confirmation.tsx';
import { FormFrame } from '../../components/form-frame.tsx';
import { useForm } from '../../form.ts';
import { shownRevision } from '../../documents/office.ts';
import { allOrNothing, asReply, refusedHere } from '../conflicts/outcome.ts';
import { MomentField } from '../time-fields.tsx';
import { readVenueInput } from '../venue-input.ts';
import { writeOffice } from '../conflicts/write.ts';
import { historyWords } from '../../words/office-history.ts';
import { momentText } from './moment-text.ts';
import type { PartProps } from '../frame/parts.ts';

interface RestoreProps extends Pick<PartProps, 'eventId' | 'document'> {
  raceId: number;
  /** As it is printed; also of a race that was removed. */
  number: string;
}

/** Asks for the moment. */
export function RestoreForm(props: RestoreProps) {
  const { eventId, document, raceId } = props;
  const t = historyWords.value.restore;
  const [at, setAt] = useState<string>();
  const form = useForm<{ at: string }>({
    name: `restore ${eventId} ${raceId}`,
    initial: { at: '' },
  });
  const choose = async ({ at: typed }: { at: string }) => {
    const instant = readVenueInput(typed, document.event);
    return instant === undefined ? refusedHere('at', t.noSuchTime) : { body: instant };
  };
  return (
    <details class="more">
      <summary>{t.title(props.number)}</summary>
      <p class="quiet">{t.hint}</p>
      <FormFrame
        form={form}
        submitText={t.choose}
        onSubmit={choose}
        onDone={(instant) => {
          setAt(new Date(instant).toISOString());
          return 'unsaved';
        }}
      >
        <MomentField form={form} name="at" label={t.at} />
      </FormFrame>
      {at !== undefined && <RestoreDialog {...props} at={at} onClose={() => setAt(undefined)} />}
    </details>
  );
}

interface DialogProps extends RestoreProps {
  /** RFC 3339 */
  at: string;
  onClose: () => void;
}

/** Asks once, and restores. */
export function RestoreDialog({ eventId, document, raceId, number, at, onClose }: DialogProps) {
  const t = historyWords.value.restore;
  const [seen] = useState(shownRevision);
  const when = momentText(at, document.event.timezone);
  const perform = () =>
    asReply(
      writeOffice('POST /events/{eventId}/races/{raceId}/restore', {
        params: { eventId, raceId },
        seen,
        ...allOrNothing({ at }, () => undefined, t.asItWas(when)),
        said: t.done,
      }),
    );
  return (
    <Confirmation
      title={t.title(number)}
      action={t.action}
      isDangerous={false}
      perform={perform}
      onDone={onClose}
      onCancel={onClose}
      words={{ validation_failed: t.notThere }}
    >
      <p>{t.confirm(number, when)}</p>
      <p class="quiet">{t.hint}</p>
      {document.status === 'published' && <p>{t.shown}</p>}
    </Confirmation>
  );
}
