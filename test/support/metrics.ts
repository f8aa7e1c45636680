/** The metrics of a service as numbers. */
import assert from 'node:assert/strict';

export class Samples {
  readonly text: string;
  private readonly values = new Map<string, number>();

  constructor(text: string) {
    this.text = text;
    for (const line of text.split('\n')) {
      if (line === '' || /^# (HELP|TYPE) [a-z0-9_]+ \S/.test(line)) continue;
      const [, name = '', labels = '', value] =
        /^([a-z0-9_]+)(?:\{(.*)\})? (-?[\d.]+(?:e-?\d+)?)$/.exec(line) ?? [];
      assert.notEqual(value, undefined, `not a line of metrics: ${line}`);
      const pairs = [...labels.matchAll(/([a-z0-9_]+)="([^"]*)"/g)];
      const key = keyOf(name, Object.fromEntries(pairs.map(([, k, v]) => [k, v])));
      assert.ok(!this.values.has(key), `it stands twice: ${line}`);
      this.values.set(key, Number(value));
    }
  }

  /** One value; all its labels have to be named. @returns 0 when there is none */
  get(name: string, labels: Record<string, string> = {}): number {
    return this.values.get(keyOf(name, labels)) ?? 0;
  }

  has(name: string, labels: Record<string, string> = {}): boolean {
    return this.values.has(keyOf(name, labels));
  }

  /** The values of one label of a metric. */
  labelsOf(name: string, label: string): Set<string> {
    const found = new Set<string>();
    for (const key of this.values.keys()) {
      const [of, labels] = JSON.parse(key) as [string, [string, string][]];
      for (const [each, value] of labels) if (of === name && each === label) found.add(value);
    }
    return found;
  }
}

function keyOf(name: string, labels: Record<string, string>): string {
  return JSON.stringify([name, Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1))]);
}

/** Reads `/metrics`. */
export async function readMetrics(url: string): Promise<Samples> {
  const reply = await fetch(`${url}/metrics`);
  assert.equal(reply.status, 200);
  return new Samples(await reply.text());
}
