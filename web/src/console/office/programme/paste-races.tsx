/** Pasting a programme: the questions about its dates, and the push of all its rows. */
import { useState } from 'preact/hooks';
import type { Office } from '../../../../../src/contract/console/office.ts';
import { dayFirstOf } from '../../../../../src/domain/day/read-dates.ts';
import { dateLanguage } from '../../../shared/page/language.ts';
import { dayName } from '../../../shared/times.ts';
import { Choice } from '../../components/field.tsx';
import { pasteWords } from '../../words/office-paste.ts';
import { programmeWords } from '../../words/office-programme.ts';
import { PastePanel, type Sheet, savePasted } from '../paste/paste-panel.tsx';
import { faultText } from '../table/row-push.ts';
import { pushRaces } from '../table/table-state.ts';
import { guessRaceColumn, RACE_HEADINGS, refineRaceColumn } from './columns.ts';
import { planRaces } from './plan-paste.ts';
import type { ProgrammeState } from './programme-state.ts';
import { RACE_PROPERTIES, type RaceField } from './race-texts.ts';

interface PasteRacesProps {
  state: ProgrammeState;
  document: Office;
  days: readonly string[];
  pasted: string | undefined;
  onClose: () => void;
}

/** The name under which what was pasted is stored. */
export function nameOfPaste(eventId: number): string {
  return `paste-races-${eventId}`;
}

export function PasteRaces({ state, document, days, pasted, onClose }: PasteRacesProps) {
  const t = programmeWords.value;
  const [chosenOrder, chooseOrder] = useState<boolean>();
  const [day, chooseDay] = useState('');
  const isDayFirst = (sheet: Sheet<RaceField>) => {
    const own = dayFirstOf(datesOf(sheet), document.event);
    return own === 'ask' ? chosenOrder : own;
  };
  return (
    <PastePanel
      name={nameOfPaste(state.eventId)}
      pasted={pasted}
      headings={RACE_HEADINGS}
      guess={guessRaceColumn}
      refine={refineRaceColumn}
      plan={(sheet) => planRaces({ document, ...sheet, isDayFirst: isDayFirst(sheet), day })}
      words={{
        names: t.names,
        fault: (fault) => faultText(fault, t),
        shown: (field, text) => shownText(field, text, t),
        doubt: (doubt) =>
          doubt === 'outside' ? t.outside : doubt === 'twice' ? t.twice : t.leftOut,
      }}
      questions={(sheet) => (
        <>
          {dayFirstOf(datesOf(sheet), document.event) === 'ask' && (
            <OrderQuestion example={datesOf(sheet)} chosen={chosenOrder} onChoose={chooseOrder} />
          )}
          {days.length > 1 && !sheet.fields.includes('day') && (
            <DayQuestion days={days} day={day} onChoose={chooseDay} />
          )}
        </>
      )}
      save={(rows) =>
        savePasted(state.eventId, {
          rows,
          push: pushRaces,
          subject: 'race',
          writable: RACE_PROPERTIES,
          seen: document.revision,
        })
      }
      onClose={onClose}
    />
  );
}

/** A value as people read it. */
function shownText(field: RaceField, text: string, t: typeof programmeWords.value): string {
  if (field === 'day') return dayName(text, dateLanguage(), 'short');
  if (field === 'resultMode') return t.modes[text as keyof typeof t.modes] ?? text;
  if (field === 'resultVisibility') {
    return t.visibilities[text as keyof typeof t.visibilities] ?? text;
  }
  return text;
}

/** The cells of the column of days; empty without one. */
function datesOf({ rows, fields }: Sheet<RaceField>): string[] {
  const column = fields.indexOf('day');
  return column < 0 ? [] : rows.map(({ cells }) => cells[column] ?? '');
}

interface OrderQuestionProps {
  example: readonly string[];
  chosen: boolean | undefined;
  onChoose: (isDayFirst: boolean) => void;
}

function OrderQuestion({ example, chosen, onChoose }: OrderQuestionProps) {
  const t = pasteWords.value;
  const [first = 1, second = 2] = example
    .map((text) => /(\d{1,2})[/-](\d{1,2})/.exec(text))
    .flatMap((found) => (found ? [Number(found[1]), Number(found[2])] : []));
  const year = new Date().getUTCFullYear();
  const named = (month: number, day: number) =>
    new Intl.DateTimeFormat(dateLanguage(), {
      day: 'numeric',
      month: 'long',
      timeZone: 'UTC',
    }).format(Date.UTC(year, month - 1, day));
  const choice = (isDayFirst: boolean, text: string) => (
    <label class="tick">
      <input
        type="radio"
        name="date-order"
        checked={chosen === isDayFirst}
        onChange={() => onChoose(isDayFirst)}
      />
      {text}
    </label>
  );
  return (
    <fieldset class="field">
      <legend>{t.dateOrder}</legend>
      {choice(true, t.dayFirst(named(second, first)))}
      {choice(false, t.monthFirst(named(first, second)))}
    </fieldset>
  );
}

interface DayQuestionProps {
  days: readonly string[];
  day: string;
  onChoose: (day: string) => void;
}

function DayQuestion({ days, day, onChoose }: DayQuestionProps) {
  const t = pasteWords.value;
  return (
    <div class="field">
      <label for="paste-day">{t.dayOfRows}</label>
      <Choice
        id="paste-day"
        value={day}
        options={[
          ['', t.chooseDay],
          ...days.map((each) => [each, dayName(each, dateLanguage(), 'long', true)] as const),
        ]}
        onValue={onChoose}
      />
    </div>
  );
}
