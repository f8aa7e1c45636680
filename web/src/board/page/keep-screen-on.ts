/** Keeps the screen of this device on while the page is open, where the browser can. */

/** Asks again whenever the page becomes visible, for a hidden page loses the lock. */
export function keepScreenOn(): void {
  const request = () => {
    // Refused on a low battery and unknown to some browsers: then the device's settings apply.
    if (document.visibilityState === 'visible')
      navigator.wakeLock?.request('screen').catch(() => undefined);
  };
  request();
  document.addEventListener('visibilitychange', request);
}
