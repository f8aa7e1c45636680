/** The overview of a regatta: what is known about it, what can be done with it as a whole, its running order, live. */
import { useState } from 'preact/hooks';
import type { ConsoleEvent } from '../../../../../src/contract/console/events.ts';
import { placeName } from '../../../../../src/domain/text/country-name.ts';
import { dateLanguage } from '../../../shared/page/language.ts';
import { urlOf } from '../../../shared/page/page.ts';
import { dayRange, timeOfDay } from '../../../shared/times.ts';
import { EditEvent, eventForm } from '../../components/event/edit-event.tsx';
import { EventActions } from '../../components/event/event-actions.tsx';
import { Schedule } from '../../components/event/schedule.tsx';
import { EventBadges } from '../../components/event-badges.tsx';
import { Arrived } from '../../components/loading.tsx';
import { type Loaded, useDocument } from '../../documents/documents.ts';
import { Form } from '../../form.ts';
import { consoleWords } from '../../words/words.ts';
import { zoneLabel } from '../../zones.ts';
import { PartHeading } from '../frame/part-heading.tsx';
import type { PartProps } from '../frame/parts.ts';
import { NeedsAttention } from './attention.tsx';
import { StepsList } from './steps-list.tsx';

export function Overview({ eventId, document }: PartProps) {
  const event = useDocument('GET /events/{eventId}', { params: { eventId } });
  const shown = event.body ?? document.event;
  // What was typed and not saved is shown again.
  const [isEdited, edit] = useState(() => new Form(eventForm(shown)).isChanged.value);
  return (
    <>
      <PartHeading title={shown.name}>
        <EventBadges event={shown} />
        {event.body && !isEdited && (
          <Actions event={event.body} loaded={event} onEdit={() => edit(true)} />
        )}
      </PartHeading>
      <div class="columns">
        <div>
          <StepsList eventId={eventId} document={document} />
          <NeedsAttention document={document} />
          <Arrived of={event}>
            {(body) =>
              isEdited ? (
                <EditEvent event={body} onSaved={event.replace} onClose={() => edit(false)} />
              ) : (
                <Facts event={body} />
              )
            }
          </Arrived>
        </div>
        <Schedule timezone={document.event.timezone} />
      </div>
    </>
  );
}

interface ActionsProps {
  event: ConsoleEvent;
  loaded: Loaded<ConsoleEvent>;
  onEdit: () => void;
}

function Actions({ event, loaded, onEdit }: ActionsProps) {
  const t = consoleWords.value.event;
  return (
    <div class="tools">
      <button type="button" class="pill" onClick={onEdit}>
        {t.edit}
      </button>
      {event.scheduleStatus === 'published' && (
        <a class="pill" href={urlOf(`events/${event.id}`)} target="_blank" rel="noreferrer">
          {t.toBoard}
        </a>
      )}
      <EventActions event={event} onChange={loaded.replace} />
    </div>
  );
}

function Facts({ event }: { event: ConsoleEvent }) {
  const t = consoleWords.value.event;
  const { startDate, endDate, timezone, city, countryCode, club, createdBy } = event;
  const facts = [
    [t.dates, dayRange(startDate, endDate, dateLanguage(), 'long')],
    [
      t.timezone,
      timezone === null
        ? t.zoneUnknown
        : `${zoneLabel(timezone)}. ${t.now(timeOfDay(Date.now(), timezone))}`,
    ],
    [t.place, placeName({ city, countryCode }, dateLanguage())],
    [consoleWords.value.club, `${club.name}. ${t.by(createdBy.name)}`],
  ] as const;
  return (
    <dl class="facts">
      {facts
        .filter(([, value]) => value !== '')
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
