/** What somebody sees first: what needs attention, their regattas, their clubs. */
import { useState } from 'preact/hooks';
import type { ClubItem, ClubList } from '../../../../src/contract/console/clubs.ts';
import type { ConsoleEvent, ConsoleEvents } from '../../../../src/contract/console/events.ts';
import { missingTexts } from '../../../../src/domain/accounts/missing-texts.ts';
import { dateLanguage } from '../../shared/page/language.ts';
import { dayRange, venueDay } from '../../shared/times.ts';
import { mayManageEvents, person } from '../account/session.ts';
import { call } from '../api.ts';
import { EventBadges } from '../components/event-badges.tsx';
import { TextField } from '../components/field.tsx';
import { FormFrame } from '../components/form-frame.tsx';
import { PageHeading } from '../components/headings.tsx';
import { Arrived } from '../components/loading.tsx';
import { attentionTo, byTime } from '../documents/attention.ts';
import { type Loaded, useDocument } from '../documents/documents.ts';
import { useForemost, useForm } from '../form.ts';
import { consoleUrl, goTo } from '../place.ts';
import { consoleWords } from '../words/console.ts';

export function HomePage() {
  const t = consoleWords.value;
  const events = useDocument('GET /events');
  const clubs = useDocument('GET /clubs');
  return (
    <>
      <PageHeading title={t.overview} />
      {person.value?.operator ? (
        <OperatorAttention events={events.body?.events ?? []} />
      ) : (
        <Attention events={events.body?.events ?? []} />
      )}
      <Regattas events={events} clubs={clubs.body?.clubs ?? []} />
      <Clubs clubs={clubs} />
    </>
  );
}

/** The same for operators, who are also told what the public pages lack. */
function OperatorAttention({ events }: { events: readonly ConsoleEvent[] }) {
  const { body } = useDocument('GET /installation');
  return <Attention events={events} lacksTexts={body && missingTexts(body).length > 0} />;
}

interface AttentionProps {
  events: readonly ConsoleEvent[];
  /** Whether the operator has not said all of the installation that readers look for. */
  lacksTexts?: boolean | undefined;
}

function Attention({ events, lacksTexts = false }: AttentionProps) {
  const t = consoleWords.value;
  const soon = attentionTo(events, (zone) => venueDay(Date.now(), zone));
  const needsPassword = person.value?.hasPassword === false;
  if (soon.length === 0 && !needsPassword && !lacksTexts) return null;
  return (
    <section class="attention" aria-labelledby="attention">
      <h2 id="attention">{t.home.attention}</h2>
      <ul>
        {needsPassword && (
          <li>
            <a href={consoleUrl('account#password')}>{t.home.noPassword}</a>
          </li>
        )}
        {soon.map(({ event, days }) => (
          <li key={event.id}>
            <a href={consoleUrl(`events/${event.id}`)}>{t.home.notPublished(event.name, days)}</a>
          </li>
        ))}
        {lacksTexts && (
          <li>
            <a href={consoleUrl('installation')}>{t.installationPage.attention}</a>
          </li>
        )}
      </ul>
    </section>
  );
}

function Regattas({
  events,
  clubs,
}: {
  events: Loaded<ConsoleEvents>;
  clubs: readonly ClubItem[];
}) {
  const t = consoleWords.value;
  const mayMake = clubs.some(mayManageEvents);
  const isForemost = useForemost(mayMake);
  return (
    <section aria-labelledby="regattas">
      <div class="section-head">
        <h2 id="regattas">{t.home.regattas}</h2>
        {mayMake && (
          <a class={isForemost ? 'pill primary' : 'pill'} href={consoleUrl('events/new')}>
            {t.home.newRegatta}
          </a>
        )}
      </div>
      <Arrived of={events}>
        {({ events }) => {
          const { current, earlier } = byTime(events, (zone) => venueDay(Date.now(), zone));
          return (
            <>
              {events.length === 0 && (
                <p class="quiet">{mayMake ? `${t.home.none} ${t.home.noneMore}` : t.home.mayNot}</p>
              )}
              <EventList events={current} />
              {earlier.length > 0 && <h3>{t.home.earlier}</h3>}
              <EventList events={earlier} />
            </>
          );
        }}
      </Arrived>
      <ArchivedEvents />
    </section>
  );
}

function ArchivedEvents() {
  const t = consoleWords.value;
  const [isOpen, open] = useState(false);
  return (
    <details class="more" onToggle={({ currentTarget }) => open(currentTarget.open)}>
      <summary>{t.home.showArchived}</summary>
      {isOpen && <ArchivedList />}
    </details>
  );
}

function ArchivedList() {
  const t = consoleWords.value;
  const archived = useDocument('GET /events', { query: { archived: true } });
  return (
    <Arrived of={archived}>
      {({ events }) => {
        const only = events.filter((event) => event.archived);
        return only.length === 0 ? (
          <p class="quiet">{t.history.none}</p>
        ) : (
          <EventList events={only} />
        );
      }}
    </Arrived>
  );
}

function EventList({ events }: { events: readonly ConsoleEvent[] }) {
  return (
    <ul class="rows">
      {events.map((event) => (
        <li key={event.id}>
          <a class="row-link" href={consoleUrl(`events/${event.id}`)}>
            <b>{event.name}</b>
            <span class="quiet">
              {[
                dayRange(event.startDate, event.endDate, dateLanguage()),
                event.city,
                event.club.name,
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
            <EventBadges event={event} />
          </a>
        </li>
      ))}
    </ul>
  );
}

function Clubs({ clubs }: { clubs: Loaded<ClubList> }) {
  const t = consoleWords.value;
  const isOperator = person.value?.operator === true;
  return (
    <section aria-labelledby="clubs">
      <h2 id="clubs">{t.home.clubs}</h2>
      <Arrived of={clubs}>
        {({ clubs }) => (
          <>
            {clubs.length === 0 && !isOperator && <p class="quiet">{t.home.noClubs}</p>}
            <ul class="rows">
              {clubs.map(({ id, name, role }) => (
                <li key={id}>
                  <a class="row-link" href={consoleUrl(`clubs/${id}`)}>
                    <b>{name}</b>
                    <span class="quiet">{role === null ? t.noRole : t.roles[role]}</span>
                  </a>
                </li>
              ))}
            </ul>
          </>
        )}
      </Arrived>
      {isOperator && <NewClub />}
      <p class="actions">
        <a href={consoleUrl('account#keys')} class="link">
          {t.home.keys}
        </a>
      </p>
    </section>
  );
}

function NewClub() {
  const t = consoleWords.value;
  const form = useForm({ name: 'new-club', initial: { name: '' } });
  return (
    <details class="more" open={form.isChanged.value}>
      <summary>{t.home.newClub}</summary>
      <FormFrame
        form={form}
        isQuiet
        submitText={t.home.makeClub}
        onSubmit={(values) => call('POST /clubs', { body: values })}
        onDone={({ id }) => {
          form.discard();
          goTo(consoleUrl(`clubs/${id}`));
        }}
        canDiscard
      >
        <TextField form={form} name="name" label={t.name} autocomplete="organization" />
      </FormFrame>
    </details>
  );
}
