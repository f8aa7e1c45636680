/** Server-sent events in whatever pieces they arrive. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventReader, type StreamEvent } from '../../web/src/event-stream.ts';

const TEXT =
  ': hello\n\nevent: change\nid: 4\ndata: {"revision":4}\n\n: still here\n\ndata:a\ndata: b\n\n';
const EVENTS = [
  { event: 'change', data: '{"revision":4}' },
  { event: 'message', data: 'a\nb' },
];

function readAll(pieces: string[]): StreamEvent[] {
  const events: StreamEvent[] = [];
  const read = eventReader((event) => events.push(event));
  for (const piece of pieces) read(piece);
  return events;
}

test('events are read, comments are not', () => {
  assert.deepEqual(readAll([TEXT]), EVENTS);
});

test('every way to cut the stream in two reads the same', () => {
  for (let cut = 1; cut < TEXT.length; cut++)
    assert.deepEqual(readAll([TEXT.slice(0, cut), TEXT.slice(cut)]), EVENTS, `cut at ${cut}`);
});

test('lines may end as they do on any system', () => {
  assert.deepEqual(readAll([...TEXT.replaceAll('\n', '\r\n')]), EVENTS);
});

test('an event that is not finished is not read', () => {
  assert.deepEqual(readAll(['event: change\ndata: 1\n']), []);
});
