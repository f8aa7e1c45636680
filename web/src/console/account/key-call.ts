/** The first call to make with a key. */

/** A command for a terminal that lists the events of the key. @param publicUrl how users reach the service */
export function keyCall(publicUrl: string, key: string): string {
  return `curl -H 'Authorization: Bearer ${key}' ${publicUrl.replace(/\/+$/, '')}/v1/events`;
}
