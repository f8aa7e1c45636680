/** The examples push the same regatta, in each language that this machine can run; a second push changes nothing. */
import assert from 'node:assert/strict';
import { execFile, spawn, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from '../support/server.ts';
import { startTestService } from '../support/service.ts';
import { end, ours } from '../support/started.ts';
import { until } from '../support/until.ts';
import { installBuiltClient } from './built-client.ts';
import { startFaultProxy } from './fault-proxy.ts';

const EXAMPLES = fileURLToPath(new URL('../../sdk/examples', import.meta.url));
const PRINTED = "1 Quayside\n2 St. Mary's Ü\n";

const service = await startTestService();
const folder = installBuiltClient();

/** Why the example cannot run here, or `false`. */
function without(program: string): string | false {
  const isThere = spawnSync(program, ['--version']).status === 0;
  return isThere ? false : `${program} is not installed, so this example was not run`;
}

/** The parts of .NET Framework that the example in C# refers to. */
const MONO = ['-r:System.Net.Http', '-r:System.Runtime.Serialization'];

/** Why the example in C# cannot run here, or `false`: Mono may be installed without these parts. */
function withoutMono(): string | false {
  const empty = join(tmpdir(), `running-order-${process.pid}`);
  writeFileSync(`${empty}.cs`, 'class Empty { static void Main() {} }\n');
  try {
    const { status } = spawnSync('mcs', [...MONO, `-out:${empty}.exe`, `${empty}.cs`]);
    if (status === 0) return without('mono');
    return without('mcs') || `mcs knows no ${MONO.join(' ')}, so this example was not run`;
  } finally {
    for (const ending of ['cs', 'exe']) rmSync(`${empty}.${ending}`, { force: true });
  }
}

/** Runs an example twice, the first time through an outage. @returns what it printed */
async function pushTwice(program: string, ...words: string[]): Promise<string> {
  const { key, eventId, send } = await service.provision();
  const proxy = await startFaultProxy(service.url);
  const settings = {
    RUNNING_ORDER_URL: proxy.url,
    RUNNING_ORDER_KEY: key,
    RUNNING_ORDER_EVENT: String(eventId),
  };
  const run = () =>
    promisify(execFile)(program, words, {
      cwd: folder,
      env: { ...process.env, ...settings, PYTHONIOENCODING: 'utf-8' },
      timeout: 120_000,
    });
  try {
    proxy.faults.push('none', { status: 503, headers: { 'retry-after': '1' } });
    const first = await run();
    const before = (await send('GET', '/schedule')).json;
    const [race] = before.races;
    assert.deepEqual(
      race.lanes.map((lane: Record<string, unknown>) => [
        lane.position,
        lane.teamName,
        lane.finishPlace,
      ]),
      [
        [2, 'Quayside', 1],
        [3, "St. Mary's Ü", 2],
      ],
    );
    assert.deepEqual(
      [race.externalId, race.title, race.scheduledAt, before.laneScheme],
      ['W4x Heat 1', 'Women 4x, Heat 1', '2026-06-13T07:00:00Z', ['1', '2', '3', '4']],
    );
    const second = await run();
    assert.equal(second.stdout, first.stdout);
    assert.deepEqual((await send('GET', '/schedule')).json, before, 'repeated, it changes nothing');
    return first.stdout;
  } finally {
    proxy.stop();
  }
}

describe('examples', { concurrency: true }, () => {
  test('the example in TypeScript', async () => {
    copyFileSync(join(EXAMPLES, 'push.ts'), join(folder, 'push.ts'));
    assert.equal(await pushTwice(process.execPath, join(folder, 'push.ts')), PRINTED);
  });

  test('the example with curl', { skip: without('bash') || without('curl') }, async () => {
    const race = JSON.parse(await pushTwice('bash', join(EXAMPLES, 'push.sh')));
    assert.equal(race.lanes[0].finishPlace, 1);
  });

  test('the example in Python', { skip: without('python3') }, async () => {
    assert.equal(await pushTwice('python3', join(EXAMPLES, 'push.py')), PRINTED);
  });

  test('the watch in Python', { skip: without('python3') }, async () => {
    const { key, eventId, send } = await service.provision();
    await send('POST', '/schedule', {});
    await send('PUT', '/teams', [
      { externalId: 'c', name: 'Quayside' },
      { externalId: 'd', name: 'Riverside' },
    ]);
    await send('PUT', '/races', [
      { externalId: 'head', raceNumber: 1, scheduledAt: '2026-06-13T09:00:00Z' },
    ]);
    const lanes = [
      { position: 1, positionLabel: '300', teamExternalId: 'c' },
      { position: 2, positionLabel: '302', teamExternalId: 'd' },
    ];
    await send('PUT', '/races/head/entries', lanes);
    const proxy = await startFaultProxy(service.url);
    const settings = {
      RUNNING_ORDER_URL: proxy.url,
      RUNNING_ORDER_KEY: key,
      RUNNING_ORDER_EVENT: String(eventId),
    };
    const watch = async (what: string, typed: string) => {
      const env = { ...process.env, ...settings };
      const words = [join(EXAMPLES, 'watch.py'), what, 'head'];
      const running = promisify(execFile)('python3', words, { env, timeout: 60_000 });
      running.child.stdin?.end(typed);
      return (await running).stdout;
    };
    assert.match(await watch('start', '300\n'), /^300 \d\d:\d\d:\d\d\.\d{3} *\n$/);
    // A boat's time is when its number was typed, however long the network delays what is sent.
    const outage = { status: 503, headers: { 'retry-after': '1' } };
    proxy.faults.push(outage, 'none', 'cut the body', outage, 'none', outage);
    const printed = await watch('finish', '301\n300\n302\n');
    proxy.stop();
    assert.match(printed, /^! 301 \d\d:\d\d:\d\d\.\d{3} .*names no lane of this race: "301"/);
    const [race] = (await send('GET', '/schedule')).json.races;
    assert.equal(race.lanes[0].status, 'finished');
    assert.ok(printed.includes(` ${race.lanes[0].finishTimeMillis} `));
    const timing = await service.send('GET', `/timing/v1/events/${eventId}/races/head`, { key });
    const [first, last] = timing.json.entries.map((entry: { finishedAt: string }) =>
      Date.parse(entry.finishedAt),
    );
    assert.ok(last - first < 1500, `${last - first} ms between two lines that were typed at once`);
  });

  for (const [language, program, file] of [
    ['TypeScript', process.execPath, 'receive.ts'],
    ['Python', 'python3', 'receive.py'],
  ] as const) {
    test(`the receiver in ${language}`, { skip: without(program) }, async () => {
      copyFileSync(join(EXAMPLES, file), join(folder, file));
      const port = String(await freePort());
      const secret = `whsec_${'A'.repeat(43)}=`;
      const env = { ...process.env, WEBHOOK_SECRET: secret, PORT: port };
      const child = ours(spawn(program, [join(folder, file)], { cwd: folder, env }));
      let printed = '';
      child.stdout.on('data', (chunk) => {
        printed += chunk;
      });
      try {
        await until('it listens', () => printed.includes('Listening'));
        const races = [{ id: 1, externalId: 'r16', raceNumber: 16 }];
        const data = { eventId: 7, revision: 1, races, more: 0, board: 'https://x/board' };
        const body = JSON.stringify({ type: 'results.changed', data });
        const post = async (signedWith: string) => {
          const at = String(Math.floor(Date.now() / 1000));
          const key = Buffer.from(signedWith.slice(6), 'base64');
          const signature = createHmac('sha256', key)
            .update(`msg_1.${at}.${body}`)
            .digest('base64');
          const headers = {
            ...{ 'webhook-id': 'msg_1', 'webhook-timestamp': at },
            'webhook-signature': `v1,${signature}`,
          };
          const address = `http://127.0.0.1:${port}/`;
          return (await fetch(address, { method: 'POST', headers, body })).status;
        };
        const cut = connect(Number(port));
        cut.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\nhalf', () =>
          cut.destroy(),
        );
        await once(cut, 'close');
        assert.equal(await post(`whsec_${'B'.repeat(43)}=`), 401);
        assert.deepEqual([await post(secret), await post(secret)], [204, 204]);
        await until('it has said so', () => printed.includes('results.changed'));
      } finally {
        await end(child, 'SIGKILL');
      }
      assert.equal(printed.split('\n')[1], 'results.changed races 16 see https://x/board');
      assert.equal(printed.split('results.changed').length, 2, 'once');
    });
  }

  test('the example in PowerShell', { skip: without('pwsh') }, async () => {
    const printed = await pushTwice('pwsh', '-NoProfile', '-File', join(EXAMPLES, 'push.ps1'));
    assert.equal(printed.replaceAll('\r', ''), PRINTED);
  });

  test('the example in C#', { skip: without('dotnet') }, async () => {
    copyFileSync(join(EXAMPLES, 'Push.cs'), join(folder, 'Push.cs'));
    const project = join(folder, 'push.csproj');
    const [major] = String(spawnSync('dotnet', ['--version']).stdout).split('.');
    const properties = `<OutputType>Exe</OutputType><Nullable>enable</Nullable><TargetFramework>net${major}.0</TargetFramework>`;
    writeFileSync(
      project,
      `<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup>${properties}</PropertyGroup></Project>\n`,
    );
    assert.equal(await pushTwice('dotnet', 'run', '--project', project), PRINTED);
  });

  test('the example in C#, with Mono', { skip: withoutMono() }, async () => {
    const program = join(folder, 'push.exe');
    const said = spawnSync('mcs', [...MONO, `-out:${program}`, join(EXAMPLES, 'Push.cs')]);
    assert.equal(`${said.stdout}${said.stderr}`, '', 'neither an error nor a warning');
    assert.equal(await pushTwice('mono', program), PRINTED);
  });
});
