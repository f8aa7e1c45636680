/** The part "Day" of a race office: how a day runs, new times, and notices to everybody who follows. */
import { useState } from 'preact/hooks';
import { numberShown } from '../../../../../src/domain/races/race-name.ts';
import { dateLanguage } from '../../../shared/page/language.ts';
import { dayDelayText, dayName } from '../../../shared/times.ts';
import { words } from '../../../shared/words/board.ts';
import { PageHeading } from '../../components/page-parts.tsx';
import { consoleUrl, queryValue } from '../../place.ts';
import { partPath } from '../../routing.ts';
import { frameWords } from '../../words/office-frame.ts';
import type { PartProps } from '../frame/parts.ts';
import './day.css';
import { Choice } from '../../components/field.tsx';
import { dayWords } from '../../words/office-day.ts';
import { dayToShow, delayOf, nextRace, racesOn } from './day-decisions.ts';
import { DelaySection } from './delay-section.tsx';
import { NoticeSection } from './notice-section.tsx';
import { RetimeSection } from './retime-section.tsx';
import type { DayProps } from './section-parts.tsx';

export function Day({ eventId, document }: PartProps) {
  const t = dayWords.value;
  const [chosen, choose] = useState(queryValue('day') ?? undefined);
  const isKnown = document.days.some(({ venueDay }) => venueDay === chosen);
  const day = isKnown ? chosen : dayToShow(document, Date.now());
  return (
    <>
      <PageHeading title={frameWords.value.parts.day}>
        {document.days.length > 1 && (
          <Choice
            aria-label={t.days}
            value={day}
            options={document.days.map(({ venueDay }) => [
              venueDay,
              dayName(venueDay, dateLanguage(), 'long', true),
            ])}
            onValue={choose}
          />
        )}
      </PageHeading>
      {day === undefined ? (
        <p>
          {t.noDays}{' '}
          <a class="link" href={consoleUrl(partPath(eventId, 'programme'))}>
            {t.toProgramme}
          </a>
        </p>
      ) : (
        <OneDay key={day} eventId={eventId} document={document} day={day} />
      )}
      <NoticeSection eventId={eventId} document={document} />
    </>
  );
}

function OneDay(props: DayProps) {
  const t = dayWords.value;
  const { document, day } = props;
  const races = racesOn(document, day);
  const next = nextRace(races);
  const waiting = next ? t.waitsFor(numberShown(next)) : races.length > 0 ? t.allDone : '';
  const { timezone } = document.event;
  const delay = dayDelayText(delayOf(document, day), timezone, words.value);
  return (
    <>
      <p class="day-state" role="status">
        <b>{dayName(day, dateLanguage(), 'long', true)}</b>
        <span>{t.runsTo(delay, waiting)}</span>
      </p>
      <DelaySection {...props} />
      <RetimeSection {...props} />
    </>
  );
}
