/** Answers to what is no request: what Node.js cannot read, and a request without its one Host. */
import { randomUUID } from 'node:crypto';
import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { Refusal } from '../../domain/refusal.ts';
import { problemAnswer } from '../answers/problems.ts';
import { protectiveHeaders } from '../answers/send.ts';
import type { ServerContext } from '../exchange.ts';
import { intakeOf } from '../limits/connections.ts';

/** Answers what Node.js could not read with a problem document, too (decision R1). */
export function answerBrokenRequest(
  error: Error & { code?: string },
  socket: Socket,
  server: ServerContext,
): void {
  const intake = intakeOf(socket);
  intake?.stop();
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const latest = intake?.latest;
  if (latest?.request.complete && !latest.response.writableFinished) {
    // What came before the broken request gets its answer first.
    latest.response.once('finish', () => answerBrokenRequest(error, socket, server));
    return;
  }
  if (latest?.response.headersSent && !latest.request.complete) {
    // A body that broke after its request was answered needs no second answer.
    socket.destroy();
    return;
  }
  const refusal = brokenRequestRefusal(error);
  server.metrics.rejected(refusal.code);
  const { status, headers, body } = problemAnswer(refusal, server.publicUrl);
  const fields = {
    ...protectiveHeaders(server.publicUrl),
    ...headers,
    'content-length': Buffer.byteLength(body ?? ''),
    'x-request-id': randomUUID(),
    'x-content-type-options': 'nosniff',
    connection: 'close',
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'));
}

function brokenRequestRefusal({ code }: { code?: string }): Refusal {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new Refusal('payload_too_large', 'The request line and header fields are too large.');
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new Refusal('malformed_json', 'The request did not arrive whole in time.');
  }
  return new Refusal('malformed_json', 'This is not a valid HTTP request.');
}

/** HTTP/1.1 requires exactly one Host header (RFC 9112, section 3.2). */
export function hasBadHost(request: IncomingMessage): boolean {
  let hosts = 0;
  for (let i = 0; i < request.rawHeaders.length; i += 2) {
    const name = request.rawHeaders[i] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  return hosts > 1 || (hosts === 0 && request.httpVersion === '1.1');
}
