/**
 * A killed test runs no cleanup, so the operating system ends its servers. Servers with child processes get SIGTERM,
 * so that they end these too.
 */
export const endsWithParent = (
  program: string,
  args: readonly string[],
  signal: 'KILL' | 'TERM' = 'KILL',
): [command: string, args: string[]] => ['setpriv', [`--pdeathsig=${signal}`, program, ...args]]
