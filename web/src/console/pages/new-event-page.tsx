/** The form for a new regatta, empty or copied from an earlier one. */
import { useEffect, useState } from 'preact/hooks';
import type { ConsoleEvent } from '../../../../src/contract/console/events.ts';
import { forgetRequestKey, requestKey } from '../account/request-key.ts';
import { mayManageEvents } from '../account/session.ts';
import { call } from '../api.ts';
import { EventFields, valuesOf } from '../components/event-fields.tsx';
import { type FieldProps, SelectField, TickField } from '../components/field.tsx';
import { FormFrame } from '../components/form-frame.tsx';
import { ListSearch } from '../components/list-parts.tsx';
import { Arrived, PageHeading } from '../components/page-parts.tsx';
import { ZONE_HERE } from '../components/zone-field.tsx';
import { copiedPlace } from '../copied-place.ts';
import { useDocument, useList } from '../documents/documents.ts';
import type { Values } from '../drafts.ts';
import { useForm } from '../form.ts';
import { consoleUrl, goTo } from '../place.ts';
import { consoleWords } from '../words/console.ts';

export function NewEventPage() {
  const t = consoleWords.value;
  const clubs = useDocument('GET /clubs', { query: { own: true } });
  return (
    <div class="narrow">
      <PageHeading title={t.event.newTitle} />
      <Arrived of={clubs}>
        {({ clubs }) => {
          const own = clubs.filter(mayManageEvents);
          return own.length === 0 ? (
            <p class="quiet">{t.home.mayNot}</p>
          ) : (
            <NewEventForm clubs={own} />
          );
        }}
      </Arrived>
    </div>
  );
}

/** The proposed place, in the zone of this device, where most regattas take place. */
const PROPOSED_PLACE = { timezone: ZONE_HERE, city: '', countryCode: '' };

interface NewEventFormProps {
  clubs: readonly { id: number; name: string }[];
}

function NewEventForm({ clubs }: NewEventFormProps) {
  const t = consoleWords.value;
  const form = useForm({
    name: 'new-event',
    initial: {
      clubId: String(clubs[0]?.id ?? ''),
      name: '',
      startDate: '',
      endDate: '',
      ...PROPOSED_PLACE,
      copyFrom: '',
      trial: false,
    },
  });
  const setCopyFrom = (event: ConsoleEvent | undefined, before: ConsoleEvent | undefined) => {
    const shown = form.values.peek();
    const placeOf = (one: ConsoleEvent | undefined) => one && valuesOf(one);
    const place = copiedPlace(shown, PROPOSED_PLACE, placeOf(before), placeOf(event));
    form.set('copyFrom', String(event?.id ?? ''));
    form.set('timezone', place.timezone);
    form.set('city', place.city);
    form.set('countryCode', place.countryCode);
  };
  return (
    <FormFrame
      form={form}
      submitText={t.event.create}
      canDiscard
      onSubmit={({ clubId, copyFrom, timezone, ...facts }) => {
        const body = {
          ...facts,
          clubId: Number(clubId),
          timezone: timezone === '' ? null : timezone,
          copyFrom: copyFrom === '' ? null : Number(copyFrom),
        };
        const idempotencyKey = requestKey(form.name, body);
        return call('POST /events', { body, idempotencyKey });
      }}
      onDone={({ id }) => {
        forgetRequestKey(form.name);
        form.discard();
        goTo(consoleUrl(`events/${id}`), true);
      }}
    >
      <EventFields form={form} />
      {clubs.length > 1 && (
        <SelectField
          form={form}
          name="clubId"
          label={t.club}
          options={clubs.map(({ id, name }) => [String(id), name] as const)}
        />
      )}
      <EventChoice
        form={form}
        name="copyFrom"
        label={t.event.copyFrom}
        hint={t.event.copyHint}
        onEvent={setCopyFrom}
      />
      <TickField form={form} name="trial" label={t.event.trialLabel} hint={t.event.trialHint} />
    </FormFrame>
  );
}

interface EventChoiceProps<V extends Values> extends FieldProps<V> {
  /** Called with the chosen regatta and the one before; `undefined`: none. */
  onEvent: (chosen: ConsoleEvent | undefined, before: ConsoleEvent | undefined) => void;
}

function EventChoice<V extends Values>({ onEvent, ...field }: EventChoiceProps<V>) {
  const t = consoleWords.value;
  const list = useList('GET /events');
  const chosenId = String(field.form.values.value[field.name]);
  const [chosen, setChosen] = useState<ConsoleEvent>();
  const found = list.body ?? [];
  const isKnown = String(chosen?.id ?? '') === chosenId;
  useEffect(() => {
    // A draft from an earlier visit may name a regatta that is on no loaded page of the list.
    if (isKnown) return;
    const params = { eventId: chosenId };
    void call('GET /events/{eventId}', { params }).then((reply) => {
      if (!reply.problem) setChosen(reply.body);
    });
  }, [chosenId]);
  if (found.length === 0 && list.typed === '' && chosenId === '') return null;
  const others = found.filter(({ id }) => id !== chosen?.id);
  const events = [...(chosen ? [chosen] : []), ...others].sort((a, b) =>
    a.startDate < b.startDate ? 1 : -1,
  );
  return (
    <>
      <SelectField
        {...field}
        options={[
          ['', t.event.copyNothing],
          ...events.map(
            ({ id, name, startDate }) => [String(id), `${name}, ${startDate}`] as const,
          ),
        ]}
        onValue={(value) => {
          const event = events.find(({ id }) => String(id) === value);
          setChosen(event);
          onEvent(event, chosen);
        }}
      />
      {(list.hasMore || list.typed !== '') && (
        <ListSearch list={list} label={t.home.findRegatta} count={t.home.regattaCount} />
      )}
    </>
  );
}
