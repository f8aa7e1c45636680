/** Changing a regatta: correcting its facts, and actions on it as a whole. */
import { useState } from 'preact/hooks';
import type {
  ConsoleEvent,
  EventChanged,
  EventPatch,
  EventPreview,
} from '../../../../../src/contract/console/events.ts';
import { dateLanguage } from '../../../shared/page/language.ts';
import { dayName } from '../../../shared/times.ts';
import { askPreview, call, type Reply } from '../../api.ts';
import { CancelButton, Confirmation } from '../../components/dialog.tsx';
import { EventFields, type EventValues, valuesOf } from '../../components/event-fields.tsx';
import { TickField } from '../../components/field.tsx';
import { FormFrame } from '../../components/form-frame.tsx';
import { announce } from '../../documents/announcements.ts';
import { office, reloadOffice, shownRevision } from '../../documents/office.ts';
import { type Form, useForm } from '../../form.ts';
import { consoleUrl, goTo } from '../../place.ts';
import { consoleWords } from '../../words/console.ts';
import { asReply, writeOffice } from '../conflicts/write.ts';
import { effectOf, rangesOf } from './edit-effect.ts';

interface EditEventProps {
  event: ConsoleEvent;
  onClose: () => void;
}

interface EditedValues extends EventValues {
  noindex: boolean;
}

export function eventForm(event: ConsoleEvent) {
  const initial: EditedValues = { ...valuesOf(event), noindex: event.noindex };
  return { name: `event-${event.id}`, initial, revision: shownRevision };
}

/** The form for the facts; it shows what a change of zone or days does before saving it. */
export function EditEvent({ event, onClose }: EditEventProps) {
  const t = consoleWords.value;
  const [preview, setPreview] = useState<EventPreview>();
  const form = useForm(eventForm(event));
  const params = { eventId: event.id };
  const discard = () => {
    form.discard();
    onClose();
  };
  const write = (patch = patchOf(form)) => asReply(writeFacts(event.id, patch, form.seen()));
  const save = async (): Promise<Reply<EventChanged | EventPreview | undefined>> => {
    const patch = patchOf(form);
    if (isAboutDays(patch)) {
      const reply = await askPreview('PATCH /events/{eventId}', { params, body: patch });
      if (reply.problem || !effectOf(reply.body).isEmpty) return reply;
    }
    return write(patch);
  };
  return (
    <section aria-labelledby="edit">
      <h2 id="edit">{t.event.editTitle}</h2>
      <FormFrame
        form={form}
        submitText={t.save}
        onSubmit={save}
        onDone={(answer) => {
          if (!answer || !('moved' in answer)) return undefined;
          setPreview(answer);
          return 'unsaved';
        }}
        onSaved={onClose}
        actions={<CancelButton onCancel={discard} />}
      >
        <EventFields form={form} />
        {!event.trial && (
          <TickField
            form={form}
            name="noindex"
            label={t.event.noindexLabel}
            hint={t.event.noindexHint}
          />
        )}
      </FormFrame>
      {preview && (
        <Confirmation
          title={t.event.previewTitle}
          action={t.event.saveAnyway}
          isDangerous={false}
          perform={() => write()}
          onDone={() => {
            setPreview(undefined);
            discard();
          }}
          onCancel={() => setPreview(undefined)}
        >
          <PreviewText preview={preview} />
        </Confirmation>
      )}
    </section>
  );
}

/** The fields that differ from what is stored. */
function patchOf(form: Form<EditedValues>) {
  const { timezone, ...others } = form.changedValues();
  return {
    ...others,
    ...(timezone !== undefined && { timezone: timezone === '' ? null : timezone }),
  };
}

/** Names of properties in the history that differ from those of the form. */
const CALLED: Readonly<Record<string, string>> = {
  startDate: 'start',
  endDate: 'end',
  countryCode: 'country',
};

/** Saves what was typed; where others have changed the same since, the person chooses between both. */
function writeFacts(eventId: number, patch: ReturnType<typeof patchOf>, seen: number) {
  const nameOf = (field: string) => CALLED[field] ?? field;
  const facts = Object.entries(patch).map(([field, value]) => [
    nameOf(field),
    field === 'countryCode' ? String(value).toUpperCase() : value,
  ]);
  return writeOffice('PATCH /events/{eventId}', {
    params: { eventId },
    seen,
    body: ({ isDropped }) => {
      const left = Object.entries(patch).filter(
        ([field]) => !isDropped({ subject: 'event' }, nameOf(field)),
      );
      return left.length === 0 ? undefined : Object.fromEntries(left);
    },
    mine: {
      valuesOf: ({ subject }) => (subject === 'event' ? Object.fromEntries(facts) : undefined),
    },
  });
}

function isAboutDays(patch: object): boolean {
  return ['startDate', 'endDate', 'timezone'].some((field) => Object.hasOwn(patch, field));
}

/** The effect of a change of zone or days on venue days and delays, shown before it is saved. */
function PreviewText({ preview }: { preview: EventPreview }) {
  const t = consoleWords.value.event;
  const { moved, outside, delays } = effectOf(preview, office.value.document?.races);
  const day = (of: string) => dayName(of, dateLanguage());
  const races = (numbers: readonly string[]) => t.races(numbers.length, rangesOf(numbers));
  return (
    <ul class="bullets">
      {moved.map(({ from, to, numbers }) => (
        <li key={`${from} ${to}`}>{t.movedTo(races(numbers), day(from), day(to))}</li>
      ))}
      {outside.map((item) => (
        <li key={item.day} class="warning">
          {t.outside(races(item.numbers), day(item.day))}
        </li>
      ))}
      {delays.map(({ venueDay, delayMinutes, raceCountBefore, raceCountAfter }) => (
        <li key={venueDay}>
          {t.delayNow(day(venueDay), delayMinutes, raceCountBefore, raceCountAfter)}
        </li>
      ))}
    </ul>
  );
}

type Asked = { kind: 'remove' } | { kind: 'patch'; patch: EventPatch; title: string; hint: string };

/** Actions on a regatta as a whole: announce, archive, remove, make it a trial or real. */
export function EventActions({ event }: { event: ConsoleEvent }) {
  const t = consoleWords.value;
  const [asked, ask] = useState<Asked>();
  const { trial, archived, announced, wasPublished, scheduleStatus } = event;
  const offer = (patch: EventPatch, title: string, hint: string) => (
    <button type="button" class="pill" onClick={() => ask({ kind: 'patch', patch, title, hint })}>
      {title}
    </button>
  );
  return (
    <>
      {scheduleStatus !== 'published' &&
        (announced
          ? offer({ announced: false }, t.event.takeBack, t.event.takeBackHint)
          : offer({ announced: true }, t.event.announce, t.event.announceHint))}
      {trial && offer({ trial: false }, t.event.makeReal, t.event.makeRealHint)}
      {!trial && !wasPublished && offer({ trial: true }, t.event.makeTrial, t.event.trialHint)}
      {archived
        ? offer({ archived: false }, t.event.unarchive, '')
        : offer({ archived: true }, t.event.archive, t.event.archiveHint)}
      {(trial || !(wasPublished || announced)) && (
        <button type="button" class="pill danger" onClick={() => ask({ kind: 'remove' })}>
          {t.event.remove}
        </button>
      )}
      {asked?.kind === 'remove' && <RemoveEvent event={event} onCancel={() => ask(undefined)} />}
      {asked?.kind === 'patch' && (
        <Confirmation
          title={`${event.name}: ${asked.title}`}
          action={asked.title}
          isDangerous={false}
          perform={() =>
            call('PATCH /events/{eventId}', { params: { eventId: event.id }, body: asked.patch })
          }
          onDone={async () => {
            ask(undefined);
            await reloadOffice();
            announce(t.saved);
          }}
          onCancel={() => ask(undefined)}
        >
          <p>{asked.hint}</p>
        </Confirmation>
      )}
    </>
  );
}

function RemoveEvent({ event, onCancel }: { event: ConsoleEvent; onCancel: () => void }) {
  const t = consoleWords.value;
  return (
    <Confirmation
      title={t.event.removeTitle}
      action={t.event.remove}
      perform={() => call('DELETE /events/{eventId}', { params: { eventId: event.id } })}
      onDone={() => {
        announce(t.event.removed(event.name));
        goTo(consoleUrl(), true);
      }}
      onCancel={onCancel}
    >
      <p>
        <b>{event.name}</b>. {t.event.removeHint}
      </p>
    </Confirmation>
  );
}
