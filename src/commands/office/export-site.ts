/** Exports an event as a site of plain files into a folder, in which an earlier site is replaced whole. */
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { errorMessage, Refusal } from '../../domain/refusal.ts';
import { LANGUAGE_LIST, readLanguages, siteJob } from '../../renderings/site/export-site.ts';
import { isExportedSite, type SiteFile, siteFiles } from '../../renderings/site/site-files.ts';
import { readDefaultLogo } from '../../settings.ts';
import {
  type Command,
  CommandFailed,
  type Context,
  type Outcome,
  readId,
  UsageError,
  type Values,
  withDatabase,
} from '../command.ts';
import { requireEvent, requireFolderOf } from '../existing.ts';

/**
 * `export --to site`.
 *
 * @param command whose usage a wrong call shows
 * @throws CommandFailed where there is no such page, or the folder holds anything but an earlier site
 */
export async function exportSite(
  { event, out, lang, draft }: Values,
  context: Context,
  command: Command,
): Promise<Outcome> {
  const eventId = readId('event', event);
  if (out === undefined) throw new UsageError('--to site needs --out with a folder.', command);
  const { languages, wrong } = readLanguages(lang ?? '');
  if (wrong !== undefined) {
    throw new UsageError(`--lang names languages of ${LANGUAGE_LIST}, such as de,en.`, command);
  }
  const folder = folderOf(out);
  return withDatabase(context, async (database) => {
    await requireEvent(database.reads, eventId);
    const { publicUrl, logoFile } = context.settings;
    const withDraft = draft !== undefined;
    const defaultLogo = readDefaultLogo(logoFile);
    const choice = { languages, publicUrl, defaultLogo, withDraft };
    const job = await siteJob(database, eventId, choice);
    if (job instanceof Refusal) {
      const remedy = withDraft ? 'create its schedule first' : 'publish it, or add --draft';
      throw new CommandFailed(`Event ${eventId} has no published schedule: ${remedy}.`);
    }
    const files = await siteFiles(job);
    try {
      await replaceSite(folder, files);
    } catch (error) {
      if (error instanceof CommandFailed) throw error;
      const reason = errorMessage(error);
      throw new CommandFailed(`${out} cannot be written: ${reason}.`);
    }
    const told = files.map(({ path, bytes }) => ({ path: join(out, path), bytes: bytes.length }));
    const total = told.reduce((sum, { bytes }) => sum + bytes, 0);
    return {
      json: { eventId, to: 'site', files: told, notes: [] },
      text: `Wrote ${told.length} files with ${total} bytes to ${out}.`,
    };
  });
}

/** The path of the folder, with links resolved. @throws CommandFailed where it cannot be replaced */
function folderOf(out: string): string {
  requireFolderOf(out);
  const folder = existsSync(out) ? realpathSync(out) : resolve(out);
  assertReplaceable(folder);
  return folder;
}

function assertReplaceable(folder: string): void {
  if (!existsSync(folder)) return;
  if (!statSync(folder).isDirectory()) {
    throw new CommandFailed(`${folder} is a file: name a folder, which the site becomes.`);
  }
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  if (entries.length === 0) return;
  const paths = entries.map((entry) => {
    const path = relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/');
    // What is neither a file nor a folder, such as a link, was not exported.
    if (!entry.isFile() && !entry.isDirectory()) return `${path}\0`;
    return entry.isDirectory() ? `${path}/` : path;
  });
  const index = join(folder, 'index.html');
  if (isExportedSite(paths, existsSync(index) ? readFileSync(index, 'utf8') : '')) return;
  throw new CommandFailed(
    `${folder} holds more than an exported site: name a folder that is empty or not there yet.`,
  );
}

/** Writes the site beside the folder and renames it, so that a reader sees either the old site or the new one. */
async function replaceSite(folder: string, files: readonly SiteFile[]): Promise<void> {
  const beside = join(dirname(folder), `.${basename(folder)}.${process.pid}`);
  const [fresh, old] = [`${beside}.new`, `${beside}.old`];
  try {
    for (const path of new Set(files.map(({ path }) => dirname(path)))) {
      await mkdir(join(fresh, path), { recursive: true });
    }
    for (const { path, bytes } of files) await writeFile(join(fresh, path), bytes);
    // Another program may have written there meanwhile.
    assertReplaceable(folder);
    const isThere = existsSync(folder);
    if (isThere) await rename(folder, old);
    try {
      await rename(fresh, folder);
    } catch (error) {
      if (isThere) await rename(old, folder);
      throw error;
    }
    await rm(old, { recursive: true, force: true });
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}
