/** What a page may load and who may show it in a frame: every Content-Security-Policy that the service sends. */
import { hash } from 'node:crypto';

/** Of answers without a policy of their own; every other policy says it as well. */
export const FRAME_POLICY = "frame-ancestors 'none'";

/** Of the built pages of the folder `web`. */
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

/** Of a built page that other sites may show in a frame. */
export const EMBED_POLICY = POLICY.replace(FRAME_POLICY, 'frame-ancestors *');

/** Of a built page with a form that leads to another page, as a search does without script. */
export const FORM_POLICY = POLICY.replace("form-action 'none'", "form-action 'self'");

/**
 * Of the interface description. The library styles its parts with inline styles. Its script needs nothing beyond its
 * file: one of its parts tries whether it may evaluate text, and does without when it may not.
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

/** Of an SVG, which may have a script in it, which shall not run when somebody opens the picture by itself. */
export const PICTURE_POLICY = `default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; ${FRAME_POLICY}`;

/** Of a page without script: nothing but the style sheet that stands in it may take effect. */
export function plainPagePolicy(style: string): string {
  return [...onlyStyle(style), "base-uri 'none'", "form-action 'none'", FRAME_POLICY].join('; ');
}

/**
 * Of a page without script that stands outside of the service and says its policy itself, where browsers read no
 * `frame-ancestors`.
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
