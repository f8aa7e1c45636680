/** A reporter of `node:test` that names the files of which a test failed, one a line. */
import { relative } from 'node:path';
import type { TestEvent } from 'node:test/reporters';

export default async function* failedFiles(events: AsyncIterable<TestEvent>) {
  const named = new Set<string>();
  for await (const { type, data } of events) {
    const file = type === 'test:fail' ? (data.file ?? data.name) : undefined;
    if (file === undefined || named.has(file)) continue;
    named.add(file);
    yield `${relative('.', file)}\n`;
  }
}
