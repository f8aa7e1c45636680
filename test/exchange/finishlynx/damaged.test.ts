/** Damaged files of FinishLynx: each is read, or refused in a sentence, in time. */
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { test } from 'node:test';
import { readLif } from '../../../src/exchange/finishlynx/read-lif.ts';
import { readStartList } from '../../../src/exchange/finishlynx/read-start-list.ts';
import type { NamedFile, Reader } from '../../../src/exchange/reading/reading.ts';
import { readDamaged } from '../damage.ts';

const SAMPLES = 'test/exchange/samples/finishlynx';
const sample = (path: string): NamedFile => ({ name: basename(path), bytes: readFileSync(path) });

test('damaged results', () => {
  readDamaged(readLif, globSync(`${SAMPLES}/**/*.lif`).sort().map(sample));
});

test('damaged start lists', () => {
  const [evt, sch, ppl] = ['evt', 'sch', 'ppl'].map((end) =>
    sample(`${SAMPLES}/regatta/lynx.${end}`),
  );
  const whole = { evt: evt?.bytes ?? new Uint8Array(), sch: sch?.bytes, ppl: ppl?.bytes };
  const readers: Record<string, Reader> = {
    'lynx.evt': ({ bytes }) => readStartList({ ...whole, evt: bytes }),
    'lynx.sch': ({ bytes }) => readStartList({ ...whole, sch: bytes }),
    'lynx.ppl': ({ bytes }) => readStartList({ ...whole, ppl: bytes }),
  };
  const reader: Reader = (file, answers, event) => {
    const own = readers[file.name] ?? readLif;
    return own(file, answers, event);
  };
  readDamaged(
    reader,
    [evt, sch, ppl].filter((file) => file !== undefined),
  );
});
