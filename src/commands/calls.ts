/** Calls of the API as they are pasted into a shell. */

/** Which shell: one of POSIX with `curl`, or PowerShell, which has a client of its own. */
export type Shell = 'posix' | 'powershell';

export interface Call {
  url: string;
  /** What is put there; left out for a read. */
  body?: object;
}

/** Deeper than any answer: PowerShell shows what is below its depth as a type's name. */
const POWERSHELL_DEPTH = 9;

/** One line that makes a call. @param key the API key */
export function callIn(shell: Shell, key: string, { url, body }: Call): string {
  const json = body && JSON.stringify(body);
  if (shell === 'posix') {
    const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
    const put = json
      ? [`-X PUT -H ${quoted('Content-Type: application/json')} -d ${quoted(json)}`]
      : [];
    return ['curl -s -H', quoted(`Authorization: Bearer ${key}`), ...put, url].join(' ');
  }
  const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
  const put = json ? [`-Method Put -ContentType 'application/json' -Body ${quoted(json)}`] : [];
  const header = `-Headers @{ Authorization = ${quoted(`Bearer ${key}`)} }`;
  const call = ['Invoke-RestMethod', header, ...put, '-Uri', quoted(url)].join(' ');
  return `${call} | ConvertTo-Json -Depth ${POWERSHELL_DEPTH}`;
}
