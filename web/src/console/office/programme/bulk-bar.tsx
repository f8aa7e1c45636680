/** Changes to all selected races at once: they are typed into the rows, and saved with them. */
import { useState } from 'preact/hooks';
import { Choice, type Options } from '../../components/field.tsx';
import { programmeWords } from '../../words/office-programme.ts';
import type { ProgrammeState } from './programme-state.ts';
import { shifted } from './race-rows.ts';
import { RACE_FIELDS, type RaceField, type RaceTexts } from './race-texts.ts';

/** The fields that may be the same for many races. */
const COMMON = RACE_FIELDS.filter(
  (field) => !['raceNumber', 'printedNumber', 'time'].includes(field),
);

interface BulkBarProps {
  state: ProgrammeState;
  days: readonly string[];
  onRemove: (keys: readonly string[]) => void;
}

export function BulkBar({ state, days, onRemove }: BulkBarProps) {
  const t = programmeWords.value;
  // Closed on a phone, so that the rows stay visible.
  const [isWide] = useState(() => matchMedia('(min-width: 62rem)').matches);
  const known = new Set(state.rows.value.map(({ key }) => key));
  const keys = [...state.selected.value].filter((key) => known.has(key));
  if (keys.length === 0) return null;
  return (
    <details class="bulk-bar" open={isWide}>
      <summary>{t.selected(keys.length)}</summary>
      <div class="bulk-parts">
        <Shift state={state} keys={keys} />
        <SetProperty state={state} keys={keys} days={days} />
        <button type="button" class="pill" onClick={() => onRemove(keys)}>
          {t.removeSelected}
        </button>
        <button type="button" class="pill" onClick={() => state.unselect()}>
          {t.unselect}
        </button>
      </div>
    </details>
  );
}

interface OfKeys {
  state: ProgrammeState;
  keys: readonly string[];
}

function Shift({ state, keys }: OfKeys) {
  const t = programmeWords.value;
  const [text, setText] = useState('');
  const [isWrong, setWrong] = useState(false);
  const shift = () => {
    const minutes = /^[+\-−]?\d{1,5}$/.test(text.trim())
      ? Number(text.trim().replace('−', '-'))
      : Number.NaN;
    setWrong(Number.isNaN(minutes));
    if (Number.isNaN(minutes)) return;
    const rows = keys.flatMap((key) => {
      const at = shifted(state.textsUnwatched(key), minutes, state.clock.peek());
      return at ? [[key, at] as const] : [];
    });
    state.typeAll(rows);
    state.sort();
  };
  return (
    <form
      class="bulk-field"
      onSubmit={(event) => {
        event.preventDefault();
        shift();
      }}
    >
      <label for="shift-minutes">{t.shiftBy}</label>
      <span class="bulk-inputs">
        <input
          id="shift-minutes"
          inputMode="text"
          autocomplete="off"
          value={text}
          aria-invalid={isWrong ? 'true' : undefined}
          aria-describedby="shift-hint"
          onInput={({ currentTarget: { value } }) => setText(value)}
        />
        <button type="submit" class="pill">
          {t.shift}
        </button>
      </span>
      <p id="shift-hint" class={isWrong ? 'error' : 'hint'}>
        {isWrong ? t.badMinutes : t.shiftHint}
      </p>
    </form>
  );
}

function SetProperty({ state, keys, days }: OfKeys & { days: readonly string[] }) {
  const t = programmeWords.value;
  const [field, setField] = useState<RaceField>('resultVisibility');
  const [text, setText] = useState('');
  const choices: Partial<Record<RaceField, Options>> = {
    day: days.map((day) => [day, day]),
    resultMode: Object.entries(t.modes),
    resultVisibility: [['', t.asSettings], ...Object.entries(t.visibilities)],
  };
  const options = choices[field];
  const value = options && !options.some(([option]) => option === text) ? options[0]?.[0] : text;
  return (
    <form
      class="bulk-field"
      onSubmit={(event) => {
        event.preventDefault();
        const texts: Partial<RaceTexts> = { [field]: value ?? '' };
        state.typeAll(keys.map((key) => [key, texts] as const));
        state.sort();
      }}
    >
      <label for="set-property">{t.setProperty}</label>
      <span class="bulk-inputs">
        <Choice
          id="set-property"
          value={field}
          options={COMMON.map((each) => [each, t.names[each]])}
          onValue={(chosen) => setField(chosen as RaceField)}
        />
        {options ? (
          <Choice aria-label={t.setTo} value={value} options={options} onValue={setText} />
        ) : (
          <input
            aria-label={t.setTo}
            autocomplete="off"
            value={text}
            onInput={({ currentTarget: { value: typed } }) => setText(typed)}
          />
        )}
        <button type="submit" class="pill">
          {t.set}
        </button>
      </span>
    </form>
  );
}
