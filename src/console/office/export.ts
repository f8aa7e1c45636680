/** Downloads of an event: what `running-order export` writes. */
import { EXPORT_FORMATS } from '../../contract/export.ts';
import { invalid, Refusal } from '../../domain/refusal.ts';
import type { Answer } from '../../http/answers/answer.ts';
import { noSuchEvent } from '../../operations/actor.ts';
import { exportInThread } from '../../operations/export/export-in-thread.ts';
import { loadEvent } from '../../operations/export/load-event.ts';
import {
  LANGUAGE_LIST,
  readLanguages,
  siteJob,
  zippedSite,
} from '../../renderings/site/export-site.ts';
import { type ConsoleRoute, notFound, route } from '../route.ts';

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
    'cache-control': 'no-store',
  };
  return { status: 200, headers, body: Buffer.from(bytes) };
}
