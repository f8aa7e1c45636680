/**
 * A socket that sends what is written in one turn together. Each packet wakes the server, and on the
 * way of a transaction that costs more than most of its statements.
 */
import { Socket } from 'node:net';

/** `pg` corks its stream for each statement; here the cork stays in until the turn ends. */
export class TurnSocket extends Socket {
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
