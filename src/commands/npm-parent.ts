/**
 * npm starts a program through a shell. Asked to stop, npm tells the shell, which ends without telling
 * the program; the program sees only that its parent is another one.
 */

const LOOK_MILLIS = 500;

/** Calls back once the process that started this one has gone. */
export function whenParentEnds(callBack: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    callBack();
  }, LOOK_MILLIS);
  timer.unref();
}
