/**
 * A socket that sends everything that is written in one turn of the event loop together. Each packet wakes
 * the server, and within a transaction that costs more than most of its statements.
 */
import { Socket } from 'node:net';

/** `pg` corks and uncorks its stream for each statement; here it stays corked until the turn ends. */
export class BatchingSocket extends Socket {
  private isHeld = false;

  override cork(): void {
    if (this.isHeld) return;
    this.isHeld = true;
    super.cork();
    process.nextTick(() => {
      this.isHeld = false;
      super.uncork();
    });
  }

  override uncork(): void {}
}
