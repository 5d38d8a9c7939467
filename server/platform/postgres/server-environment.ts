/** Nothing of the caller's environment reaches PostgreSQL: PGDATA, LC_ALL or TZ would change how it works. */
export const serverEnvironment = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
