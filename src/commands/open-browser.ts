/** Opens a page in the browser of whoever starts the service; where there is none, nothing happens. */
import { spawn } from 'node:child_process';

/** What opens an address on each system; it comes with the system. */
export function openerOf(platform: NodeJS.Platform, url: string): [program: string, ...string[]] {
  // `start` of Windows would be a command of its shell, which reads `&` and `^` in an address.
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', url];
  return [platform === 'darwin' ? 'open' : 'xdg-open', url];
}

export function openBrowser(url: string): void {
  const [program, ...words] = openerOf(process.platform, url);
  // It is to live on when the service is stopped.
  const child = spawn(program, words, { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}
