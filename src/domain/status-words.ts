/** What pages, notifications and calendars call the status of a crew without a place, by language. */
import type { EntryStatus } from '../contract/fields.ts';

export type UnplacedStatus = Exclude<EntryStatus, 'assigned' | 'finished'>;

export const STATUS_WORDS: Record<'en' | 'de' | 'fr', Record<UnplacedStatus, string>> = {
  en: { dns: 'did not start', dnf: 'did not finish', dsq: 'disqualified' },
  de: { dns: 'nicht gestartet', dnf: 'nicht im Ziel', dsq: 'disqualifiziert' },
  fr: { dns: 'non partant', dnf: 'abandon', dsq: 'disqualifié' },
};

/** What a crew is called that has withdrawn: it keeps its lane, and has no status. */
export const WITHDRAWN_WORDS: Record<'en' | 'de' | 'fr', string> = {
  en: 'withdrawn',
  de: 'abgemeldet',
  fr: 'forfait',
};
