/** Whether a browser can receive notifications, and if not, why. */

export type PushProblem = 'insecure' | 'homeScreen' | 'unsupported' | 'denied';

export interface BrowserCapabilities {
  /** The page came over https, or from this device itself. */
  secure: boolean;
  hasPush: boolean;
  permission: string;
  userAgent: string;
  touchPoints: number;
  /** Opened from the home screen. */
  standalone: boolean;
}

/** Why notifications cannot come; `undefined` when they can. */
export function pushProblem(browser: BrowserCapabilities): PushProblem | undefined {
  // An iPad calls itself a Mac; a Mac has no touch screen.
  const iOs =
    /iPhone|iPad|iPod/.test(browser.userAgent) ||
    (/Macintosh/.test(browser.userAgent) && browser.touchPoints > 1);
  if (!browser.secure) return 'insecure';
  if (!browser.hasPush) return iOs && !browser.standalone ? 'homeScreen' : 'unsupported';
  return browser.permission === 'denied' ? 'denied' : undefined;
}
