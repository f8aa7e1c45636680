/** Keeps the screen from going dark, where the browser can. */

/** From now on, also after the page was out of sight. */
export function stayAwake(): void {
  const request = () => {
    // Refused on a low battery, and unknown to some browsers: then the screen's own settings rule.
    if (document.visibilityState === 'visible')
      navigator.wakeLock?.request('screen').catch(() => undefined);
  };
  request();
  document.addEventListener('visibilitychange', request);
}
