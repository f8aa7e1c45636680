/** Why a browser cannot receive notifications. */

export type Obstacle = 'insecure' | 'homeScreen' | 'unsupported' | 'denied';

export interface Browser {
  /** The page came over https, or from this very machine. */
  secure: boolean;
  hasPush: boolean;
  permission: string;
  userAgent: string;
  touchPoints: number;
  /** Opened from the home screen. */
  standalone: boolean;
}

/** What stands in the way of notifications, or `undefined`. */
export function obstacleOf(browser: Browser): Obstacle | undefined {
  // An iPad calls itself a Mac; a Mac has no touch screen.
  const iOs =
    /iPhone|iPad|iPod/.test(browser.userAgent) ||
    (/Macintosh/.test(browser.userAgent) && browser.touchPoints > 1);
  if (!browser.secure) return 'insecure';
  if (!browser.hasPush) return iOs && !browser.standalone ? 'homeScreen' : 'unsupported';
  return browser.permission === 'denied' ? 'denied' : undefined;
}
