/** Pasting the entries of a race: categories, allowances and times of day from a spreadsheet or another program. */
import type { Office, OfficeRace } from '../../../../../../src/contract/console/office.ts';
import { words } from '../../../../shared/words/board.ts';
import { pasteWords } from '../../../words/office-paste.ts';
import { racingWords } from '../../../words/office-racing.ts';
import { writeOffice } from '../../conflicts/write.ts';
import { PastePanel, type Sheet } from '../../paste/paste-panel.tsx';
import type { PlannedRow } from '../../paste/pasted-table.ts';
import { crewNames } from '../race-words.ts';
import { mineOfEntries, RACING_ROUTE } from '../race-writes.ts';
import { storedNow } from '../results/results-draft.ts';
import { entriesLeft } from './entry-texts.ts';
import {
  ENTRY_HEADINGS,
  type EntryWrite,
  guessEntryColumn,
  type PastedField,
  planEntries,
  takesAsPlanned,
} from './plan-entries.ts';

interface PasteEntriesProps {
  eventId: number;
  document: Office;
  race: OfficeRace;
  pasted: string | undefined;
  onClose: () => void;
}

export function PasteEntries({ eventId, document, race, pasted, onClose }: PasteEntriesProps) {
  const t = racingWords.value;
  const { timezone } = document.event;
  const context = { race, timezone, decimalMark: words.value.decimalMark };
  const nameOf = crewNames(document);
  const plan = (sheet: Sheet<PastedField>) => planEntries({ race, context, ...sheet, nameOf });
  return (
    <PastePanel
      name={nameOfEntryPaste(eventId, race.id)}
      pasted={pasted}
      headings={ENTRY_HEADINGS}
      guess={guessEntryColumn}
      plan={plan}
      words={{
        names: {
          bow: t.bow,
          crew: t.crew,
          ...t.fields,
          anyStart: t.anyStart,
        },
        fault: ({ code, lines }) => {
          const text = t.pasteFaults[code] ?? t.faults[code] ?? code;
          return lines ? `${text}: ${lines.join(', ')}` : text;
        },
        doubt: (doubt) => doubt,
        shown: (field, text) => (field === 'outOfCompetition' && text !== '' ? t.yes : text),
      }}
      questions={(sheet) => (
        <>
          {takesAsPlanned(sheet) && <p class="attention">{t.plannedColumn}</p>}
          {plan(sheet).some(({ write }) => write.startedAt) && (
            <p class="attention">{t.startOfRace}</p>
          )}
        </>
      )}
      save={(rows) => saveEntries(eventId, race, rows, document.revision)}
      onClose={onClose}
    />
  );
}

/** The name under which what was pasted is stored. */
export function nameOfEntryPaste(eventId: number, raceId: number): string {
  return `paste-entries ${eventId} ${raceId}`;
}

/** @param rows those that change something */
function saveEntries(
  eventId: number,
  race: OfficeRace,
  rows: readonly PlannedRow<PastedField, EntryWrite>[],
  seen: number,
) {
  const entries = rows.flatMap(({ id, write }) =>
    id === null ? [] : [{ position: id, ...write.entry }],
  );
  const startedAt = rows.find(({ write }) => write.startedAt)?.write.startedAt;
  const mine = mineOfEntries(race.id, entries);
  return writeOffice(RACING_ROUTE, {
    params: { eventId, raceId: race.id },
    seen,
    body: ({ isDropped }) => {
      const left = entriesLeft(storedNow(race), entries, isDropped);
      const isStart =
        startedAt !== undefined && !isDropped({ subject: 'race', id: race.id }, 'startedAt');
      if (left.length === 0 && !isStart) return undefined;
      return { ...(isStart && { startedAt }), ...(left.length > 0 && { entries: left }) };
    },
    mine: {
      valuesOf: (subject, was) =>
        subject.subject === 'race' && subject.id === race.id
          ? startedAt === undefined
            ? undefined
            : { startedAt }
          : mine.valuesOf(subject, was),
    },
    said: pasteWords.peek().saved(rows.length),
  });
}
