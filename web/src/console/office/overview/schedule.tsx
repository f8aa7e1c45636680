/** The running order on the overview of a regatta. */
import { useState } from 'preact/hooks';
import type { BoardRace } from '../../../../../src/contract/board.ts';
import type { Office } from '../../../../../src/contract/console/office.ts';
import { raceNameParts } from '../../../../../src/domain/races/race-name.ts';
import { hasResults, isRowed } from '../../../../../src/domain/results/standings.ts';
import { LaneTable } from '../../../shared/components/lane-table.tsx';
import { RaceTime } from '../../../shared/components/race-time.tsx';
import { dateLanguage } from '../../../shared/page/language.ts';
import { stateText } from '../../../shared/race/race-phase.ts';
import { toComeCount } from '../../../shared/race/results.ts';
import { daysOf } from '../../../shared/race/running-order.ts';
import { dayDelayText, dayName, timeOfDay } from '../../../shared/times.ts';
import { words } from '../../../shared/words/board.ts';
import { Refused } from '../../components/page-parts.tsx';
import { office } from '../../documents/office.ts';
import { runningOrderOf } from '../../documents/office-document.ts';
import { consoleUrl } from '../../place.ts';
import { importPath } from '../../routing.ts';
import { consoleWords } from '../../words/console.ts';

/** The running order of the watched office, read-only and live. */
export function Schedule({ timezone }: { timezone: string | null }) {
  const t = consoleWords.value;
  const { document, problem, isLive } = office.value;
  return (
    <section aria-labelledby="schedule" class="schedule">
      <div class="section-head">
        <h2 id="schedule">{t.event.schedule}</h2>
        <p class="quiet" role="status">
          {document && (
            <>
              <span class={isLive ? 'live on' : 'live'} aria-hidden="true" />
              {isLive ? t.event.live : t.event.notLive}
              {document.updatedAt !== null && ' · '}
              {document.updatedAt !== null &&
                t.event.updated(timeOfDay(Date.parse(document.updatedAt), timezone))}
            </>
          )}
        </p>
      </div>
      {problem && !document && <Refused problem={problem} />}
      {!problem && !document && <p class="waiting">{t.loading}</p>}
      {document && <Days document={document} timezone={timezone} />}
    </section>
  );
}

function Days({ document, timezone }: { document: Office; timezone: string | null }) {
  const t = consoleWords.value;
  if (document.races.length === 0)
    return (
      <>
        <p class="quiet">{t.event.noRaces}</p>
        <p class="actions">
          <a class="pill" href={consoleUrl(importPath(document.event.id))}>
            {t.event.import}
          </a>
        </p>
      </>
    );
  return daysOf(runningOrderOf(document)).map(({ day, races, ...delay }) => (
    <div key={day}>
      <h3>
        {dayName(day, dateLanguage(), 'long', true)}
        {delay.delayMinutes !== 0 && (
          <span class="delay"> {dayDelayText(delay, timezone, words.value)}</span>
        )}
      </h3>
      <ul class="rows races">
        {races.map((race) => (
          <RaceRow key={race.id} race={race} timezone={timezone} />
        ))}
      </ul>
    </div>
  ));
}

/** One race; its lanes are drawn only when somebody opens it. */
function RaceRow({ race, timezone }: { race: BoardRace; timezone: string | null }) {
  const t = consoleWords.value.event;
  const [isOpen, open] = useState(false);
  const [title = words.value.race(race.number), ...more] = raceNameParts(race);
  const { lanes, scored, entered } = race;
  const result = isRowed(lanes) ? words.value.result : words.value.partlyIn(scored, entered);
  const toCome = toComeCount(race);
  const isDrawn = entered > 0 || toCome === 0;
  const field = [isDrawn && t.crews(entered), toCome > 0 && t.crewsToCome(toCome)];
  const outcome = hasResults(lanes) ? [result] : field;
  const state = stateText(race, words.value);
  return (
    <li>
      <details onToggle={({ currentTarget }) => open(currentTarget.open)}>
        <summary>
          <RaceTime race={race} timezone={timezone} />
          <span class="what">
            <b>
              {race.number} {title}
            </b>
            <span class="quiet block">
              {[state, ...more, ...outcome].filter(Boolean).join(' · ')}
            </span>
          </span>
        </summary>
        {isOpen && <LaneTable race={race} marked={NONE} />}
      </details>
    </li>
  );
}

const NONE: ReadonlySet<number> = new Set();
