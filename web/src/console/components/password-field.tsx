/** A password, hidden until the person wants to see what they typed. */
import { useState } from 'preact/hooks';
import type { Values } from '../drafts.ts';
import { consoleWords } from '../words/console.ts';
import { Below, type FieldProps, fieldParts, Label } from './field.tsx';

export function PasswordField<V extends Values>(
  props: FieldProps<V> & { autocomplete: 'current-password' | 'new-password' },
) {
  const { form, name, label, hint, autocomplete } = props;
  const { id, error, attributes } = fieldParts(props);
  const [isShown, show] = useState(false);
  return (
    <div class="field">
      <Label id={id} label={label} />
      <input
        {...attributes}
        // The types know each type of a field by itself.
        {...({ type: isShown ? 'text' : 'password' } as { type: 'password' })}
        autocomplete={autocomplete}
        autocapitalize="off"
        spellcheck={false}
        value={String(form.values.value[name])}
        onInput={({ currentTarget: { value } }) => form.set(name, value as V[keyof V])}
      />
      <Below id={id} error={error} hint={hint} />
      <label class="tick">
        <input type="checkbox" checked={isShown} onChange={() => show(!isShown)} />
        {consoleWords.value.showPassword}
      </label>
    </div>
  );
}
