/** The words of messages about the delay of a day and about re-timed races. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { composeDelay, composeRetime } from '../../src/notify/messages/day-messages.ts';
import { late } from '../domain/builders.ts';

const EVENT = { eventId: 7, eventName: 'Hebda Cup', timezone: 'America/New_York' };
const BOARD_URL = 'https://regatta.example';

const delays: { delayMinutes: number; en: string[]; de: string[]; fr: string[] }[] = [
  {
    delayMinutes: 25,
    en: [
      'Saturday’s races run 25 min late',
      'Hebda Cup, Saturday 13 June: the remaining races start 25 min later than planned.',
    ],
    de: [
      'Rennen am Samstag: 25 min später',
      'Hebda Cup, Samstag, 13. Juni: Die ausstehenden Rennen starten 25 min später als geplant.',
    ],
    fr: [
      'Courses de samedi\u{a0}: 25 min de retard',
      'Hebda Cup, samedi 13 juin\u{a0}: les courses restantes partent 25 min plus tard que prévu.',
    ],
  },
  {
    delayMinutes: -10,
    en: [
      'Saturday’s races run 10 min early',
      'Hebda Cup, Saturday 13 June: the remaining races start 10 min earlier than planned.',
    ],
    de: [
      'Rennen am Samstag: 10 min früher',
      'Hebda Cup, Samstag, 13. Juni: Die ausstehenden Rennen starten 10 min früher als geplant.',
    ],
    fr: [
      'Courses de samedi\u{a0}: 10 min d’avance',
      'Hebda Cup, samedi 13 juin\u{a0}: les courses restantes partent 10 min plus tôt que prévu.',
    ],
  },
  {
    delayMinutes: 0,
    en: [
      'Saturday’s races are on time again',
      'Hebda Cup, Saturday 13 June: the remaining races start as planned.',
    ],
    de: [
      'Rennen am Samstag: wieder im Zeitplan',
      'Hebda Cup, Samstag, 13. Juni: Die ausstehenden Rennen starten wie geplant.',
    ],
    fr: [
      'Courses de samedi\u{a0}: de nouveau à l’heure',
      'Hebda Cup, samedi 13 juin\u{a0}: les courses restantes partent comme prévu.',
    ],
  },
];

for (const { delayMinutes, ...expected } of delays) {
  for (const language of ['en', 'de', 'fr'] as const) {
    test(`a delay of ${delayMinutes} min in ${language}`, () => {
      const day = { venueDay: '2026-06-13', delay: late(delayMinutes) };
      const { title, body } = composeDelay(day, EVENT, { language, boardUrl: BOARD_URL });
      assert.deepEqual([title, body], expected[language]);
    });
  }
}

test('delays from an hour on are said in hours and minutes', () => {
  const titles = [60, 85, -121, 1440].map((delayMinutes) => {
    const day = { venueDay: '2026-06-14', delay: late(delayMinutes) };
    return composeDelay(day, EVENT, { language: 'en', boardUrl: BOARD_URL }).title;
  });
  assert.deepEqual(titles, [
    'Sunday’s races run 1 h late',
    'Sunday’s races run 1 h 25 min late',
    'Sunday’s races run 2 h 1 min early',
    'Sunday’s races run 24 h late',
  ]);
});

test('a delay message leads to its day and replaces what was said of it before', () => {
  const day = { venueDay: '2026-06-13', delay: late(5) };
  const message = composeDelay(day, EVENT, { language: 'en', boardUrl: `${BOARD_URL}/` });
  assert.equal(message.kind, 'schedule-delayed');
  assert.equal(message.url, 'https://regatta.example/events/7#day-2026-06-13');
  assert.equal(message.tag, 'delay-7-2026-06-13');
});

test('a delay that ends says before which time it holds, by the clocks of the venue', () => {
  const until = Date.parse('2026-06-13T17:12:00Z');
  const bodies = (['en', 'de', 'fr'] as const).flatMap((language) =>
    [12, -12].map((minutes) => {
      const day = { venueDay: '2026-06-13', delay: late(minutes, until) };
      return composeDelay(day, EVENT, { language, boardUrl: BOARD_URL }).body;
    }),
  );
  assert.deepEqual(bodies, [
    'Hebda Cup, Saturday 13 June: the races planned before 13:12 start 12 min later than planned.',
    'Hebda Cup, Saturday 13 June: the races planned before 13:12 start 12 min earlier than planned.',
    'Hebda Cup, Samstag, 13. Juni: Die Rennen, die vor 13:12 Uhr geplant sind, starten 12 min später als geplant.',
    'Hebda Cup, Samstag, 13. Juni: Die Rennen, die vor 13:12 Uhr geplant sind, starten 12 min früher als geplant.',
    'Hebda Cup, samedi 13 juin\u{a0}: les courses prévues avant 13:12 partent 12 min plus tard que prévu.',
    'Hebda Cup, samedi 13 juin\u{a0}: les courses prévues avant 13:12 partent 12 min plus tôt que prévu.',
  ]);
});

for (const [language, titles, body] of [
  [
    'en',
    [
      'Race 19A now at 14:00',
      'Race 19A now at 14:00, one later race follows',
      'Race 19A now at 14:00, ten later races follow',
      'Race 19A now at 14:00, 11 later races follow',
    ],
    'Hebda Cup, Saturday 13 June: the new times are on the board.',
  ],
  [
    'de',
    [
      'Rennen 19A jetzt um 14:00',
      'Rennen 19A jetzt um 14:00, auch ein späteres verlegt',
      'Rennen 19A jetzt um 14:00, auch zehn spätere verlegt',
      'Rennen 19A jetzt um 14:00, auch 11 spätere verlegt',
    ],
    'Hebda Cup, Samstag, 13. Juni: Die neuen Zeiten stehen im Zeitplan.',
  ],
  [
    'fr',
    [
      'Course 19A désormais à 14:00',
      'Course 19A désormais à 14:00, une autre course décalée',
      'Course 19A désormais à 14:00, dix autres courses décalées',
      'Course 19A désormais à 14:00, 11 autres courses décalées',
    ],
    'Hebda Cup, samedi 13 juin\u{a0}: les nouvelles heures figurent au programme.',
  ],
] as const) {
  test(`races that are planned anew, in ${language}`, () => {
    const race = { number: '19A', estimatedAt: '2026-06-13T18:00:00Z' };
    const messages = [0, 1, 10, 11].map((laterCount) =>
      composeRetime(race, { venueDay: '2026-06-13', laterCount }, EVENT, {
        language,
        boardUrl: BOARD_URL,
      }),
    );
    assert.deepEqual(
      messages.map(({ title }) => title),
      titles,
    );
    for (const message of messages) {
      assert.equal(message.body, body);
      assert.equal(message.kind, 'schedule-delayed');
      assert.equal(message.url, 'https://regatta.example/events/7#day-2026-06-13');
      assert.equal(message.tag, 'delay-7-2026-06-13', 'it replaces what was said of the day');
    }
  });
}
