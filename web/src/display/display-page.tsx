/** The big screen. */
export function DisplayPage({ eventId }: { eventId: number }) {
  return <main>{eventId}</main>;
}
