/** Which properties an event may have, and when it may be a trial, be announced or be removed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  objectionToAnnounced,
  objectionToDays,
  objectionToRemoval,
  objectionToText,
  objectionToTrial,
  refuseDays,
} from '../../src/domain/event/event-rules.ts';

const TEXTS: [property: string, text: string, isRight: boolean][] = [
  ['timezone', 'Europe/Berlin', true],
  ['timezone', 'europe/berlin', true],
  ['timezone', 'UTC', true],
  ['timezone', 'Etc/GMT+5', true],
  ['timezone', 'Europe/Atlantis', false],
  ['timezone', '+02:00', false],
  ['timezone', '', false],
  ['countryCode', '', true],
  ['countryCode', 'DE', true],
  ['countryCode', 'de', true],
  ['countryCode', 'D', false],
  ['countryCode', 'DEU', false],
  ['countryCode', 'D1', false],
  ['countryCode', 'ÖÄ', false],
  ['name', '+02:00', true],
];

for (const [property, text, isRight] of TEXTS) {
  test(`${property} ${JSON.stringify(text)} is ${isRight ? 'right' : 'wrong'}`, () => {
    assert.equal(objectionToText(property, text) === undefined, isRight);
  });
}

const DAYS: [start: string, end: string, objection: RegExp | undefined][] = [
  ['2026-06-13', '2026-06-13', undefined],
  ['2026-06-13', '2026-06-12', /end on 2026-06-12, before it starts on 2026-06-13/],
  ['2026-01-01', '2027-01-01', undefined],
  ['2026-01-01', '2027-01-02', /367 days/],
  ['2028-01-01', '2028-12-31', undefined],
  ['2028-01-01', '2029-01-01', /367 days/],
  ['0001-01-01', '9999-12-31', /days/],
];

for (const [start, end, objection] of DAYS) {
  test(`an event from ${start} to ${end}: ${objection?.source ?? 'right'}`, () => {
    const said = objectionToDays(start, end);
    const refusal = refuseDays(start, end, 'startDate');
    if (!objection) assert.deepEqual([said, refusal], [undefined, undefined]);
    else {
      assert.match(said ?? '', objection);
      assert.deepEqual(refusal?.violations, [{ field: 'startDate', detail: said }]);
    }
  });
}

const TRIALS: [wasTrial: boolean, isTrial: boolean, wasPublished: boolean, isAllowed: boolean][] = [
  [false, false, false, true],
  [false, false, true, true],
  [true, false, false, true],
  [true, false, true, true],
  [true, true, true, true],
  [false, true, false, true],
  [false, true, true, false],
];

for (const [wasTrial, isTrial, wasPublished, isAllowed] of TRIALS) {
  test(`trial ${wasTrial} → ${isTrial}, published before: ${wasPublished}`, () => {
    const objection = objectionToTrial(wasTrial, isTrial, wasPublished);
    assert.equal(objection?.code, isAllowed ? undefined : 'conflict');
  });
}

const REMOVALS: [
  event: { trial: boolean; announced: boolean },
  wasPublished: boolean,
  inTheWay: RegExp | undefined,
][] = [
  [{ trial: false, announced: false }, false, undefined],
  [{ trial: true, announced: false }, false, undefined],
  [{ trial: true, announced: false }, true, undefined],
  [{ trial: true, announced: true }, true, undefined],
  [{ trial: false, announced: false }, true, /archived/],
  [{ trial: false, announced: true }, true, /archived/],
  [{ trial: false, announced: true }, false, /take the announcement back/],
];

for (const [event, wasPublished, inTheWay] of REMOVALS) {
  test(`removal of ${JSON.stringify(event)}, published: ${wasPublished}`, () => {
    const objection = objectionToRemoval(event, wasPublished);
    assert.equal(objection?.code, inTheWay && 'conflict');
    if (inTheWay) assert.match(objection?.detail ?? '', inTheWay);
  });
}

for (const [was, is, isPublished, isAllowed] of [
  [false, true, false, true],
  [false, true, true, true],
  [false, false, true, true],
  [true, false, false, true],
  [true, true, true, true],
  [true, false, true, false],
] as const) {
  test(`announced ${was} to ${is}, published: ${isPublished}`, () => {
    const objection = objectionToAnnounced(was, is, isPublished);
    assert.equal(objection?.code, isAllowed ? undefined : 'conflict');
  });
}
