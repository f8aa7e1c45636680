/** The organiser's logo, for big screens. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { SettingRefused } from '../../src/settings.ts';
import { published } from '../support/board.ts';
import { startTestService } from '../support/service.ts';
import { newFolder } from '../support/started.ts';

const folder = newFolder();

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

/** Writes a file with this content. @returns its path */
function file(name: string, bytes: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

function folderNamed(name: string): string {
  const path = join(folder, name);
  mkdirSync(path);
  return path;
}

describe('a logo', () => {
  const cases: [path: string, type: string][] = [
    ['web/public/icon-192.png', 'image/png'],
    [file('Club.SVG', SVG), 'image/svg+xml'],
    [file('club.jpeg', Buffer.alloc(1024 * 1024)), 'image/jpeg'],
  ];
  for (const [path, type] of cases) {
    test(`is served as ${type}, runs nothing, and pages name it`, async () => {
      const service = await startTestService({ LOGO_FILE: path });
      try {
        const event = await published(service);
        const answer = await fetch(`${service.url}/logo`);
        assert.equal(answer.status, 200);
        assert.equal(answer.headers.get('content-type'), type);
        assert.match(
          answer.headers.get('content-security-policy') ?? '',
          /default-src 'none'.*sandbox/,
        );
        assert.equal(answer.headers.get('cache-control'), 'no-cache');
        assert.deepEqual(Buffer.from(await answer.arrayBuffer()), readFileSync(path));
        for (const page of ['/', `/events/${event.eventId}/display`]) {
          const { text } = await service.send('GET', page);
          assert.match(text, /<meta name="logo" content="logo">/);
        }
      } finally {
        await service.stop();
      }
    });
  }

  test('that is not set is not there, and no page names it', async () => {
    const service = await startTestService();
    try {
      const { status, json } = await service.send('GET', '/logo');
      assert.deepEqual([status, json.code], [404, 'route_not_found']);
      assert.doesNotMatch((await service.send('GET', '/')).text, /name="logo"/);
    } finally {
      await service.stop();
    }
  });

  const bad: [what: string, path: string, said: RegExp][] = [
    ['is not there', join(folder, 'none.png'), /LOGO_FILE cannot be read \(ENOENT\)/],
    ['is a folder', mkdtempSync(join(folder, 'x')), /LOGO_FILE must end in one of \.jpeg, /],
    ['is a folder by another name', folderNamed('x.png'), /LOGO_FILE cannot be read \(EISDIR\)/],
    ['is no picture', file('logo.html', '<p>'), /LOGO_FILE must end in one of \.jpeg, /],
    ['is too large', file('large.png', Buffer.alloc(1024 * 1024 + 1)), /at most 1048576 bytes/],
  ];
  for (const [what, path, said] of bad) {
    test(`that ${what} is refused at the start, by the name of the setting`, async () => {
      await assert.rejects(startTestService({ LOGO_FILE: path }), (error) => {
        assert.ok(error instanceof SettingRefused);
        assert.match(error.message, said);
        return true;
      });
    });
  }
});
