/** The authorisation matrix: every route of the table, requested by every kind of person, compared with the table. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CONSOLE_ROUTES as HANDLED } from '../../src/app.ts';
import type { Console } from '../../src/console/console.ts';
import { consoleRoutes } from '../../src/console/route.ts';
import { CONSOLE_ROUTES } from '../../src/contract/console/routes.ts';
import {
  type ConsoleRow,
  type RouteKey,
  splitKey,
  type Who,
} from '../../src/contract/route-table.ts';
import { setRole } from '../../src/storage/accounts/accounts.ts';
import { addPerson, Browser } from '../support/people.ts';
import { type Reply, startTestService } from '../support/service.ts';

type Asker = 'nobody' | 'stranger' | 'member' | 'manager' | 'admin' | 'operator';

/** For each permission: who is refused, and with which status; all others are allowed. */
const REFUSED: Record<Who, Partial<Record<Asker, 401 | 403 | 404>>> = {
  anybody: {},
  'signed-in': { nobody: 401 },
  'schedule-manager': { nobody: 401, stranger: 403, member: 403, operator: 403 },
  'club-member': { nobody: 401, stranger: 404 },
  'club-admin': { nobody: 401, stranger: 404, member: 403, manager: 403 },
  operator: { nobody: 401, stranger: 403, member: 403, manager: 403, admin: 403 },
  'event-manager': { nobody: 401, stranger: 404, member: 404, operator: 404 },
  'event-admin': { nobody: 401, stranger: 404, member: 404, manager: 403, operator: 404 },
};

const browsers = new Map<Asker, Browser>();

const service = await startTestService();
const ids = await service.provision();
browsers.set('nobody', new Browser(service));
for (const asker of ['stranger', 'member', 'manager', 'admin', 'operator'] as const) {
  const { userId, email } = await addPerson(service.database);
  await service.database.write(async (tx) => {
    if (asker === 'operator') {
      await tx.updateTable('users').set({ is_operator: 1 }).where('id', '=', userId).execute();
    } else if (asker !== 'stranger') {
      const role = asker === 'manager' ? 'schedule_manager' : asker;
      await setRole(tx, userId, ids.clubId, role);
    }
  });
  const browser = new Browser(service);
  await browser.signIn(email);
  browsers.set(asker, browser);
}

/** Sends an invalid body, `null`. The club and the event in the path exist; no other id in it does. */
async function ask(asker: Asker, key: RouteKey, { body }: ConsoleRow): Promise<Reply> {
  const [method, path] = splitKey(key);
  const concrete = path.replaceAll(/\{(\w+)\}/g, (_, name) =>
    String(name in ids ? ids[name as keyof typeof ids] : 999_999),
  );
  const browser = browsers.get(asker);
  assert.ok(browser);
  return browser.send(method, concrete, body && 'null');
}

/** The answer would not end; afterwards session or event would be gone; and members may remove only themselves. */
const NOT_ASKED_BY_WHO_MAY = [
  'GET /events/{eventId}/live',
  'DELETE /session',
  'DELETE /events/{eventId}',
  'DELETE /clubs/{clubId}/members/{userId}',
];

for (const [key, row] of Object.entries<ConsoleRow>(CONSOLE_ROUTES)) {
  test(`${key} is for ${row.who}`, async () => {
    for (const asker of browsers.keys()) {
      const status = REFUSED[row.who][asker];
      if (status === undefined && NOT_ASKED_BY_WHO_MAY.includes(key)) continue;
      const reply = await ask(asker, key as RouteKey, row);
      const said = `${asker}: ${reply.status} ${reply.text}`;
      if (status !== undefined) assert.equal(reply.status, status, said);
      else assert.ok(!isRefused(reply), said);
    }
  });
}

/** Whether the answer refuses the person: at all, or for this club or event. */
function isRefused({ status, json }: Reply): boolean {
  if (status === 401 || status === 403 || json?.code === 'event_not_found') return true;
  return json?.code === 'not_found' && json.detail === 'There is no such club.';
}

test('a route without a handler, or with two, keeps the service from starting', () => {
  const [first] = HANDLED;
  assert.ok(first);
  const start = (routes: typeof HANDLED) => () => consoleRoutes({} as Console, routes);
  assert.throws(start(HANDLED.slice(1)), { message: `No handler answers ${first.key}.` });
  assert.throws(start([...HANDLED, first]), { message: `Two handlers answer ${first.key}.` });
});
