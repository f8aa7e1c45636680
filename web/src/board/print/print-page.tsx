/** The print page: the sheets as they will be printed, and above them the choice of what to print, which is not printed. */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Board } from '../../../../src/contract/board.ts';
import { OfflineNotice, TrialNote } from '../../shared/components/event-head.tsx';
import { dateLanguage } from '../../shared/page/language.ts';
import { urlOf, useTitle } from '../../shared/page/page.ts';
import { dayName } from '../../shared/times.ts';
import { words } from '../../shared/words/board.ts';
import { paperWords } from '../../shared/words/paper.ts';
import { days, offlineSince, today } from '../document/derived-state.ts';
import { now } from '../document/document-on-screen.ts';
import {
  CONTENTS,
  LAYOUTS,
  POSSIBLE,
  type PrintOptions,
  printQuery,
  readPrintOptions,
} from './options.ts';
import { Paper, usualDay } from './paper.tsx';

const { refused, ...asked } = readPrintOptions(location.search);

const options = signal<PrintOptions>(asked);
/** The day that the reader has chosen; empty for all days. */
const chosenDay = signal<string | undefined>(undefined);

export { loadLaterTranslation } from '../../shared/words/later-parts.ts';

export function Page({ board }: { board: Board }) {
  const t = words.value;
  const { eventId, eventName, revision, timezone } = board;
  useTitle(`${eventName} · ${t.revision(revision)}`);
  useEffect(() => {
    const setClock = () => {
      now.value = Date.now();
    };
    addEventListener('beforeprint', setClock);
    return () => removeEventListener('beforeprint', setClock);
  }, []);
  const chosen = chosenDay.value ?? usualDay();
  return (
    <div class="paper">
      <header class="screen-only">
        <h1>{eventName}</h1>
        <TrialNote board={board} />
        <p>
          <a href={urlOf(`events/${eventId}`)}>{paperWords.value.back}</a>
        </p>
        {board.status === 'published' && <Choices day={chosen} />}
        {refused.map(({ name, given }) => (
          <p key={given}>{paperWords.value.notPossible(given, POSSIBLE[name].join(', '))}</p>
        ))}
      </header>
      <OfflineNotice since={offlineSince.value} today={today.value} timezone={timezone} />
      <main>
        <Paper board={board} options={options.value} chosenDay={chosen} />
      </main>
    </div>
  );
}

function Choices({ day }: { day: string }) {
  const own = paperWords.value;
  const { layout, show, fromNow } = options.value;
  const contents = {
    all: own.all,
    'start-lists': own.startLists,
    results: own.results,
  };
  return (
    <p class="tools">
      {days.value.length > 1 && (
        <Choice
          label={own.days}
          value={day}
          values={[
            ['', own.allDays],
            ...days.value.map(({ day }) => [day, dayName(day, dateLanguage())] as const),
          ]}
          choose={(value) => {
            chosenDay.value = value;
          }}
        />
      )}
      <Choice
        label={own.show}
        value={show}
        values={CONTENTS.map((value) => [value, contents[value]])}
        choose={(value) => choose({ show: value })}
      />
      <Choice
        label={own.layout}
        value={layout}
        values={LAYOUTS.map((value) => [value, own[value]])}
        choose={(value) => choose({ layout: value })}
      />
      <button
        type="button"
        class="pill"
        aria-pressed={fromNow}
        onClick={() => choose({ fromNow: !fromNow })}
      >
        {own.fromNow}
      </button>
      <button type="button" class="pill" onClick={() => print()}>
        {own.printNow}
      </button>
    </p>
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  value: Value;
  values: readonly (readonly [value: Value, text: string])[];
  choose(value: Value): void;
}

function Choice<Value extends string>({ label, value, values, choose }: ChoiceProps<Value>) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={({ currentTarget }) => {
        const [chosen] = values.find(([one]) => one === currentTarget.value) ?? [];
        if (chosen !== undefined) choose(chosen);
      }}
    >
      {values.map(([one, text]) => (
        <option key={one} value={one}>
          {text}
        </option>
      ))}
    </select>
  );
}

/** Applies a choice, and puts it into the address, so that it can be kept and sent. */
function choose(changed: Partial<PrintOptions>): void {
  options.value = { ...options.value, ...changed };
  history.replaceState(history.state, '', location.pathname + printQuery(options.value));
}
