/** What a browser is called in the list of sessions: "Firefox on Windows". */

const MAX_LENGTH = 200;

/** The first that fits; each browser also claims to be those after it. */
const BROWSERS: readonly [pattern: RegExp, name: string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(HeadlessChrome|Chromium|Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly [pattern: RegExp, name: string][] = [
  [/\bWindows\b/, 'Windows'],
  [/\b(iPhone|iPod)\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];

/**
 * The name of a device.
 *
 * @param userAgent the header field, as the browser sent it
 * @returns at most 200 characters; "Unknown device" where there is nothing to read
 */
export function deviceName(userAgent: string | undefined): string {
  const text = (userAgent ?? '').replace(/[^\x20-\x7e]/g, '').trim();
  const browser = nameIn(BROWSERS, text);
  const system = nameIn(SYSTEMS, text);
  if (browser && system) return `${browser} on ${system}`;
  return (browser ?? system ?? text.slice(0, MAX_LENGTH)) || 'Unknown device';
}

function nameIn(names: typeof BROWSERS, text: string): string | undefined {
  return names.find(([pattern]) => pattern.test(text))?.[1];
}
