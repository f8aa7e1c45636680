/** A picture that somebody has given the service, as it is answered to others. */
import { Publication } from './publication.ts';
import { Representation, tagOf } from './representation.ts';
import { pageFields } from './template.ts';

/** An SVG may have a script in it, which shall not run when somebody opens the picture by itself. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; frame-ancestors 'none'";

/** @param type its media type */
export function pictureAnswer(bytes: Buffer, type: string, cacheControl: string): Publication {
  const representation = new Representation(tagOf(bytes), bytes, 'most');
  return new Publication(representation, type, pageFields(cacheControl, POLICY));
}
