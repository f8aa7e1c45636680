/**
 * Header fields of every answer, whichever part of the service sends it: no other site may show it in
 * a frame or load it as a part of itself, and where users come by https, browsers shall never come without.
 */
import { type IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http';

/** One year. Not for subdomains: they may be somebody else's. */
const TRANSPORT_SECURITY = 'max-age=31536000';
/** For answers without a policy of their own; the policies of pages include it. */
const FRAME_POLICY = "frame-ancestors 'none'";

/** @param publicUrl how users reach the service */
export function protectiveHeaders(publicUrl: string): Readonly<Record<string, string>> {
  return {
    'content-security-policy': FRAME_POLICY,
    'cross-origin-resource-policy': 'same-origin',
    ...(publicUrl.startsWith('https:') && { 'strict-transport-security': TRANSPORT_SECURITY }),
  };
}

/**
 * The class of a server's answers. It adds these fields to each answer that does not set its own, so
 * that no way of answering can leave them out.
 *
 * @param publicUrl how users reach the service
 */
export function protectedResponse(publicUrl: string): typeof ServerResponse {
  const added = protectiveHeaders(publicUrl);
  const entries = Object.entries(added);
  return class<Asked extends IncomingMessage> extends ServerResponse<Asked> {
    /** @param rest a reason phrase or none, and header fields or none; names in lower case */
    override writeHead(status: number, ...rest: unknown[]): this {
      const reason = typeof rest[0] === 'string' ? [rest.shift() as string] : [];
      const fields = rest[0] as string[] | OutgoingHttpHeaders | undefined;
      const all = Array.isArray(fields)
        ? fields.concat(...entries.filter(([name]) => !fields.includes(name)))
        : { ...added, ...fields };
      return super.writeHead(status, ...(reason as [string]), all);
    }
  };
}
