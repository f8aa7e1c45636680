/** A new regatta, empty or from an earlier one. */
import type { ConsoleEvent } from '../../../../src/contract/console/events.ts';
import { forgetRequestKey, requestKey } from '../account/request-key.ts';
import { mayManageEvents } from '../account/session.ts';
import { call } from '../api.ts';
import { EventChoice } from '../components/event/event-choice.tsx';
import { EventFields, valuesOf } from '../components/event/event-fields.tsx';
import { SelectField, TickField } from '../components/field.tsx';
import { FormFrame } from '../components/form-frame.tsx';
import { PageHeading } from '../components/headings.tsx';
import { Arrived } from '../components/loading.tsx';
import { ZONE_HERE } from '../components/zone-field.tsx';
import { copiedPlace } from '../copied-place.ts';
import { useDocument } from '../documents/documents.ts';
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

/** Where most regattas take place, until somebody says otherwise. */
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
