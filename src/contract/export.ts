/** What an event is exported as: `export --to`, and the downloads of the race office. */
export const EXPORT_FORMATS = [
  ...(['csv', 'xlsx', 'finishlynx', 'crewtimer', 'drv-results', 'json', 'template'] as const),
];
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** The same of what the public sees of it, as a site of plain files. */
export const SITE_FORMAT = 'site';
