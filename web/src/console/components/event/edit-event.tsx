/** Correcting the facts of a regatta; what a change of zone or days does is shown before it is saved. */
import { useState } from 'preact/hooks';
import type { ConsoleEvent, EventPreview } from '../../../../../src/contract/console/events.ts';
import { announce } from '../../documents/announcements.ts';
import { askPreview, call, type Reply } from '../../api.ts';
import { type Form, useForm } from '../../form.ts';
import { effectOf, rangesOf } from '../../preview.ts';
import { consoleWords } from '../../words/console.ts';
import { Confirmation } from '../confirmation.tsx';
import { FormFrame } from '../form-frame.tsx';
import { EventFields, type EventValues, valuesOf } from './event-fields.tsx';
import { dateLanguage } from '../../../shared/page/language.ts';
import { dayName } from '../../../shared/times.ts';

interface EditEventProps {
  event: ConsoleEvent;
  onSaved: (event: ConsoleEvent) => void;
  onClose: () => void;
}

export function eventForm(event: ConsoleEvent) {
  return { name: `event-${event.id}`, initial: valuesOf(event) };
}

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
function patchOf(form: Form<EventValues>) {
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
