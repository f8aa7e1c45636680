/** The part "Publish" of a race office: what crews will see, what has changed since they last saw it, the buttons. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Publication, PublicChange } from '../../../../../src/contract/console/events.ts';
import { dateLanguage } from '../../../shared/page/language.ts';
import { dayName } from '../../../shared/times.ts';
import { call } from '../../api.ts';
import { Confirmation } from '../../components/dialog.tsx';
import { Arrived, EventBadges, PageHeading, Refused } from '../../components/page-parts.tsx';
import { announce } from '../../documents/announcements.ts';
import { useDocument } from '../../documents/documents.ts';
import { noteOwnWrite, reloadOffice, shownRevision } from '../../documents/office.ts';
import { useOnce } from '../../form.ts';
import type { Problem } from '../../problems.ts';
import { consoleWords } from '../../words/console.ts';
import { frameWords } from '../../words/office-frame.ts';
import { historyWords } from '../../words/office-history.ts';
import { publishWords } from '../../words/office-publish.ts';
import type { PartProps } from '../frame/parts.ts';
import { type LineContext, nameOfProperty, textOf } from '../history/entry-lines.ts';
import { lineContext, venueTimeText } from '../history/line-context.ts';
import { laneText } from '../race-names.ts';
import { BoardAddress } from './board-address.tsx';
import { hiddenCount, notDrawnCount, shownChanges, tellingOf } from './publish-decisions.ts';

export function Publish({ eventId, document }: PartProps) {
  const t = publishWords.value;
  const publication = useDocument('GET /events/{eventId}/publication', { params: { eventId } });
  const asked = useRef(document.revision);
  useEffect(() => {
    if (asked.current !== document.revision) void publication.reload();
    asked.current = document.revision;
  }, [document.revision]);
  const isPublished = document.status === 'published';
  return (
    <>
      <PageHeading title={frameWords.value.parts.publish}>
        <EventBadges event={{ ...document.event, scheduleStatus: document.status }} />
      </PageHeading>
      <div class="columns">
        <div>
          <Arrived of={publication}>
            {(body) => (
              <>
                <p>{stateText(body, document)}</p>
                {!isPublished && <WhatCrewsSee document={document} publication={body} />}
                <Switch eventId={eventId} document={document} publication={body} />
              </>
            )}
          </Arrived>
        </div>
        <section aria-labelledby="board-address">
          <h2 id="board-address">{t.board}</h2>
          <BoardAddress eventId={eventId} document={document} />
        </section>
      </div>
    </>
  );
}

function stateText({ seenUntil }: Publication, { status, event }: PartProps['document']): string {
  const t = publishWords.value;
  if (status === 'published') return t.isPublished;
  if (event.announced) return t.isAnnounced;
  return seenUntil === null ? t.isDraft : t.wasSeen(venueTimeText(seenUntil, event.timezone));
}

interface SeenProps {
  document: PartProps['document'];
  publication: Publication;
}

function WhatCrewsSee({ document, publication }: SeenProps) {
  const t = publishWords.value;
  const { races, crews, seenUntil } = publication;
  const [notDrawn, hidden] = [notDrawnCount(document), hiddenCount(document)];
  const lines = [
    t.races(races),
    t.crews(crews),
    ...(notDrawn > 0 ? [t.notDrawn(notDrawn)] : []),
    ...(hidden > 0 ? [t.hidden(hidden)] : []),
  ];
  return (
    <section aria-labelledby="will-see">
      <h2 id="will-see">{t.willSee}</h2>
      {races === 0 ? (
        <p>{t.noRaces}</p>
      ) : (
        <ul class="bullets">
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {seenUntil !== null && (
        <>
          <h3>{t.changes}</h3>
          <ChangeList publication={publication} document={document} />
        </>
      )}
    </section>
  );
}

interface SwitchProps extends SeenProps {
  eventId: number;
}

function Switch({ eventId, document, publication }: SwitchProps) {
  const t = publishWords.value;
  const { followers, event } = document;
  const isPublished = document.status === 'published';
  const { isPossible, isProposed } = tellingOf(publication, followers);
  const [chosen, choose] = useState<boolean>();
  const notify = isPossible && (chosen ?? isProposed);
  const [isAsked, ask] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const params = { eventId };
  const done = (text: string) => {
    announce(text);
    void reloadOffice();
  };
  const [isBusy, publish] = useOnce(async () => {
    const body = { seen: shownRevision(), notify };
    const reply = await noteOwnWrite(call('POST /events/{eventId}/publish', { params, body }));
    setProblem(reply.problem);
    if (reply.problem) void reloadOffice();
    else done(reply.body.told > 0 ? t.publishedAndTold(reply.body.told) : t.published);
  });
  return (
    <>
      {problem && <Refused problem={problem} />}
      {!isPublished && isPossible && (
        <>
          <label class="tick">
            <input
              type="checkbox"
              checked={notify}
              onChange={({ currentTarget }) => choose(currentTarget.checked)}
            />
            {t.tell(followers)}
          </label>
          <p class="quiet">{t.tellHint}</p>
        </>
      )}
      <div class="actions">
        {isPublished ? (
          <button type="button" class="pill danger" onClick={() => ask(true)}>
            {t.unpublish}
          </button>
        ) : (
          <>
            <button
              type="button"
              class="pill primary"
              aria-disabled={isBusy}
              onClick={() => void publish()}
            >
              {isBusy ? consoleWords.value.working : t.publish}
            </button>
            <span class="quiet">{t.publishHint}</span>
          </>
        )}
      </div>
      {isAsked && (
        <Confirmation
          title={t.unpublishTitle}
          action={t.unpublishAction}
          perform={() =>
            noteOwnWrite(
              call('POST /events/{eventId}/unpublish', { params, body: { seen: shownRevision() } }),
            )
          }
          onDone={() => {
            ask(false);
            done(event.announced ? t.backToAnnounced : t.unpublished);
          }}
          onCancel={() => ask(false)}
        >
          <p>
            <b>{t.follows(followers)}</b>
          </p>
          <p>{event.announced ? t.unpublishAnnouncedHint : t.unpublishHint}</p>
          <p class="quiet">{t.notUndone}</p>
        </Confirmation>
      )}
    </>
  );
}

/** The list of what crews will see changed since they last saw it. */
interface ChangeListProps {
  publication: Publication;
  document: PartProps['document'];
}

function ChangeList({ publication, document }: ChangeListProps) {
  const t = publishWords.value;
  const { changes, changeCount } = publication;
  const context = lineContext(document);
  const { shown, left } = shownChanges(changes, changeCount);
  if (changeCount === 0) return <p class="quiet">{t.noChanges}</p>;
  return (
    <>
      <ul class="bullets">
        {shown.map((change) => (
          <li key={`${change.subject} ${change.id} ${change.name}`}>
            <b>{thingName(change)}</b>
            {change.kind !== 'changed' && ` ${t[change.kind]}`}
            {change.properties.map(({ property, position, before, after }, index) => (
              <span key={`${property} ${position}`}>
                {index === 0 ? ': ' : '; '}
                {position !== undefined && `${laneName(change, position, context)}, `}
                <span class="quiet">{nameOfProperty(property, context)}</span>{' '}
                <s>{textOf(property, before, context)}</s> <span aria-hidden="true">→</span>
                <span class="vh"> {historyWords.value.to} </span> {textOf(property, after, context)}
              </span>
            ))}
          </li>
        ))}
      </ul>
      {left > 0 && <p class="quiet">{t.more(left)}</p>}
    </>
  );
}

function thingName({ subject, name }: PublicChange): string {
  const t = publishWords.value;
  switch (subject) {
    case 'race':
      return frameWords.value.race(name);
    case 'crew':
      return `${frameWords.value.crew} ${name}`;
    case 'day':
      return t.day(dayName(name, dateLanguage(), 'short'));
    default:
      return t.event;
  }
}

function laneName(change: PublicChange, position: number, { document }: LineContext): string {
  const race = document.races.find(({ id }) => id === change.id);
  const lane = race?.lanes.find((each) => each.position === position);
  const label = lane?.positionLabel ?? String(position);
  return laneText(race, label, publishWords.value.lane);
}
