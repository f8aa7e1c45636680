/**
 * Parts of pages: headings that take the focus, so that keyboard and screen reader start where new content starts; placeholders
 * for documents that have not arrived or may not be seen; and the state of a regatta.
 */
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ConsoleEvent } from '../../../../src/contract/console/events.ts';
import { useTitle } from '../../shared/page/page.ts';
import { venueDay } from '../../shared/times.ts';
import type { Loaded } from '../documents/documents.ts';
import { consoleUrl, visits } from '../place.ts';
import { type Problem, problemText } from '../problems.ts';
import { consoleWords } from '../words/console.ts';

/** The heading of a page or a part of a race office, and the tab's title. It takes the focus on a page change. */
export function PageHeading({ title, children }: { title: string; children?: ComponentChildren }) {
  const element = useRef<HTMLHeadingElement>(null);
  useTitle(`${title} · Running Order`);
  useLayoutEffect(() => {
    if (visits.peek() > 0 && !location.hash) element.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div class="page-head">
      <h1 ref={element} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </div>
  );
}

/** The heading of a new section; takes the focus. @param level `h2` for a part of the page, `h3` within one */
export function FocusedHeading({
  children,
  level: Heading = 'h3',
}: {
  children: ComponentChildren;
  level?: 'h2' | 'h3';
}) {
  const element = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => element.current?.focus(), []);
  return (
    <Heading ref={element} tabIndex={-1}>
      {children}
    </Heading>
  );
}

interface AlertProps {
  /** Empty ones are skipped. */
  texts: readonly (string | false | undefined)[];
  isSmall?: boolean;
}

/** Error texts. The element is always drawn, so that screen readers announce a text as soon as it appears. */
export function Alert({ texts, isSmall = false }: AlertProps) {
  return (
    <div role="alert" class={isSmall ? 'problem small' : 'problem'}>
      {texts.map((text, index) => text && <p key={index}>{text}</p>)}
    </div>
  );
}

/** In place of a document that was refused: the reason. */
export function Refused({ problem }: { problem: Problem }) {
  return (
    <p role="alert" class="problem">
      {problemText(problem, consoleWords.value)}
    </p>
  );
}

/** In place of a document that is loading. */
export function Waiting() {
  return (
    <p class="waiting" role="status">
      {consoleWords.value.loading}
    </p>
  );
}

interface ArrivedProps<Body> {
  of: Omit<Loaded<Body>, 'replace'>;
  children: (body: Body) => ComponentChildren;
}

/** A document once it has arrived; before that, that it is loading, or why it was refused. */
export function Arrived<Body>({ of: { body, problem, reload }, children }: ArrivedProps<Body>) {
  const t = consoleWords.value;
  if (body !== undefined) return <>{children(body)}</>;
  if (!problem) return <Waiting />;
  return (
    <div class="problem" role="alert">
      <p>{problemText(problem, t)}</p>
      <button type="button" class="pill" onClick={() => void reload()}>
        {t.retry}
      </button>
    </div>
  );
}

/** The page for what does not exist, or may not be seen. */
export function MissingPage({ text }: { text?: string | undefined }) {
  const t = consoleWords.value;
  return (
    <>
      <PageHeading title={t.missing} />
      <p role="alert">{text ?? t.missingMore}</p>
      <p class="actions">
        <a class="pill" href={consoleUrl()}>
          {t.toOverview}
        </a>
      </p>
    </>
  );
}

/** The state of a regatta, in a word or two. */
export function EventBadges({ event }: { event: ConsoleEvent }) {
  const t = consoleWords.value.event;
  const today = venueDay(Date.now(), event.timezone);
  const isOn = event.startDate <= today && today <= event.endDate;
  return (
    <span class="badges">
      {isOn && <span class="badge">{t.today}</span>}
      {event.trial && <span class="badge calm">{t.trial}</span>}
      {event.scheduleStatus === 'published' ? (
        <span class="badge good">{t.published}</span>
      ) : (
        <span class="badge calm">{event.announced ? t.announced : t.draft}</span>
      )}
      {event.archived && <span class="badge calm">{t.archived}</span>}
    </span>
  );
}
