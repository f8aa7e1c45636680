/**
 * npm starts a program through a shell. When npm is stopped it signals the shell, which ends without
 * passing the signal on; all that the program sees is that its parent process is another one.
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
