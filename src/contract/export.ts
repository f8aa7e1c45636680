/** What an event is exported as: `export --to`, and the downloads of the race office. */
export const EXPORT_FORMATS = [
  ...(['csv', 'xlsx', 'finishlynx', 'crewtimer', 'drv-results', 'json', 'template'] as const),
];
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
