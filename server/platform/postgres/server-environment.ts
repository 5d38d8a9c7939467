/** Replaces the caller's environment for PostgreSQL, because PGDATA, LC_ALL or TZ would change its behaviour. */
export const serverEnvironment = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
