/** The collection for Postman and Bruno: fresh, complete, and each of its requests works as it stands. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { OPERATIONS } from '../../src/contract/operations.ts';
import { postmanCollection } from '../../src/contract/postman.ts';
import { startTestService, type TestService } from '../support/service.ts';

interface Collection {
  variable: { key: string; value: string }[];
  auth: { type: string; bearer: { value: string }[] };
  item: { name: string; item: Item[] }[];
}

interface Item {
  name: string;
  request: {
    method: string;
    url: { raw: string; path: string[]; variable: { key: string; value: string }[] };
    body?: { raw: string };
  };
}

const committed: Collection = JSON.parse(
  readFileSync(new URL('../../postman-collection.json', import.meta.url), 'utf8'),
);

let service: TestService;

before(async () => {
  service = await startTestService();
});
after(() => service.stop());

test('postman-collection.json is what the schemas say', () => {
  const made = JSON.parse(JSON.stringify(postmanCollection('http://127.0.0.1:8080/v1')));
  assert.deepEqual(committed, made, 'stale: run "npm run openapi"');
});

test('it has each operation once', () => {
  const requests = committed.item.flatMap(({ item }) => item);
  const told = requests.map(({ request: { method, url } }) => {
    return `${method} /${url.path.join('/').replaceAll(/:(\w+)/g, '{$1}')}`;
  });
  const wanted = OPERATIONS.map(({ method, path }) => `${method} ${path}`);
  assert.deepEqual(told.toSorted(), wanted.toSorted());
});

test('sent one after the other, all of them work', async () => {
  const { key, eventId, send } = await service.provision();
  await send('POST', '/schedule', {});
  const variables = new Map(committed.variable.map((each) => [each.key, each.value]));
  variables.set('baseUrl', `${service.url}/v1`).set('apiKey', key).set('eventId', String(eventId));
  const filled = (text: string) =>
    text.replaceAll(/\{\{(\w+)\}\}/g, (_, name) => {
      return variables.get(name) ?? assert.fail(`there is a variable ${name}`);
    });
  const authorization = `Bearer ${filled(committed.auth.bearer[0]?.value ?? '')}`;
  for (const { name, request } of committed.item.flatMap(({ item }) => item)) {
    const { method, url, body } = request;
    const path = new Map(url.variable.map((each) => [each.key, filled(each.value)]));
    const address = url.raw.replaceAll(/\/:(\w+)/g, (_, step) => `/${path.get(step)}`);
    const headers = { authorization, ...(body && { 'content-type': 'application/json' }) };
    const answer = await fetch(filled(address), {
      method,
      headers,
      ...(body && { body: body.raw }),
    });
    assert.ok(answer.ok, `${name}: ${answer.status} ${await answer.text()}`);
    await answer.arrayBuffer().catch(() => undefined);
  }
});
