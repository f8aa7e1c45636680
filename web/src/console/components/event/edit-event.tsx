/** Changing a regatta: correcting its facts, and what can be done with it as a whole. */
import { useState } from 'preact/hooks';
import type {
  ConsoleEvent,
  EventPatch,
  EventPreview,
} from '../../../../../src/contract/console/events.ts';
import { dateLanguage } from '../../../shared/page/language.ts';
import { dayName } from '../../../shared/times.ts';
import { askPreview, call, type Reply } from '../../api.ts';
import { announce } from '../../documents/announcements.ts';
import { type Form, useForm } from '../../form.ts';
import { consoleUrl, goTo } from '../../place.ts';
import { consoleWords } from '../../words/console.ts';
import { Confirmation } from '../dialog.tsx';
import { TickField } from '../field.tsx';
import { FormFrame } from '../form-frame.tsx';
import { effectOf, rangesOf } from './edit-effect.ts';
import { EventFields, type EventValues, valuesOf } from './event-fields.tsx';

interface EditEventProps {
  event: ConsoleEvent;
  onSaved: (event: ConsoleEvent) => void;
  onClose: () => void;
}

interface EditedValues extends EventValues {
  noindex: boolean;
}

export function eventForm(event: ConsoleEvent) {
  const initial: EditedValues = { ...valuesOf(event), noindex: event.noindex };
  return { name: `event-${event.id}`, initial };
}

/** What a change of zone or days does is shown before it is saved. */
export function EditEvent({ event, onSaved, onClose }: EditEventProps) {
  const t = consoleWords.value;
  const [preview, setPreview] = useState<EventPreview>();
  const form = useForm(eventForm(event));
  const params = { eventId: event.id };
  const saved = (changed: ConsoleEvent) => {
    onSaved(changed);
    form.discard();
    announce(t.saved);
    onClose();
  };
  const save = async (): Promise<Reply<ConsoleEvent | EventPreview>> => {
    const patch = patchOf(form);
    if (isAboutDays(patch)) {
      const reply = await askPreview('PATCH /events/{eventId}', { params, body: patch });
      if (reply.problem || !effectOf(reply.body).isEmpty) return reply;
    }
    return call('PATCH /events/{eventId}', { params, body: patch });
  };
  return (
    <section aria-labelledby="edit">
      <h2 id="edit">{t.event.editTitle}</h2>
      <FormFrame
        form={form}
        submitText={t.save}
        onSubmit={save}
        onDone={(answer) => {
          if (!('moved' in answer)) return saved(answer);
          setPreview(answer);
          return 'unsaved';
        }}
        actions={
          <button
            type="button"
            class="pill"
            onClick={() => {
              form.discard();
              onClose();
            }}
          >
            {t.cancel}
          </button>
        }
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
          perform={() => call('PATCH /events/{eventId}', { params, body: patchOf(form) })}
          onDone={(changed) => {
            setPreview(undefined);
            saved(changed);
          }}
          onCancel={() => setPreview(undefined)}
        >
          <PreviewText preview={preview} />
        </Confirmation>
      )}
    </section>
  );
}

/** What differs from what is stored. */
function patchOf(form: Form<EditedValues>) {
  const { timezone, ...others } = form.changedValues();
  return {
    ...others,
    ...(timezone !== undefined && { timezone: timezone === '' ? null : timezone }),
  };
}

function isAboutDays(patch: object): boolean {
  return ['startDate', 'endDate', 'timezone'].some((field) => Object.hasOwn(patch, field));
}

/** What a change of zone or days does to venue days and delays, before it is saved. */
function PreviewText({ preview }: { preview: EventPreview }) {
  const t = consoleWords.value.event;
  const { moved, outside, delays } = effectOf(preview);
  const day = (of: string) => dayName(of, dateLanguage());
  const races = (numbers: readonly number[]) => t.races(numbers.length, rangesOf(numbers));
  return (
    <ul class="bullets">
      {moved.map(({ from, to, raceNumbers }) => (
        <li key={`${from} ${to}`}>{t.movedTo(races(raceNumbers), day(from), day(to))}</li>
      ))}
      {outside.map((item) => (
        <li key={item.day} class="warning">
          {t.outside(races(item.raceNumbers), day(item.day))}
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

interface EventActionsProps {
  event: ConsoleEvent;
  onChange: (event: ConsoleEvent) => void;
}

type Asked = { kind: 'remove' } | { kind: 'patch'; patch: EventPatch; title: string; hint: string };

/** What can be done with a regatta as a whole: announce, archive, remove, trial or real. */
export function EventActions({ event, onChange }: EventActionsProps) {
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
          onDone={(changed) => {
            ask(undefined);
            onChange(changed);
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
