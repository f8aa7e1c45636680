/** What a page may load and who may show it in a frame: every Content-Security-Policy that the service sends. */
import { hash } from 'node:crypto';

/** For answers without a policy of their own; also part of the policies below, except `EMBED_POLICY` and outside pages. */
export const FRAME_POLICY = "frame-ancestors 'none'";

/** For the built pages of the folder `web`. */
export const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'self'",
  "form-action 'none'",
  FRAME_POLICY,
].join('; ');

/** For a built page that other sites may show in a frame. */
export const EMBED_POLICY = POLICY.replace(FRAME_POLICY, 'frame-ancestors *');

/** For a built page with a form that leads to another page, as a search without script does. */
export const FORM_POLICY = POLICY.replace("form-action 'none'", "form-action 'self'");

/**
 * For the page of the interface description. Its library needs inline styles. Its script needs no `unsafe-eval`: a part
 * of it tries whether it may evaluate text, and works without.
 */
export const DOCS_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'unsafe-inline'",
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  FRAME_POLICY,
].join('; ');

/** For a picture: an SVG may contain a script, which must not run when somebody opens the picture by itself. */
export const PICTURE_POLICY = `default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; ${FRAME_POLICY}`;

/** For a page without script: only the style sheet inside it is applied. @param style the text of that style sheet */
export function plainPagePolicy(style: string): string {
  return [...onlyStyle(style), "base-uri 'none'", "form-action 'none'", FRAME_POLICY].join('; ');
}

/**
 * For a page without script that another server or a folder provides. It states its policy in a `<meta>` element, where
 * browsers ignore `frame-ancestors`.
 *
 * @param hasPictures whether it shows pictures that stand beside it, on a server or in a folder
 */
export function outsidePolicy(style: string, hasPictures: boolean): string {
  const pictures = hasPictures ? ["img-src 'self' file:"] : [];
  return [...onlyStyle(style), ...pictures, "base-uri 'none'", "form-action 'none'"].join('; ');
}

function onlyStyle(style: string): string[] {
  return ["default-src 'none'", `style-src 'sha256-${hash('sha256', style, 'base64')}'`];
}
