/** A regatta with names as long as German ones are: performance classes, rounds, crews of several clubs. */
import { type Event, SATURDAY, type Site } from './site.ts';

export const ZONE = 'Europe/Berlin';
/** Seven of twenty races are in; the ninth is on the course, and the day runs seven minutes late. */
export const NOW = Date.parse(`${SATURDAY}T11:35:00+02:00`);
const FIRST_START = Date.parse(`${SATURDAY}T10:00:00+02:00`);
const ROWED = 7;

const CLUBS = [
  'Rgm. Ruderclub Germania Düsseldorf 1904/Neusser Ruderverein/RTHC Bayer Leverkusen',
  'Ludwigshafener Ruderverein von 1878 e.V.',
  'Renngemeinschaft Mainz/Offenbach/Frankfurt-Höchst',
  'Wassersportverein Honnef',
  'Mülheimer Wassersportgesellschaft',
  'Ruder-Club Nürtingen',
  'Crefelder Ruder-Club 1883',
  'Akademischer Ruderclub Würzburg',
];
const CLASSES = [
  ['Juniorinnen-Doppelvierer mit Steuerfrau B, Leistungsklasse 2', 'JF 4x+ B'],
  ['Junioren-Doppelvierer mit Steuermann B, Leistungsklasse 2', 'JM 4x+ B'],
  ['Leichtgewichts-Frauen-Doppelzweier U23', 'SF 2x A LG'],
  ['Männer-Achter mit Steuermann', 'SM 8+ A'],
] as const;
const ROUNDS = ['Vorlauf 1', 'Vorlauf 2', 'Vorlauf 3', 'Finale A', 'Finale B'];

export async function publishGerman(site: Pick<Site, 'addEvent'>): Promise<Event> {
  const event = await site.addEvent({
    name: 'Internationale Brandenburger Herbstregatta 2026',
    timezone: ZONE,
    startDate: SATURDAY,
    endDate: '2026-06-14',
    city: 'Brandenburg an der Havel',
    countryCode: 'DE',
  });
  await event.push('POST', '/schedule');
  await event.push(
    'PUT',
    '/teams',
    CLUBS.flatMap((club, index) =>
      ['A', 'B', 'C'].map((boat) => ({
        externalId: `${index}${boat}`,
        name: `${club} ${boat}`,
        clubId: `club-${index}`,
      })),
    ),
  );
  const races = ROUNDS.flatMap((round) =>
    CLASSES.map(([title, boatClass]) => ({ title, boatClass, round })),
  );
  await event.push(
    'PUT',
    '/races',
    races.map(({ title, boatClass, round }, index) => ({
      externalId: `${index + 1}`,
      raceNumber: index + 1,
      title: `${title} ${round}`,
      ...{ boatClass, round, distanceMeters: 1500 },
      scheduledAt: new Date(FIRST_START + index * 600_000).toISOString(),
    })),
  );
  for (const race of races.keys()) {
    const lanes = [1, 2, 3, 4, 5, 6].map((position) => ({
      position,
      teamExternalId: `${(race + position) % CLUBS.length}${'ABC'[race % 3]}`,
    }));
    await event.push('PUT', `/races/${race + 1}/entries`, lanes);
    if (race >= ROWED) continue;
    const results = lanes.map(({ position }, lane) => ({
      position,
      finishTimeMillis: 400_000 + ((lane * 7919 + race * 331) % 30_000),
    }));
    await event.push('PUT', `/races/${race + 1}/results`, results);
  }
  await event.push('PUT', '/schedule/delay', { venueDay: SATURDAY, delayMinutes: 7 });
  await event.push('POST', '/schedule/publish');
  return event;
}
