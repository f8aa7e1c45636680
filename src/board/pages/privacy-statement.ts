/** What this installation says of itself about privacy, made of the rules and settings by which it works. */
import { MAX_KEPT_REQUESTS } from '../../contract/limits.ts';
import {
  BROWSER_MILLIS,
  MAX_IDLE_MILLIS,
  MAX_SESSION_MILLIS,
  SIGN_IN_HISTORY_MILLIS,
} from '../../domain/accounts/session-rules.ts';
import { FAILURE_MILLIS } from '../../domain/accounts/throttle.ts';
import type { Retention } from '../../domain/retention-rules.ts';
import { pushHosts } from '../../notify/push/push-services.ts';
import type { Settings } from '../../settings.ts';
import { FOLLOWS_KEPT_MILLIS } from '../../storage/following/followers.ts';
import type { InstallationWords } from '../../words/words.ts';

/** A part of the statement: who it is about, and a paragraph for each thing to know. */
interface Section {
  title: string;
  paragraphs: readonly string[];
}

const HOUR_MILLIS = 3_600_000;
const DAY_MILLIS = 24 * HOUR_MILLIS;

/** What is stored of whom, how long, with which push services, and what is logged. */
export function privacyStatement(
  { trustedProxies, pushOrigins, mail, backups, retention }: Settings,
  { readers, followers, crews, people, service }: InstallationWords,
): Section[] {
  const days = (millis: number) => millis / DAY_MILLIS;
  return [
    {
      title: readers.title,
      paragraphs: [
        ...[readers.noCookies, readers.onDevice, readers.address],
        ...(trustedProxies > 0 ? [readers.proxy] : []),
      ],
    },
    {
      title: followers.title,
      paragraphs: [
        followers.stored,
        followers.kept(days(FOLLOWS_KEPT_MILLIS)),
        followers.services(pushHosts(pushOrigins).join(', ')),
      ],
    },
    { title: crews.title, paragraphs: [crews.stored, ...howLongKept(retention, crews)] },
    {
      title: people.title,
      paragraphs: [
        people.stored(MAX_KEPT_REQUESTS),
        people.cookies(days(MAX_IDLE_MILLIS), days(MAX_SESSION_MILLIS), days(BROWSER_MILLIS)),
        people.signIns(days(SIGN_IN_HISTORY_MILLIS)),
        people.failures(FAILURE_MILLIS / HOUR_MILLIS),
        ...(mail ? [people.mails] : []),
      ],
    },
    {
      title: service.title,
      paragraphs: [service.log, ...(backups ? [service.backups(backups.keep)] : []), service.more],
    },
  ];
}

/** Events whose time is over stay where there is no folder for their files. */
function howLongKept(
  { eventsDays, historyDays, archiveFolder }: Retention,
  words: InstallationWords['crews'],
): string[] {
  const removed = [
    ...(eventsDays !== undefined && archiveFolder !== undefined
      ? [words.archivedKept(eventsDays)]
      : []),
    ...(historyDays !== undefined ? [words.historyKept(historyDays)] : []),
  ];
  return removed.length > 0 ? [...removed, words.othersKept] : [words.kept];
}
