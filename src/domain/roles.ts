/** The roles of a club (decision L15), weakest first. */
export const ROLES = ['member', 'schedule_manager', 'admin'] as const;
export type Role = (typeof ROLES)[number];
