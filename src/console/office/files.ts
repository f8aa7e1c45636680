/**
 * Importing files: first a request that answers what the import would do; then one with the `preview` of that answer, which
 * writes it. And downloads of an event: the same files that `running-order export` writes.
 */
import { EXPORT_FORMATS } from '../../contract/export.ts';
import type { ImportAnswer, ImportWrite } from '../../contract/import.ts';
import { MAX_IMPORT_BYTES, MAX_IMPORT_FILE_BYTES } from '../../contract/limits.ts';
import type { Violation } from '../../contract/problem.ts';
import { invalid, Refusal } from '../../domain/refusal.ts';
import type { NamedFile } from '../../exchange/reading/reading.ts';
import { isJsonObject } from '../../exchange/text/text.ts';
import type { Answer } from '../../http/answers/answer.ts';
import { NO_STORE } from '../../http/answers/cache-control.ts';
import { noSuchEvent, signedInPerson } from '../../operations/actor.ts';
import { exportInThread } from '../../operations/export/export-in-thread.ts';
import { loadEvent } from '../../operations/export/load-event.ts';
import { importFiles } from '../../operations/import/import-files.ts';
import {
  LANGUAGE_LIST,
  readLanguages,
  siteJob,
  zippedSite,
} from '../../renderings/site/export-site.ts';
import { newestNumber } from '../../storage/history/history.ts';
import { type CallOf, type ConsoleRoute, consoleTurn, notFound, route } from '../route.ts';

export const IMPORT_ROUTES: readonly ConsoleRoute[] = [
  route('POST /events/{eventId}/import', (call) =>
    call.console.imports.hold(call.session.userId, () => importOf(call)),
  ),
];

async function importOf({
  console,
  session: { userId },
  found: eventId,
  read,
}: CallOf<'POST /events/{eventId}/import'>): Promise<ImportAnswer | Refusal> {
  const form = await read();
  if (form instanceof Refusal) return form;
  const { files, answers = {}, preview } = form.value;
  const decoded = decode(files, answers);
  if (decoded instanceof Refusal) return decoded;
  const terms = {
    actor: signedInPerson(userId),
    eventId,
    isPreview: preview === undefined,
    // A getter, because reading takes time: the write waits in the queue only from when it is added.
    get turn() {
      return consoleTurn();
    },
  };
  const wish = { files: decoded, answers, seen: preview };
  const document = await importFiles(console, terms, wish);
  if (document instanceof Refusal) return document;
  return { ...document, revision: await newestNumber(console.database.reads, eventId) };
}

/** The bytes of the files; or 422: a file is not base64 or too large, there is none, or `answers` is not an object. */
function decode(files: ImportWrite['files'], answers: unknown): readonly NamedFile[] | Refusal {
  const violations: Violation[] = [];
  const decoded = files.map(({ name, content }, index) => {
    const bytes = Buffer.from(content, 'base64');
    const objection = objectionTo(content, bytes);
    if (objection) violations.push({ field: `files[${index}].content`, detail: objection });
    return { name, bytes };
  });
  const total = decoded.reduce((sum, { bytes }) => sum + bytes.length, 0);
  if (total > MAX_IMPORT_BYTES) {
    violations.push({ field: 'files', detail: `must have at most ${MAX_IMPORT_BYTES} bytes` });
  }
  if (files.length === 0) violations.push({ field: 'files', detail: 'must name a file' });
  if (!isJsonObject(answers)) {
    violations.push({ field: 'answers', detail: 'must be an object' });
  }
  return violations.length > 0 ? invalid(violations) : decoded;
}

function objectionTo(content: string, bytes: Buffer): string | undefined {
  if (bytes.length > MAX_IMPORT_FILE_BYTES) {
    return `must have at most ${MAX_IMPORT_FILE_BYTES} bytes`;
  }
  // Node.js skips characters that are not base64: then the length does not fit.
  const padding = /=*$/.exec(content.slice(-2))?.[0].length ?? 0;
  const isWhole = content.length % 4 === 0 && bytes.length === (content.length / 4) * 3 - padding;
  return isWhole ? undefined : 'must be base64';
}

export const EXPORT_ROUTES: readonly ConsoleRoute[] = [
  route('GET /events/{eventId}/export/{format}', async ({ console, exchange, found: eventId }) => {
    const format = EXPORT_FORMATS.find((name) => name === exchange.params.format);
    if (!format) return notFound('kind of file');
    const now = Date.now();
    const event = await loadEvent(console.database, eventId, now);
    if (!event) return noSuchEvent();
    const options = { now, isWorkbook: true };
    const { name, contentType, bytes } = await exportInThread({ event, format, options });
    return download(name.replace('.', `-${eventId}.`), contentType, bytes);
  }),
  route('GET /events/{eventId}/export/site', async ({ console, exchange, found: eventId }) => {
    const { languages, wrong } = readLanguages(exchange.query.get('lang') ?? '');
    if (wrong !== undefined) {
      return invalid([{ field: 'lang', detail: `must name languages of ${LANGUAGE_LIST}` }]);
    }
    const { publicUrl } = console.settings;
    const choice = { languages, publicUrl, defaultLogo: console.logo, withDraft: false };
    const job = await siteJob(console.database, eventId, choice);
    if (job instanceof Refusal) return job;
    const bytes = await zippedSite(job);
    if (bytes) return download(`site-${eventId}.zip`, 'application/zip', bytes);
    return invalid([{ field: 'lang', detail: 'gives more files than an archive can hold' }]);
  }),
];

function download(name: string, contentType: string, bytes: Uint8Array): Answer {
  const headers = {
    'content-type': contentType,
    'content-disposition': `attachment; filename="${name}"`,
    'cache-control': NO_STORE,
  };
  return { status: 200, headers, body: Buffer.from(bytes) };
}
