/** Version 3 of the database: who was at the command line. */
export const VERSION_3 = 'alter table history add column login_name {text}';
