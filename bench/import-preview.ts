/** How the preview of an import of 5,000 rows delays other requests. */
import { compareLongestRead } from './longest-read.ts';
import type { Result } from './measure.ts';
import type { Published } from './public.ts';
import { addOffice, cookieOf, copyOf, startProcess, stopProcess, writeInto } from './service.ts';

const RACES = 623;
const LANES = 8;
const MAX_MILLIS = 100;

/** @param folder for files */
export async function importPreviewRow(published: Published, folder: string): Promise<Result> {
  const databaseUrl = copyOf(published.file, folder, 'import-preview');
  const { eventId, token } = await writeInto(databaseUrl, addOffice);
  const service = await startProcess(databaseUrl);
  const client = { ...published.client, url: service.url };
  const headers = {
    cookie: cookieOf(service.url, token),
    origin: service.url,
    'content-type': 'application/json',
  };
  const body = JSON.stringify({ files: [largeTable()], answers: { dates: 'as-printed' } });
  const preview = async () => {
    const url = `${service.url}/console/api/events/${eventId}/import`;
    const answer = await fetch(url, { method: 'POST', headers, body });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`the preview was answered with ${text}`);
  };
  const compared = await compareLongestRead(client, service.process, preview, 'nobody imports');
  await stopProcess(service.process);
  return {
    work: `the longest that \`GET /v1/me\` waits while an import of ${RACES * LANES} rows is previewed`,
    ...compared,
    target: `≤ ${MAX_MILLIS} ms`,
  };
}

function largeTable(): { name: string; content: string } {
  const rows = Array.from({ length: RACES * LANES }, (_, index) => {
    const [race, lane] = [Math.floor(index / LANES), (index % LANES) + 1];
    const minutes = String(race % 60).padStart(2, '0');
    const start = `${String(6 + Math.floor(race / 60)).padStart(2, '0')}:${minutes}`;
    return `${race + 1},2026-06-13,${start},Heat ${race + 1},${lane},Crew ${race}-${lane},6:1${lane}.${race % 10}`;
  });
  const text = ['Race,Date,Start,Title,Lane,Crew,Result', ...rows].join('\n');
  return { name: 'regatta.csv', content: Buffer.from(text).toString('base64') };
}
