/**
 * The race office of a regatta, kept current while one of its parts is open: its document, who else is there, and
 * what others have just changed.
 */
import { type ReadonlySignal, signal, useComputed } from '@preact/signals';
import type { EventSourceMessage } from 'eventsource-parser';
import type { Office, OfficePart, OfficePeople } from '../../../../src/contract/console/office.ts';
import { untilLoaded } from '../../shared/page/page.ts';
import { addressOf, call, isSignedOut, type Reply } from '../api.ts';
import { isGone, type Problem } from '../problems.ts';
import { compareOffices } from './office-changes.ts';

interface OfficeOnScreen {
  document: Office | undefined;
  problem: Problem | undefined;
  isLive: boolean;
}

const NOTHING: OfficeOnScreen = { document: undefined, problem: undefined, isLive: false };

export const office = signal<OfficeOnScreen>(NOTHING);
/** Who is in the office, the person on this page included. */
export const people = signal<OfficePeople['people']>([]);
/** What others have just changed, as `compareOffices` names it. */
const fresh = signal<ReadonlySet<string>>(new Set());

/** The pause before a reconnect; longer after each failure, and randomised so that not all pages come at once. */
const RETRY_MILLIS = 1500;
const MAX_RETRY_MILLIS = 30_000;
/** How long changes of others are marked. */
const FRESH_MILLIS = 4000;
/** How often the page reports where its person is; others see it as long as it is repeated. */
const PLACE_MILLIS = 30_000;

/** The event that is watched. */
let watched: Watching | undefined;
/** Revisions that this page has written, which need no marks. */
const ownRevisions = new Set<number>();
/** Writes of this page that are under way: what they change is not somebody else's. */
const writing = new Set<Promise<unknown>>();

/** Shows the office of an event and keeps it current. @returns a function that stops it */
export function watchOffice(eventId: number): () => void {
  const abort = new AbortController();
  const watching = { eventId, until: abort.signal };
  watched = watching;
  office.value = NOTHING;
  people.value = [];
  fresh.value = new Set();
  ownRevisions.clear();
  void keepCurrent(watching);
  return () => {
    abort.abort();
    if (watched === watching) watched = undefined;
  };
}

/** Asks for the newest document. @returns its revision; `undefined` without an answer */
export async function reloadOffice(): Promise<number | undefined> {
  const isLoaded = watched !== undefined && (await load(watched)) === 'loaded';
  return isLoaded ? office.peek().document?.revision : undefined;
}

/** The revision on the screen, which a draft that begins now has seen; 0 without a document. */
export function shownRevision(): number {
  return office.peek().document?.revision ?? 0;
}

/** Notes a write of this page, so that it is not marked as somebody else's. @returns its answer */
export function noteOwnWrite<Body extends { revision: number }>(
  answer: Promise<Reply<Body>>,
): Promise<Reply<Body>> {
  const noted = answer.then((reply) => {
    if (!reply.problem) ownRevisions.add(reply.body.revision);
    writing.delete(noted);
  });
  writing.add(noted);
  return answer;
}

/**
 * Whether somebody else has just changed something. A component that asks is drawn again only when its answer
 * changes.
 *
 * @param key such as `race 12 title`
 */
export function useRecentlyChanged(key: string): ReadonlySignal<boolean> {
  return useComputed(() => fresh.value.has(key));
}

/** Reports to others in the office where this person is, until it is stopped. @returns a function that stops it */
export function reportPlace(eventId: number, part: OfficePart, raceId: number | null): () => void {
  const report = () => {
    if (document.visibilityState !== 'visible') return;
    // Opens no sign-in dialog: the next thing that the person does will.
    void call('PUT /events/{eventId}/place', {
      params: { eventId },
      body: { part, raceId },
      isAboutSignIn: true,
    });
  };
  report();
  const timer = setInterval(report, PLACE_MILLIS);
  document.addEventListener('visibilitychange', report);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', report);
  };
}

interface Watching {
  eventId: number;
  until: AbortSignal;
  /** Of the document on the screen, for `If-None-Match`. */
  etag?: string | undefined;
  /** Ends the pause before the next attempt to reconnect. */
  listen?: (() => void) | undefined;
}

async function keepCurrent(watching: Watching): Promise<void> {
  const { eventId, until } = watching;
  const onEvent = ({ event, data }: EventSourceMessage) => {
    if (event === 'change') void load(watching);
    if (event === 'people') people.value = (JSON.parse(data) as OfficePeople).people;
  };
  const onAlive = () => {
    if (!until.aborted && !office.peek().isLive) office.value = { ...office.peek(), isLive: true };
  };
  await load(watching);
  // Loaded later, because the first view does not need the stream.
  const stream = await untilLoaded(() => import('../../shared/page/event-stream.ts'));
  for (let failures = 0; !until.aborted; ) {
    await stream.untilVisible();
    const url = addressOf('GET /events/{eventId}/live', { params: { eventId } });
    const wasAlive = await stream.readEventStream(url, onEvent, onAlive, { until });
    if (until.aborted) return;
    failures = wasAlive ? 0 : failures + 1;
    office.value = { ...office.peek(), isLive: false };
    people.value = [];
    // The answer says why the stream has ended, where the person may no longer see the event or is signed out.
    const wasSignedOut = isSignedOut.peek();
    if ((await load(watching, wasSignedOut)) === 'gone') return;
    // The person has signed in in another tab.
    if (wasSignedOut && !isSignedOut.peek()) failures = 0;
    const listened = new Promise<void>((resolve) => {
      watching.listen = resolve;
    });
    const pause = Math.min(RETRY_MILLIS * (failures + 1), MAX_RETRY_MILLIS);
    await Promise.race([stream.pause(pause * (0.5 + Math.random())), listened]);
    watching.listen = undefined;
  }
}

/** @param isQuiet whether no sign-in dialog is opened */
async function load(watching: Watching, isQuiet = false): Promise<'loaded' | 'failed' | 'gone'> {
  const { eventId, until, etag } = watching;
  await Promise.all(writing);
  const before = office.peek().document;
  // There is no body where the document on the screen is current.
  const reply: Reply<Office | undefined> = await call('GET /events/{eventId}/office', {
    params: { eventId },
    ifNoneMatch: etag,
    isAboutSignIn: isQuiet,
  });
  if (until.aborted) return 'gone';
  const shown = office.peek();
  if (!reply.problem) {
    // The answer is older only where another document was shown meanwhile; else a back-up was restored.
    const isOlder =
      shown.document !== before && (reply.body?.revision ?? 0) < (shown.document?.revision ?? 0);
    if (reply.body && !isOlder) {
      watching.etag = reply.etag ?? undefined;
      show(reply.body);
    } else if (shown.problem) office.value = { ...shown, problem: undefined };
    watching.listen?.();
    return 'loaded';
  }
  const { problem } = reply;
  if (isGone(problem)) watching.etag = undefined;
  const document = isGone(problem) ? undefined : shown.document;
  office.value = { document, problem, isLive: false };
  return isGone(problem) ? 'gone' : 'failed';
}

function show(newer: Office): void {
  const before = office.peek().document;
  if (!before) {
    office.value = { ...office.peek(), document: newer, problem: undefined };
    return;
  }
  const { document, changed } = compareOffices(before, newer);
  office.value = { ...office.peek(), document, problem: undefined };
  const isOwn = newer.revision === before.revision + 1 && ownRevisions.has(newer.revision);
  if (!isOwn && changed.length > 0) mark(changed);
}

function mark(changed: readonly string[]): void {
  fresh.value = new Set([...fresh.peek(), ...changed]);
  setTimeout(() => {
    fresh.value = new Set([...fresh.peek()].filter((key) => !changed.includes(key)));
  }, FRESH_MILLIS);
}
