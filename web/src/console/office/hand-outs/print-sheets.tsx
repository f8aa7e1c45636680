/** Start lists and results on paper, unmasked, also of a draft: each sheet names revision and time of printing. */
import { useState } from 'preact/hooks';
import type { BoardRace } from '../../../../../src/contract/board.ts';
import { hasResults } from '../../../../../src/domain/results/standings.ts';
import { DaySheet } from '../../../shared/components/day-sheet.tsx';
import { dateLanguage } from '../../../shared/page/language.ts';
import { paperWords } from '../../../shared/paper-words.ts';
import { daysOf } from '../../../shared/race/running-order.ts';
import { dayName } from '../../../shared/times.ts';
import { runningOrderOf } from '../../documents/office-document.ts';
import type { PartProps } from '../frame/parts.ts';
import { handOutsWords } from './hand-outs-words.ts';
import { PrintFrame, usePrintTime } from './print-frame.tsx';

type Printable = 'start-lists' | 'results';

export function isPrintable(kind: string | null): kind is Printable {
  return kind === 'start-lists' || kind === 'results';
}

export function Sheets({ eventId, document, kind }: PartProps & { kind: Printable }) {
  const t = handOutsWords.value;
  const [chosen, choose] = useState('');
  const title = kind === 'results' ? t.results : t.startLists;
  const { event, revision, status } = document;
  const shared = paperWords.value;
  const facts = [
    ...(status === 'published' ? [] : [t.draft]),
    t.revision(revision),
    shared.printedAt(usePrintTime(event.timezone)),
  ];
  const order = runningOrderOf(document);
  const races = new Map(order.races.map((race) => [race.id, race]));
  const days = daysOf(order);
  const printed = days
    .filter(({ day }) => chosen === '' || day === chosen)
    .map((day) => ({ ...day, races: day.races.filter((race) => belongs(race, kind)) }))
    .filter(({ races }) => races.length > 0);
  const choice = days.length > 1 && (
    <select
      aria-label={shared.days}
      value={chosen}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
    >
      <option value="">{shared.allDays}</option>
      {days.map(({ day }) => (
        <option key={day} value={day}>
          {dayName(day, dateLanguage(), 'long', true)}
        </option>
      ))}
    </select>
  );
  return (
    <PrintFrame eventId={eventId} title={title} choices={choice}>
      {printed.length === 0 && <p>{kind === 'results' ? t.noResults : t.nothing}</p>}
      {printed.map((day) => (
        <DaySheet
          key={day.day}
          day={day}
          name={event.name}
          title={title}
          isTrial={event.trial}
          facts={facts}
          races={races}
          timezone={event.timezone}
        />
      ))}
    </PrintFrame>
  );
}

/** A start list is of races that are still to come, cancelled ones included: somebody may look for them. */
function belongs(race: BoardRace, kind: Printable): boolean {
  return kind === 'results' ? hasResults(race.lanes) : !hasResults(race.lanes);
}
