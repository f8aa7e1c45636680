/** A zone in which it is about noon, so that a day does not end while a test runs: `Etc/GMT+3` is three hours behind. */
export function zoneOfNoon(): string {
  const behind = new Date().getUTCHours() - 12;
  return behind === 0 ? 'UTC' : `Etc/GMT${behind > 0 ? '+' : ''}${behind}`;
}
