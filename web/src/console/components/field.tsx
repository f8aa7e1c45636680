/** Fields of forms, with label, hint and error: for texts, passwords, minutes, times of day, and days with times. */
import type { ComponentChildren, InputHTMLAttributes, SelectHTMLAttributes } from 'preact';
import { useState } from 'preact/hooks';
import type { Values } from '../drafts.ts';
import type { Form } from '../form.ts';
import { fieldText } from '../problems.ts';
import { consoleWords } from '../words/console.ts';

export interface FieldProps<V extends Values> {
  form: Form<V>;
  name: keyof V & string;
  label: string;
  hint?: ComponentChildren;
  isOptional?: boolean;
  /** The text of an error of the service that is not about a missing or too long text. */
  wrong?: string;
}

interface TextProps<V extends Values> extends FieldProps<V> {
  type?: 'text' | 'email';
  autocomplete?: string;
  autocapitalize?: 'off' | 'characters';
  spellcheck?: boolean;
}

/** Ids and attributes that connect the parts of a field: error, hint and input. */
export function fieldParts<V extends Values>({ form, name, hint, wrong }: FieldProps<V>) {
  const id = `${form.name}-${name}`.replaceAll(/[^\w-]/g, '-');
  const problem = form.problem.value;
  const error = problem && fieldText(problem, name, consoleWords.value, wrong);
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return {
    id,
    error,
    attributes: {
      id,
      name,
      'aria-invalid': error ? ('true' as const) : undefined,
      'aria-describedby': describedBy || undefined,
    },
  };
}

export function TextField<V extends Values>(props: TextProps<V>) {
  const { type = 'text', autocomplete = 'on', autocapitalize = 'on', spellcheck = true } = props;
  return <InputField {...props} input={{ type, autocomplete, autocapitalize, spellcheck }} />;
}

interface InputFieldProps<V extends Values> extends FieldProps<V> {
  /** Attributes of the element besides name and value. */
  input: Pick<
    InputHTMLAttributes<HTMLInputElement>,
    'type' | 'autocomplete' | 'autocapitalize' | 'spellcheck' | 'min' | 'placeholder'
  >;
  /** Handles what was typed, where that changes more than the value of the field. */
  onValue?: ((value: string) => void) | undefined;
  /** Drawn below the error. */
  children?: ComponentChildren;
}

/** A field with one line. */
function InputField<V extends Values>(props: InputFieldProps<V>) {
  const { form, name, label, hint, isOptional, input, children } = props;
  const { onValue = (value: string) => form.set(name, value as V[keyof V]) } = props;
  const { id, error, attributes } = fieldParts(props);
  return (
    <div class="field">
      <Label id={id} label={label} isOptional={isOptional} />
      <input
        {...attributes}
        // The types of the attributes do not allow a union of `type` values.
        {...(input as { type: 'text' })}
        value={String(form.values.value[name])}
        onInput={({ currentTarget: { value } }) => onValue(value)}
      />
      <Below id={id} error={error} hint={hint} />
      {children}
    </div>
  );
}

/** A text of several lines. */
export function TextAreaField<V extends Values>(props: FieldProps<V> & { rows: number }) {
  const { form, name, label, hint, isOptional, rows } = props;
  const { id, error, attributes } = fieldParts(props);
  return (
    <div class="field">
      <Label id={id} label={label} isOptional={isOptional} />
      <textarea
        {...attributes}
        rows={rows}
        value={String(form.values.value[name])}
        onInput={({ currentTarget: { value } }) => form.set(name, value as V[keyof V])}
      />
      <Below id={id} error={error} hint={hint} />
    </div>
  );
}

/** An e-mail address: keyboards neither capitalise nor correct it. */
export function EmailField<V extends Values>({
  label = consoleWords.value.email,
  ...props
}: Omit<FieldProps<V>, 'label'> & { label?: string; autocomplete: string }) {
  return (
    <TextField {...props} label={label} type="email" autocapitalize="off" spellcheck={false} />
  );
}

export type TypedProps<V extends Values> = FieldProps<V> & Pick<InputFieldProps<V>, 'onValue'>;

/** A day, YYYY-MM-DD. */
export function DateField<V extends Values>({ min, ...props }: TypedProps<V> & { min?: string }) {
  return <InputField {...props} input={{ type: 'date', min: min || undefined }} />;
}

/** The options of a choice, in the order in which they are shown. */
export type Options = readonly (readonly [value: string, text: string])[];

type ChoiceAttribute = 'id' | 'name' | 'disabled' | 'onFocus' | 'onBlur' | `aria-${string}`;

type ChoiceProps = Pick<
  SelectHTMLAttributes<HTMLSelectElement>,
  ChoiceAttribute & keyof SelectHTMLAttributes<HTMLSelectElement>
> & {
  value: string | undefined;
  options: Options;
  onValue: (value: string) => void;
};

/** A `<select>` outside a form; `SelectField` is one of a form. */
export function Choice({ options, onValue, ...attributes }: ChoiceProps) {
  return (
    <select {...attributes} onChange={({ currentTarget: { value } }) => onValue(value)}>
      {options.map(([value, text]) => (
        <option key={value} value={value} selected={value === attributes.value}>
          {text}
        </option>
      ))}
    </select>
  );
}

interface SelectProps<V extends Values> extends FieldProps<V> {
  options: Options;
  /** The option shown as chosen, where that is not the value of the field. */
  value?: string;
  /** Takes over what was chosen, where that is more than the value of the field. */
  onValue?: (value: string) => void;
}

export function SelectField<V extends Values>(props: SelectProps<V>) {
  const { form, name, label, hint, options } = props;
  const { value: shown = String(form.values.value[name]) } = props;
  const { onValue = (value: string) => form.set(name, value as V[keyof V]) } = props;
  const { id, error, attributes } = fieldParts(props);
  return (
    <div class="field">
      <Label id={id} label={label} />
      <Choice {...attributes} value={shown} options={options} onValue={onValue} />
      <Below id={id} error={error} hint={hint} />
    </div>
  );
}

interface TickProps<V extends Values> extends FieldProps<V> {
  isTicked?: boolean;
  /** Takes over what was chosen, where that is more than the value of the field. */
  onValue?: (isTicked: boolean) => void;
}

export function TickField<V extends Values>(props: TickProps<V>) {
  const { form, name, label, hint, isTicked = form.values.value[name] === true } = props;
  const { onValue = (value: boolean) => form.set(name, value as V[keyof V]) } = props;
  const { id, error, attributes } = fieldParts(props);
  return (
    <div class="field">
      <label class="tick">
        <input
          {...attributes}
          type="checkbox"
          checked={isTicked}
          onChange={({ currentTarget: { checked } }) => onValue(checked)}
        />
        {label}
      </label>
      <Below id={id} error={error} hint={hint} />
    </div>
  );
}

export function Label({
  id,
  label,
  isOptional,
}: {
  id: string;
  label: string;
  isOptional?: boolean | undefined;
}) {
  return (
    <label for={id}>
      {label}
      {isOptional && <span class="quiet"> ({consoleWords.value.optional})</span>}
    </label>
  );
}

/** The error and the hint below a field. */
export function Below({
  id,
  error,
  hint,
}: {
  id: string;
  error: string | undefined;
  hint: ComponentChildren;
}) {
  return (
    <>
      {error && (
        <p class="error" id={`${id}-error`}>
          {error}
        </p>
      )}
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </>
  );
}

/** A password, hidden until the person wants to see what they typed. */
export function PasswordField<V extends Values>({
  label = consoleWords.value.password,
  autocomplete,
  ...props
}: Omit<FieldProps<V>, 'label'> & {
  label?: string;
  autocomplete: 'current-password' | 'new-password';
}) {
  const [isShown, show] = useState(false);
  const type = isShown ? 'text' : 'password';
  const input = { type, autocomplete, autocapitalize: 'off', spellcheck: false } as const;
  return (
    <InputField {...props} label={label} input={input}>
      <label class="tick">
        <input type="checkbox" checked={isShown} onChange={() => show(!isShown)} />
        {consoleWords.value.showPassword}
      </label>
    </InputField>
  );
}

/**
 * Minutes with a sign. Not `type="number"`: a mouse wheel changes such a field unnoticed, and some keyboards lack the minus.
 */
export function MinutesField<V extends Values>(props: TypedProps<V>) {
  return <InputField {...props} input={{ type: 'text', autocomplete: 'off' }} />;
}

/** A time of day as text, for `readClock`; the browser's own field may ask for AM and PM. */
export function TimeField<V extends Values>(props: TypedProps<V>) {
  const input = { type: 'text', autocomplete: 'off', placeholder: '11:25' } as const;
  return <InputField {...props} input={input} />;
}

/** A day and a time. */
export function MomentField<V extends Values>(props: TypedProps<V>) {
  return <InputField {...props} input={{ type: 'datetime-local', autocomplete: 'off' }} />;
}
