/** Fields of the race office for minutes, times of day, and days with times. */
import { Below, type FieldProps, fieldParts, Label } from '../components/field.tsx';
import type { Values } from '../drafts.ts';

type InputProps<V extends Values> = FieldProps<V> & {
  /** Takes over what was typed, where that is more than the value of the field. */
  onValue?: (value: string) => void;
};

/** Minutes with a sign. No field for numbers: a wheel turns it unseen, and some keyboards have no minus. */
export function MinutesField<V extends Values>(props: InputProps<V>) {
  return <InputField {...props} type="text" />;
}

/** A time of day as a text, for `readClock`: a field of the browser's own may ask for AM and PM. */
export function TimeField<V extends Values>(props: InputProps<V>) {
  return <InputField {...props} type="text" placeholder="11:25" />;
}

/** A day and a time. */
export function MomentField<V extends Values>(props: InputProps<V>) {
  return <InputField {...props} type="datetime-local" />;
}

function InputField<V extends Values>(
  props: InputProps<V> & { type: 'text' | 'datetime-local'; placeholder?: string },
) {
  const { form, name, label, hint, type, placeholder } = props;
  const { onValue = (value: string) => form.set(name, value as V[keyof V]) } = props;
  const { id, error, attributes } = fieldParts(props);
  return (
    <div class="field">
      <Label id={id} label={label} />
      <input
        {...attributes}
        // The types know each type of a field by itself.
        {...({ type } as { type: 'text' })}
        autocomplete="off"
        placeholder={placeholder}
        value={String(form.values.value[name])}
        onInput={({ currentTarget: { value } }) => onValue(value)}
      />
      <Below id={id} error={error} hint={hint} />
    </div>
  );
}
