/** A killed test runs no cleanup, so the system ends its servers: with SIGTERM those that end children of their own. */
export const endsWithParent = (
  program: string,
  args: readonly string[],
  signal: 'KILL' | 'TERM' = 'KILL',
): [command: string, args: string[]] => ['setpriv', [`--pdeathsig=${signal}`, program, ...args]]
