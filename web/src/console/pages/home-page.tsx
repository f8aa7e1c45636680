/** The first page after signing in: what needs attention, regattas, clubs. */
import { Fragment } from 'preact';
import { useState } from 'preact/hooks';
import type { ClubItem } from '../../../../src/contract/console/clubs.ts';
import type { ConsoleEvent } from '../../../../src/contract/console/events.ts';
import { missingTexts } from '../../../../src/domain/accounts/installation-rules.ts';
import { dayInZones, groupEvents } from '../../../../src/domain/lists/event-order.ts';
import { dateLanguage } from '../../shared/page/language.ts';
import { dayRange } from '../../shared/times.ts';
import { mayManageEvents, person } from '../account/session.ts';
import { call } from '../api.ts';
import { TextField } from '../components/field.tsx';
import { FormFrame } from '../components/form-frame.tsx';
import { ListSearch, MAX_AT_A_GLANCE, MoreRows } from '../components/list-parts.tsx';
import { Arrived, EventBadges, PageHeading } from '../components/page-parts.tsx';
import { attentionTo } from '../documents/attention.ts';
import { useDocument, useList } from '../documents/documents.ts';
import { useForm, usePrimaryAction } from '../form.ts';
import { consoleUrl, goTo } from '../place.ts';
import { consoleWords } from '../words/console.ts';

export function HomePage() {
  const t = consoleWords.value;
  const events = useDocument('GET /events');
  const own = useDocument('GET /clubs', { query: { own: true } });
  return (
    <>
      <PageHeading title={t.overview} />
      {person.value?.operator ? (
        <OperatorAttention events={events.body?.events ?? []} />
      ) : (
        <Attention events={events.body?.events ?? []} />
      )}
      <Regattas clubs={own.body?.clubs ?? []} />
      <Clubs />
    </>
  );
}

/** What needs attention, for operators also what the public pages lack. */
function OperatorAttention({ events }: { events: readonly ConsoleEvent[] }) {
  const { body } = useDocument('GET /installation');
  return <Attention events={events} lacksTexts={body && missingTexts(body).length > 0} />;
}

interface AttentionProps {
  events: readonly ConsoleEvent[];
  /** Whether texts about the installation that readers look for are missing. */
  lacksTexts?: boolean | undefined;
}

function Attention({ events, lacksTexts = false }: AttentionProps) {
  const t = consoleWords.value;
  const soon = attentionTo(events, dayInZones(Date.now()));
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

function Regattas({ clubs }: { clubs: readonly ClubItem[] }) {
  const t = consoleWords.value;
  const list = useList('GET /events');
  const mayMake = clubs.some(mayManageEvents);
  const isPrimaryAction = usePrimaryAction(mayMake);
  return (
    <section aria-labelledby="regattas">
      <div class="section-head">
        <h2 id="regattas">{t.home.regattas}</h2>
        {mayMake && (
          <a class={isPrimaryAction ? 'pill primary' : 'pill'} href={consoleUrl('events/new')}>
            {t.home.newRegatta}
          </a>
        )}
      </div>
      <ListSearch list={list} label={t.home.findRegatta} count={t.home.regattaCount} />
      <Arrived of={list}>
        {(events) => (
          <>
            {events.length === 0 && list.typed === '' && (
              <p class="quiet">{mayMake ? `${t.home.none} ${t.home.noneMore}` : t.home.mayNot}</p>
            )}
            <GroupedEvents events={events} />
          </>
        )}
      </Arrived>
      <MoreRows list={list} />
      <ArchivedEvents />
    </section>
  );
}

/** Regattas in groups; a short list has no headings, except for past ones. */
function GroupedEvents({ events }: { events: readonly ConsoleEvent[] }) {
  const { home, event } = consoleWords.value;
  const headings = { today: event.today, soon: home.soon, coming: home.coming, past: home.earlier };
  const isLong = events.length > MAX_AT_A_GLANCE;
  return groupEvents(events, dayInZones(Date.now())).map(({ group, events }) => (
    <Fragment key={group}>
      {(isLong || group === 'past') && <h3>{headings[group]}</h3>}
      <EventList events={events} />
    </Fragment>
  ));
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
  const list = useList('GET /events', { archived: true });
  return (
    <>
      <ListSearch list={list} label={t.home.findRegatta} count={t.home.regattaCount} />
      <Arrived of={list}>
        {(events) =>
          events.length === 0 && list.typed === '' ? (
            <p class="quiet">{t.history.none}</p>
          ) : (
            <EventList events={events} />
          )
        }
      </Arrived>
      <MoreRows list={list} />
    </>
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

function Clubs() {
  const t = consoleWords.value;
  const isOperator = person.value?.operator === true;
  const list = useList('GET /clubs', isOperator ? {} : { own: true });
  return (
    <section aria-labelledby="clubs">
      <h2 id="clubs">{t.home.clubs}</h2>
      <ListSearch list={list} label={t.home.findClub} count={t.home.clubCount} />
      <Arrived of={list}>
        {(clubs) => (
          <>
            {clubs.length === 0 && !isOperator && list.typed === '' && (
              <p class="quiet">{t.home.noClubs}</p>
            )}
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
      <MoreRows list={list} />
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
