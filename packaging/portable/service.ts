/**
 * Starts the service of a portable folder with the computer: as a unit of systemd on Linux, as a task of the scheduler
 * on Windows, whose services need a program that speaks with its service manager, which Node.js does not.
 *
 *     service install | remove | print
 */
import { type ExecFileSyncOptions, execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const NAME = 'running-order';
const UNIT_FILE = `/etc/systemd/system/${NAME}.service`;
const TASK = 'Running Order';
/** The account of Windows for services without privileges. */
const LOCAL_SERVICE = 'S-1-5-19';

const USAGE = `service install   starts Running Order with this computer, and now
service remove    no longer
service print     shows what would be installed

install and remove need the rights of an administrator: sudo ./service install, or "Run as administrator".
`;

if (import.meta.main) main(process.argv[2]);

function main(word: string | undefined): void {
  const folder = realpathSync(join(import.meta.dirname, '..'));
  const isWindows = process.platform === 'win32';
  const { uid } = statSync(folder);
  const definition = isWindows ? taskOf(folder) : unitOf(folder, uid);
  if (word === 'print') process.stdout.write(definition);
  else if (word === 'install' || word === 'remove') {
    try {
      if (isWindows) changeTask(word, definition, folder);
      else changeUnit(word, definition, uid);
    } catch (error) {
      const reason = error instanceof Error ? error.message.trim().split('\n').at(-1) : error;
      process.stderr.write(`It could not be done: ${reason}\n${USAGE}`);
      process.exitCode = 1;
    }
  } else {
    process.stdout.write(USAGE);
    process.exitCode = word === '--help' ? 0 : 2;
  }
}

/**
 * A unit of systemd that runs the folder's program as the owner of the folder.
 *
 * @param uid the number of that user
 */
export function unitOf(folder: string, uid: number): string {
  // Percent signs are placeholders of systemd. Dollar signs are variables behind the program only, not in its path.
  const path = folder.replaceAll('%', '%%');
  const runtime = join(path, 'runtime/node').replace(/["\\]/g, '\\$&');
  return `[Unit]
Description=Running Order
Wants=network-online.target
After=network-online.target

[Service]
Type=exec
User=${uid}
WorkingDirectory=${path}
ExecStart="${runtime}" --env-file-if-exists=data/settings.env program/bin/running-order.js serve
Restart=on-failure
TimeoutStopSec=15
UMask=0077
NoNewPrivileges=yes
PrivateTmp=yes
ProtectSystem=full
CapabilityBoundingSet=

[Install]
WantedBy=multi-user.target
`;
}

function changeUnit(word: 'install' | 'remove', unit: string, uid: number): void {
  const systemctl = (...words: string[]) =>
    execFileSync('systemctl', words, { stdio: ['ignore', 'inherit', 'pipe'] });
  if (word === 'install') {
    if (uid === 0) throw new Error('give this folder to a user who is not root first (chown -R)');
    writeFileSync(UNIT_FILE, unit);
    systemctl('daemon-reload');
    systemctl('enable', '--now', NAME);
  } else {
    systemctl('disable', '--now', NAME);
    rmSync(UNIT_FILE, { force: true });
    systemctl('daemon-reload');
  }
}

/**
 * A task of the scheduler: from now on and at each start of the computer, without a limit of time, also on a battery.
 *
 * It is asked for each minute, which does nothing while it runs: the scheduler's own `RestartOnFailure` is for what
 * cannot be started, not for a program that has ended ([MS-TSCH] 2.5.4.2).
 */
export function taskOf(folder: string): string {
  const escaped = folder.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<?xml version="1.0" encoding="UTF-16"?>
<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <Triggers>
    <BootTrigger><Repetition><Interval>PT1M</Interval></Repetition></BootTrigger>
    <RegistrationTrigger><Repetition><Interval>PT1M</Interval></Repetition></RegistrationTrigger>
  </Triggers>
  <Principals>
    <Principal id="Author"><UserId>${LOCAL_SERVICE}</UserId><RunLevel>LeastPrivilege</RunLevel></Principal>
  </Principals>
  <Settings>
    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>
    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>
    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>
    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>
  </Settings>
  <Actions Context="Author">
    <Exec>
      <Command>"${escaped}\\runtime\\node.exe"</Command>
      <Arguments>--env-file-if-exists=data\\settings.env program\\bin\\running-order.js serve</Arguments>
      <WorkingDirectory>${escaped}</WorkingDirectory>
    </Exec>
  </Actions>
</Task>
`;
}

function changeTask(word: 'install' | 'remove', task: string, folder: string): void {
  const quietly: ExecFileSyncOptions = { stdio: ['ignore', 'inherit', 'pipe'] };
  const schtasks = (...words: string[]) =>
    execFileSync('schtasks', [...words, '/TN', TASK], quietly);
  if (word === 'remove') {
    try {
      schtasks('/End');
    } catch {
      // It does not run, or may not be ended; then it may not be deleted either.
    }
    schtasks('/Delete', '/F');
    return;
  }
  if (folder.startsWith('\\\\')) {
    throw new Error(
      'copy this folder to a disk of this computer first: the task has no rights on the network',
    );
  }
  // The account may read the program, and change what is in its data.
  execFileSync('icacls', [folder, '/grant', `*${LOCAL_SERVICE}:(OI)(CI)RX`], quietly);
  const data = join(folder, 'data');
  execFileSync('icacls', [data, '/grant', `*${LOCAL_SERVICE}:(OI)(CI)M`], quietly);
  const temporary = mkdtempSync(join(tmpdir(), `${NAME}-`));
  const file = join(temporary, 'task.xml');
  try {
    writeFileSync(file, `\uFEFF${task}`, 'utf16le');
    schtasks('/Create', '/F', '/XML', file);
    schtasks('/Run');
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}
