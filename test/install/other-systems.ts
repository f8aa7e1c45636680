/** Runs the portable folders for other systems if an emulator is installed, else reports that they were not run. */
import { join } from 'node:path';
import { emulateArm64, withoutArm64 } from './emulated.ts';
import { upgradePortable, usePortable } from './portable.ts';
import { usePortableBridge } from './portable-bridge.ts';
import { openWindows, useBridgeOnWindows, useOnWindows } from './windows.ts';

/** The folders for one system. */
export interface Packed {
  service: string;
  bridge: string;
}

/**
 * @param folder for copies
 * @returns what was found out, or why nothing was run
 */
export async function useForArm64({ service, bridge }: Packed, folder: string): Promise<string> {
  const missing = withoutArm64();
  if (missing) return `NOT RUN: the portable folders for Linux arm64, because ${missing}`;
  const emulated = emulateArm64(service, join(folder, 'arm64'));
  await usePortable(emulated, join(folder, 'a stick for arm64'));
  await upgradePortable(emulated, join(folder, 'another stick for arm64'));
  const emulatedBridge = emulateArm64(bridge, join(folder, 'arm64-bridge'));
  await usePortableBridge(emulatedBridge, join(folder, 'a bridge for arm64'));
  return 'the portable folders for Linux arm64 run, keep their data and post a file (emulated)';
}

/** @see useForArm64 */
export async function useForWindows({ service, bridge }: Packed, folder: string): Promise<string> {
  const windows = openWindows(join(service, 'runtime', 'node.exe'), folder);
  if (typeof windows === 'string') {
    return `NOT RUN: the portable folders for Windows, because ${windows}`;
  }
  try {
    await useOnWindows(windows, service, folder);
    await useBridgeOnWindows(windows, bridge, folder);
  } finally {
    windows.close();
  }
  return 'the portable folders for Windows run, keep their data and post a file (in Wine)';
}
