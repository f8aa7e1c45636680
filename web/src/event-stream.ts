/**
 * Reads server-sent events. The browser's own reader hides the comments by which a server shows
 * that the connection is alive, and says nothing about a refusal; a phone that loses its signal
 * needs both.
 */

export interface StreamEvent {
  event: string;
  data: string;
}

/** A reader that takes the text as it arrives, in pieces of any size, and hands out events. */
export function eventReader(onEvent: (event: StreamEvent) => void): (text: string) => void {
  let rest = '';
  let event = '';
  let data: string[] = [];
  return (text) => {
    const lines = (rest + text).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line === '') {
        if (data.length > 0) onEvent({ event: event || 'message', data: data.join('\n') });
        event = '';
        data = [];
        continue;
      }
      const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
      if (field === 'event') event = value;
      if (field === 'data') data.push(value);
    }
  };
}
