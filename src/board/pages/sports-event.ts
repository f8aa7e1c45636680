/**
 * A regatta and its races as search engines read them: events of sport (schema.org, JSON-LD), without the names of crews.
 */
import type { BoardEvent, BoardRace, RaceState } from '../../contract/board.ts';
import type { BoardDocument } from '../../documents/build-board.ts';
import { plainLine } from '../../domain/text/plain-line.ts';
import { pageUrl, raceTitle, raceUrl } from '../../notify/messages/message.ts';
import { messageWords } from '../../words/words.ts';
import type { Reader } from '../language.ts';
import { addressFor } from './page-head.ts';

const SCHEMA = 'https://schema.org';

const STATUSES: Record<RaceState, string> = {
  planned: `${SCHEMA}/EventScheduled`,
  cancelled: `${SCHEMA}/EventCancelled`,
  postponed: `${SCHEMA}/EventPostponed`,
};

/** Of the page of a board. */
export function regattaFacts(document: BoardDocument, publicUrl: string, reader: Reader): object {
  return { '@context': SCHEMA, ...regatta(document, publicUrl, reader) };
}

/** Of the page of a race, which is part of its regatta. */
export function raceFacts(
  race: BoardRace,
  document: BoardDocument,
  publicUrl: string,
  reader: Reader,
): object {
  const { event } = document;
  return {
    ...{ '@context': SCHEMA, '@type': 'SportsEvent' },
    name: plainLine(raceTitle(race, messageWords(reader.language))),
    url: addressFor(raceUrl(publicUrl, event.id, race), reader),
    startDate: race.estimatedAt,
    eventStatus: STATUSES[race.state],
    ...placeOf(event),
    superEvent: regatta(document, publicUrl, reader),
  };
}

function regatta(
  { event, inOrder, organiser }: BoardDocument,
  publicUrl: string,
  reader: Reader,
): object {
  const club = plainLine(organiser);
  return {
    '@type': 'SportsEvent',
    name: plainLine(event.name),
    url: addressFor(pageUrl(publicUrl, event.id, ''), reader),
    ...{ startDate: event.startDate, endDate: event.endDate },
    eventStatus: STATUSES[stateOf(inOrder)],
    ...placeOf(event),
    ...(club !== '' && { organizer: { '@type': 'SportsOrganization', name: club } }),
  };
}

/** A regatta is what all of its races are; it takes place as long as one of them does. */
function stateOf(races: readonly BoardRace[]): RaceState {
  if (races.length === 0 || races.some(({ state }) => state === 'planned')) return 'planned';
  return races.some(({ state }) => state === 'postponed') ? 'postponed' : 'cancelled';
}

/** Nothing where the place is not known. */
function placeOf({ city, countryCode }: BoardEvent): { location?: object } {
  const addressLocality = plainLine(city);
  const addressCountry = plainLine(countryCode);
  if (addressLocality === '' && addressCountry === '') return {};
  return {
    location: {
      '@type': 'Place',
      name: addressLocality || addressCountry,
      address: {
        '@type': 'PostalAddress',
        ...(addressLocality !== '' && { addressLocality }),
        ...(addressCountry !== '' && { addressCountry }),
      },
    },
  };
}
