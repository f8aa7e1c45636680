/** The page to print. */
export function PrintPage({ eventId }: { eventId: number }) {
  return <main>{eventId}</main>;
}
