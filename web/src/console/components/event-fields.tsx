/** The fields for the facts of a regatta, in the forms that add and correct it. */
import type { ConsoleEvent } from '../../../../src/contract/console/events.ts';
import type { Values } from '../drafts.ts';
import type { Form } from '../form.ts';
import { consoleWords } from '../words/console.ts';
import { DateField, TextField } from './field.tsx';
import { ZoneField } from './zone-field.tsx';

export interface EventValues extends Values {
  name: string;
  startDate: string;
  endDate: string;
  timezone: string;
  city: string;
  countryCode: string;
}

/** The facts of a stored regatta as texts. */
export function valuesOf(event: ConsoleEvent): EventValues {
  const { name, startDate, endDate, timezone, city, countryCode } = event;
  return { name, startDate, endDate, timezone: timezone ?? '', city, countryCode };
}

export function EventFields<V extends EventValues>({ form }: { form: Form<V> }) {
  const t = consoleWords.value.event;
  const setStart = (value: string) => {
    const { startDate, endDate } = form.values.peek();
    form.set('startDate', value as V['startDate']);
    // Most regattas have one day, and none ends before it starts.
    if (endDate === '' || endDate === startDate || endDate < value)
      form.set('endDate', value as V['endDate']);
  };
  return (
    <>
      <TextField form={form} name="name" label={t.name} autocomplete="off" />
      <div class="side-by-side">
        <DateField form={form} name="startDate" label={t.startDate} onValue={setStart} />
        <DateField
          form={form}
          name="endDate"
          label={t.endDate}
          min={String(form.values.value.startDate)}
          onValue={(value) => form.set('endDate', value as V['endDate'])}
        />
      </div>
      <ZoneField form={form} name="timezone" label={t.timezone} />
      <div class="side-by-side">
        <TextField form={form} name="city" label={t.city} isOptional autocomplete="off" />
        <TextField
          form={form}
          name="countryCode"
          label={t.country}
          hint={t.countryHint}
          isOptional
          autocomplete="off"
          autocapitalize="characters"
          spellcheck={false}
        />
      </div>
    </>
  );
}
