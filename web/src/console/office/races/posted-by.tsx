/** Who posted the results of a race last, when, and with which key. */
import { useEffect, useState } from 'preact/hooks';
import type { HistoryEntry } from '../../../../../src/contract/console/history.ts';
import type { Office, OfficeRace } from '../../../../../src/contract/console/office.ts';
import { dateLanguage } from '../../../shared/page/language.ts';
import { dayName, timeOfDay, venueDay } from '../../../shared/times.ts';
import { call } from '../../api.ts';
import { racesWords } from '../../words/office-races.ts';

interface PostedByProps {
  eventId: number;
  document: Office;
  race: OfficeRace;
}

export function PostedBy({ eventId, document, race }: PostedByProps) {
  const t = racesWords.value;
  const entry = useLastPost(eventId, race);
  if (!entry) return null;
  const { timezone } = document.event;
  const at = Date.parse(entry.at);
  const day = venueDay(at, timezone);
  const time = timeOfDay(at, timezone);
  const when =
    day === venueDay(Date.now(), timezone)
      ? time
      : `${dayName(day, dateLanguage(), 'short')} ${time}`;
  const who = [entry.displayName, entry.keyPrefix && t.withKey(entry.keyPrefix)].filter(Boolean);
  return <p class="quiet posted-by">{t.postedBy(when, who.join(', ') || t.someone)}</p>;
}

/** Asked for again when the results change. */
function useLastPost(eventId: number, race: OfficeRace): HistoryEntry | undefined {
  const [entry, setEntry] = useState<HistoryEntry | undefined>(undefined);
  const shown = JSON.stringify(race.lanes);
  useEffect(() => {
    let isOver = false;
    // Nobody is asked to sign in for a line of quiet text.
    void call('GET /events/{eventId}/history', {
      params: { eventId },
      query: { race: race.id },
      isAboutSignIn: true,
    }).then((reply) => {
      if (!isOver && !reply.problem)
        setEntry(reply.body.entries.find((each) => isPost(each, race.id)));
    });
    return () => {
      isOver = true;
    };
  }, [eventId, race.id, shown]);
  return entry;
}

/** Whether an entry has changed a result of a race. */
function isPost({ changes }: HistoryEntry, raceId: number): boolean {
  return changes.some(
    ({ subject, id, after }) =>
      subject === 'lane' &&
      id === raceId &&
      after !== null &&
      Object.keys(after).some((name) => OF_RESULTS.has(name)),
  );
}

const OF_RESULTS: ReadonlySet<string> = new Set([
  'status',
  'finishTimeMillis',
  'finishPlace',
  'penaltyMillis',
]);
