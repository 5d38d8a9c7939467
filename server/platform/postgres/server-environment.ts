/** Hides the caller's environment from PostgreSQL: PGDATA, LC_ALL or TZ would change how it works. */
export const serverEnvironment = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
