/** Downloads of an event: what `running-order export` writes. */
import { EXPORT_FORMATS } from '../../contract/export.ts';
import { noSuchEvent } from '../../operations/actor.ts';
import { exportInThread } from '../../operations/export/export-in-thread.ts';
import { loadEvent } from '../../operations/export/load-event.ts';
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
    const headers = {
      'content-type': contentType,
      'content-disposition': `attachment; filename="${name.replace('.', `-${eventId}.`)}"`,
      'cache-control': 'no-store',
    };
    return { status: 200, headers, body: Buffer.from(bytes) };
  }),
];
