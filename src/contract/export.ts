/** The formats of exports: of `export --to`, and of downloads in the race office. */
export const EXPORT_FORMATS = [
  ...(['csv', 'xlsx', 'finishlynx', 'crewtimer', 'drv-results', 'json', 'template'] as const),
];
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** The format of what the public sees of an event: a site of plain files. */
export const SITE_FORMAT = 'site';
