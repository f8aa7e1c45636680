/** Fields of the race office for minutes, times of day, and days with times. */
import { InputField, type TypedProps } from '../components/field.tsx';
import type { Values } from '../drafts.ts';

/** Minutes with a sign. No field for numbers: a wheel turns it unseen, and some keyboards have no minus. */
export function MinutesField<V extends Values>(props: TypedProps<V>) {
  return <InputField {...props} input={{ type: 'text', autocomplete: 'off' }} />;
}

/** A time of day as a text, for `readClock`: a field of the browser's own may ask for AM and PM. */
export function TimeField<V extends Values>(props: TypedProps<V>) {
  const input = { type: 'text', autocomplete: 'off', placeholder: '11:25' } as const;
  return <InputField {...props} input={input} />;
}

/** A day and a time. */
export function MomentField<V extends Values>(props: TypedProps<V>) {
  return <InputField {...props} input={{ type: 'datetime-local', autocomplete: 'off' }} />;
}
