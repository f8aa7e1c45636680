/** The overview of a regatta: its facts, actions on it as a whole, what needs attention, and its running order, live. */
import { useState } from 'preact/hooks';
import type { ConsoleEvent } from '../../../../../src/contract/console/events.ts';
import { numberShown } from '../../../../../src/domain/races/race-name.ts';
import { placeName } from '../../../../../src/domain/text/country-and-language.ts';
import { dateLanguage } from '../../../shared/page/language.ts';
import { urlOf } from '../../../shared/page/page.ts';
import { dayRange, timeOfDay } from '../../../shared/times.ts';
import { words } from '../../../shared/words/board.ts';
import { EventBadges, PageHeading } from '../../components/page-parts.tsx';
import { Form, usePrimaryAction } from '../../form.ts';
import { lazy } from '../../lazy.tsx';
import { consoleUrl } from '../../place.ts';
import { heatsPath, partPath } from '../../routing.ts';
import { consoleWords } from '../../words/console.ts';
import { frameWords } from '../../words/office-frame.ts';
import { attentionWords, lookWords } from '../../words/office-overview.ts';
import { zoneLabel } from '../../zones.ts';
import type { PartProps } from '../frame/parts.ts';
import { useUnsaved } from '../unsaved.ts';
import type { UnsavedThing } from '../unsaved-things.ts';
import { attentionGroups, firstSteps } from './attention-items.ts';
import { EditEvent, EventActions, eventForm } from './edit-event.tsx';
import { OfferedDelay } from './offered-delay.tsx';
import { Schedule } from './schedule.tsx';

export function Overview({ eventId, document }: PartProps) {
  const { event } = document;
  // The form is open again where something was typed and not saved.
  const [isEdited, edit] = useState(() => new Form(eventForm(event)).isChanged.value);
  const [isLookEdited, editLook] = useState(
    useUnsaved(eventId).some(({ kind }) => kind === 'look'),
  );
  return (
    <>
      <PageHeading title={event.name}>
        <EventBadges event={event} />
        {!isEdited && (
          <Actions event={event} onEdit={() => edit(true)} onLook={() => editLook(true)} />
        )}
      </PageHeading>
      <div class="columns">
        <div>
          <StepsList eventId={eventId} document={document} />
          <NeedsAttention document={document} />
          {isEdited ? (
            <EditEvent event={event} onClose={() => edit(false)} />
          ) : (
            <Facts event={event} />
          )}
          {isLookEdited && <EditLook event={event} onClose={() => editLook(false)} />}
        </div>
        <Schedule timezone={event.timezone} />
      </div>
    </>
  );
}

interface ActionsProps {
  event: ConsoleEvent;
  onEdit: () => void;
  onLook: () => void;
}

/** Loaded when somebody opens it, because the look of most regattas stays the same for months. */
const EditLook = lazy(() => import('./look-form.tsx').then((it) => it.EditLook));

function Actions({ event, onEdit, onLook }: ActionsProps) {
  const t = consoleWords.value.event;
  return (
    <div class="tools">
      <button type="button" class="pill" onClick={onEdit}>
        {t.edit}
      </button>
      <button type="button" class="pill" onClick={onLook}>
        {lookWords.value.title}
      </button>
      {(event.scheduleStatus === 'published' || event.announced) && (
        <a class="pill" href={urlOf(`events/${event.id}`)} target="_blank" rel="noreferrer">
          {t.toBoard}
        </a>
      )}
      <EventActions event={event} />
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

/** Groups of at most so many things are open; larger ones are closed. */
const MAX_OPEN = 3;

function NeedsAttention({ document }: Pick<PartProps, 'document'>) {
  const unsaved = useUnsaved(document.event.id);
  const t = attentionWords.value;
  const groups = attentionGroups(document, t, words.value, Date.now());
  return (
    <section aria-labelledby="needs-attention">
      <h2 id="needs-attention">{t.title}</h2>
      <UnsavedThings document={document} unsaved={unsaved} />
      {groups.length === 0 && unsaved.length === 0 && <p class="calm-note">{t.nothing}</p>}
      {groups.map(({ kind, isDue, title, items }) => (
        <details
          key={`${kind} ${isDue}`}
          class={isDue ? 'more attention-group due' : 'more attention-group'}
          open={items.length <= MAX_OPEN}
        >
          <summary>{title}</summary>
          <ul>
            {items.map(({ text, path, delay }) => (
              <li key={text}>
                <a href={consoleUrl(path)}>{text}</a>{' '}
                {delay && (
                  <OfferedDelay eventId={document.event.id} offered={delay} question={text} />
                )}
              </li>
            ))}
          </ul>
        </details>
      ))}
    </section>
  );
}

/** The four steps from an empty regatta to one that crews see; the next one is highlighted. */
function StepsList({ eventId, document }: Pick<PartProps, 'eventId' | 'document'>) {
  const t = attentionWords.value.steps;
  const steps = firstSteps(document);
  const next = steps.find(({ isDone }) => !isDone);
  const isPrimaryAction = usePrimaryAction(next !== undefined);
  if (steps.length === 0) return null;
  return (
    <section aria-labelledby="first-steps">
      <h2 id="first-steps">{t.title}</h2>
      <ol class="rows first-steps">
        {steps.map((step) => {
          const { part, isDone, count } = step;
          return (
            <li key={part} class={isDone ? 'done' : undefined}>
              <div>
                <b>{t.todo[part]}</b>
                {isDone && <span class="vh"> ({t.done})</span>}
                <span class="quiet block">
                  {count > 0 ? t.count[part](count, document.races.length) : t.hints[part]}
                </span>
              </div>
              <a
                class={step === next && isPrimaryAction ? 'pill primary' : 'pill'}
                href={consoleUrl(partPath(eventId, part))}
              >
                {frameWords.value.parts[part]}
              </a>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/** The list of unsaved drafts of this tab, each with a link to its page. */
interface UnsavedProps extends Pick<PartProps, 'document'> {
  unsaved: readonly UnsavedThing[];
}

function UnsavedThings({ document, unsaved }: UnsavedProps) {
  const t = attentionWords.value;
  if (unsaved.length === 0) return null;
  const textOf = ({ kind, part, raceId }: UnsavedThing) => {
    if (kind === 'event') return consoleWords.value.event.editTitle;
    if (kind === 'look') return lookWords.value.title;
    if (raceId === undefined) return frameWords.value.parts[part];
    const race = document.races.find(({ id }) => id === raceId);
    return `${race ? t.race(numberShown(race)) : t.goneRace}: ${t.typed[kind]}`;
  };
  return (
    <div class="attention-group due">
      <h3>{t.unsaved}</h3>
      <ul>
        {unsaved.map((thing) => (
          <li key={`${thing.kind} ${thing.raceId}`}>
            <a href={consoleUrl(pathOf(thing, document.event.id))}>{textOf(thing)}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}

function pathOf({ kind, part, raceId }: UnsavedThing, eventId: number): string {
  if (kind === 'heats') return heatsPath(eventId);
  const path = partPath(eventId, part, part === 'races' ? raceId : undefined);
  return kind === 'draw' ? `${path}?draw` : path;
}
