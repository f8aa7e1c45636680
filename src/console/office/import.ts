/** Importing files: what would become of them, and with the `preview` of that answer, writing it. */
import type { ImportAnswer, ImportWrite } from '../../contract/console/office-import.ts';
import { MAX_IMPORT_BYTES, MAX_IMPORT_FILE_BYTES } from '../../contract/limits.ts';
import type { Violation } from '../../contract/problem.ts';
import { invalid, Refusal, TooOften } from '../../domain/refusal.ts';
import type { NamedFile } from '../../exchange/reading/reading.ts';
import { signedInPerson } from '../../operations/actor.ts';
import { importFiles } from '../../operations/import/import-files.ts';
import { newestNumber } from '../../storage/history/history.ts';
import { type CallOf, type ConsoleRoute, consoleTurn, route } from '../route.ts';

export const IMPORT_ROUTES: readonly ConsoleRoute[] = [
  route('POST /events/{eventId}/import', async (call) => {
    const { console, exchange, session } = call;
    const answer = await console.imports.hold(session.userId, () => importOf(call));
    if (answer instanceof TooOften) {
      exchange.headers['retry-after'] = String(answer.retrySeconds);
    }
    return answer;
  }),
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
    // Reading takes its time: the write waits in the queue from when it is asked for.
    get turn() {
      return consoleTurn();
    },
  };
  const wish = { files: decoded, answers, seen: preview };
  const document = await importFiles(console, terms, wish);
  if (document instanceof Refusal) return document;
  return { ...document, revision: await newestNumber(console.database.reads, eventId) };
}

/** The bytes of the files; 422 on each that is no base64 or too large, and on answers that are no object. */
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
  if (typeof answers !== 'object' || answers === null || Array.isArray(answers)) {
    violations.push({ field: 'answers', detail: 'must be an object' });
  }
  return violations.length > 0 ? invalid(violations) : decoded;
}

function objectionTo(content: string, bytes: Buffer): string | undefined {
  if (bytes.length > MAX_IMPORT_FILE_BYTES) {
    return `must have at most ${MAX_IMPORT_FILE_BYTES} bytes`;
  }
  // What is no base64 is left out by Node.
  const padding = /=*$/.exec(content.slice(-2))?.[0].length ?? 0;
  const isWhole = content.length % 4 === 0 && bytes.length === (content.length / 4) * 3 - padding;
  return isWhole ? undefined : 'must be base64';
}
