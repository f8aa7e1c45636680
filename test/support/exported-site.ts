/** Checks the files of an exported site: plain, whole, and in need of nothing from elsewhere. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';

export type SiteTexts = ReadonlyMap<string, string>;

/** The files of a site in a folder, by their paths. */
export function readSite(folder: string): SiteTexts {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
  return new Map(
    paths.map((path) => [path.replaceAll(sep, '/'), readFileSync(join(folder, path), 'utf8')]),
  );
}

/** Follows every link of every page, and fails on whatever would load from another place or run as script. */
export function assertPlainSite(site: SiteTexts): void {
  const pages = [...site].filter(([path]) => path.endsWith('.html'));
  assert.ok(site.has('index.html'));
  for (const [path, html] of pages) {
    assert.match(html, /^<!doctype html>\n<html lang="[a-z]{2}">/, path);
    assert.equal(html.match(/<h1>/g)?.length, 1, path);
    const markup = html.replace(/<style>[\s\S]*?<\/style>/, '');
    assert.doesNotMatch(
      markup,
      /<(?!\/?(?:html|head|meta|link|title|body|header|main|footer|nav|section|h[1-3]|p|a|img|ul|li|table|caption|tr|th|td|s|bdi)\b|!doctype)/,
      path,
    );
    assert.doesNotMatch(
      markup.replaceAll(/"[^"]*"/g, '""'),
      /<[^>]*\s(?:srcset|style|on\w+|action|integrity)=/,
      path,
    );
    assert.doesNotMatch(html.match(/<style>[\s\S]*?<\/style>/)?.[0] ?? '', /url\(|@import/, path);
    assert.match(html, /default-src 'none'/, path);
    assert.equal(
      markup.match(/<table>/g)?.length,
      markup.match(/<table><caption>[^<]+<\/caption>/g)?.length,
      path,
    );
    for (const [, src = ''] of markup.matchAll(/(?:<link rel="icon" href|\ssrc)="([^"]*)"/g)) {
      assert.match(src, /^(?:\.\.\/)*logo\.(?:svg|png|jpg|webp)$/, path);
      assert.ok(site.has(posix.join(posix.dirname(path), src)), `${path} shows ${src}`);
    }
    for (const [, href = ''] of markup.matchAll(/<a href="([^"]*)"/g)) {
      assert.match(href, /^(?:\.\.\/)*[\w-]+(?:\/[\w-]+)?(?:\/\d+)?\.(?:html|csv|ics|json)$/, path);
      const target = posix.join(posix.dirname(path), href);
      assert.ok(site.has(target), `${path} leads to ${href}`);
    }
  }
}
