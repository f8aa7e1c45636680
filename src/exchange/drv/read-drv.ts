/** Entries of German regattas: the XML of 2010 and the JSON of the portal. */
import type { Reader } from '../reading/reading.ts';
import { orUnreadable, UnreadableError } from '../reading/unreadable.ts';
import { isJsonObject, parseJson } from '../text/json.ts';
import { rootOf } from '../text/xml.ts';
import { readingOf } from './entries.ts';
import { readEntriesXml } from './entries-xml.ts';
import { isPortalJson, readPortalJson } from './portal-json.ts';

/** Reads the crews and races of a list of entries; it asks nothing. */
export const readDrv: Reader = ({ bytes }) =>
  orUnreadable(() => {
    if (rootOf(bytes) !== null) return readingOf(readEntriesXml(bytes), 'drv:xml-2010');
    const document = parseJson(bytes);
    if (!isJsonObject(document) || !isPortalJson(document))
      throw new UnreadableError(
        'The JSON has no events, entries and clubs. Download the entries from the portal of the association.',
      );
    return readingOf(readPortalJson(document), 'drv:portal');
  });
