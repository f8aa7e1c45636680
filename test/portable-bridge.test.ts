/** The settings file of the portable bridge, and the command by which the program names itself in hints. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stateFolderName } from '../src/bridge/files/state-files.ts';
import { programName } from '../src/commands/serve.ts';
import { bridgeWords } from '../src/portable-bridge.ts';

test('a settings file becomes options, however an editor has saved it', () => {
  const text =
    '\uFEFF# a comment\r\nfolder = "C:\\Lynx Results"\r\nurl=https://regatta.example/v1/\r\n\r\nevent = 7\r\nmap =\r\n';
  const identity = { folder: 'C:\\Lynx Results', url: 'https://regatta.example', eventId: 7 };
  const words = bridgeWords(text);
  assert.deepEqual(words.slice(0, 8), [
    ...['--key-file', 'key.txt', '--folder', 'C:\\Lynx Results'],
    ...['--url', 'https://regatta.example/v1/', '--event', '7'],
  ]);
  assert.deepEqual(words.length, 10);
  assert.match(words[9] ?? '', new RegExp(`^state[\\\\/]${stateFolderName(identity)}$`));
});

test('all that is missing or unknown in it is said at once', () => {
  assert.throws(() => bridgeWords('fodler = x\nurl = https://regatta.example\nevent =\n'), {
    message: [
      'bridge.txt, line 1: write NAME = VALUE; names: folder, url, event, key-file, map, every, empty-place, start-lists, list-name, day, code-page, crew-in, name-length.',
      'bridge.txt does not say the folder: write a line like folder = C:\\Lynx\\Results',
      'bridge.txt does not say the event: write a line like event = 1',
    ].join('\n'),
  });
  const text = 'folder = x\nurl = https://regatta.example\nevent = regatta\n';
  assert.throws(() => bridgeWords(text), /--event must be an id/);
});

test('the program is called as it was started', () => {
  const cases = [
    ['/usr/bin/node', '/app/bin/running-order.js', false, 'linux', 'node bin/running-order.js'],
    ['/usr/bin/node', '/app/bin/running-order.js', true, 'linux', 'npx running-order'],
    ['/usr/bin/node', '/a/node_modules/.bin/running-order', true, 'linux', 'npx running-order'],
    ['/usr/bin/node', '/usr/local/bin/running-order', false, 'linux', 'running-order'],
    ['/s/runtime/node', '/s/program/bin/running-order.js', false, 'linux', './running-order'],
    [
      ...['E:\\runtime\\node.exe', 'E:\\program\\bin\\running-order.js'],
      ...[false, 'win32', '.\\running-order'],
    ],
  ] as [string, string, boolean, string, string][];
  for (const [runtime, script, isRunByNpm, platform, name] of cases) {
    assert.equal(programName({ runtime, script, isRunByNpm, platform }), name, script);
  }
});
