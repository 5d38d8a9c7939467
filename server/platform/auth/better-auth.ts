// None of better-auth's routes is served; the operations of resources/account/sign-in call the library.
import type { Pool } from 'pg'
import type { Log } from '../process/log.ts'
import { newId } from '../values/ids.ts'
import { hasOutage, watched } from './database-outage.ts'
import { maxPasswordLength, minPasswordLength } from './passwords.ts'

/** Header with the client's address behind trusted proxies. Only this server sets it. */
export const addressHeader = 'x-evident-address'

const [hour, day] = [3600, 86_400]
export const idleSeconds = 7 * day
export const absoluteSeconds = 30 * day

export type BetterAuthOptions = {
  pool: Pool
  secretKey: string
  publicOrigin: string
  trustedOrigins: readonly string[]
  secure: boolean
  log: Log
  /** Replaces the library's hashing in tests, which would otherwise compute the same slow hashes hundreds of times. */
  passwords?: PasswordHashing | undefined
}

export type PasswordHashing = {
  hash(password: string): Promise<string>
  verify(data: { hash: string; password: string }): Promise<boolean>
}

export async function loadBetterAuth(options: BetterAuthOptions) {
  const [{ betterAuth }, { createAuthEndpoint }, { setSessionCookie }, { PostgresDialect }] = await Promise.all([
    import('better-auth'),
    import('better-auth/api'),
    import('better-auth/cookies'),
    import('kysely'),
  ])
  // Opens a session for a person authenticated without a password, with the same cookie and limits.
  const openSession = createAuthEndpoint(
    '/open-session',
    {
      method: 'POST',
      metadata: { SERVER_ONLY: true, $Infer: { body: {} as { userId: string; organizationId?: string } } },
    },
    async (ctx) => {
      const { internalAdapter } = ctx.context
      const user = await internalAdapter.findUserById(ctx.body.userId)
      if (!user) return ctx.json(null)
      const { organizationId } = ctx.body
      const session = await internalAdapter.createSession(
        user.id,
        false,
        organizationId ? { organizationId } : undefined,
      )
      await setSessionCookie(ctx, { session, user })
      return ctx.json({ token: session.token })
    },
  )
  return betterAuth({
    baseURL: options.publicOrigin,
    basePath: '/api/v1/auth',
    secret: options.secretKey,
    trustedOrigins: [...options.trustedOrigins],
    database: { dialect: new PostgresDialect({ pool: watched(options.pool) }), type: 'postgres' },
    emailAndPassword: {
      ...{ enabled: true, disableSignUp: true, minPasswordLength, maxPasswordLength },
      ...(options.passwords && { password: options.passwords }),
    },
    // The session is updated at most once an hour, so "last used" can be an hour off.
    session: {
      expiresIn: idleSeconds,
      updateAge: hour,
      // `organizationId`: the organization whose identity provider signed the person in; the session reaches only that
      // organization.
      additionalFields: {
        secondFactor: { type: 'string', required: false, input: false, defaultValue: 'none' },
        organizationId: { type: 'string', required: false, input: false },
      },
    },
    plugins: [{ id: 'evident', endpoints: { openSession } }],
    // The service limits every route itself.
    rateLimit: { enabled: false },
    // The library throws unexpected failures, so that we respond to them and log them like all others.
    onAPIError: { throw: true },
    advanced: {
      useSecureCookies: options.secure,
      cookiePrefix: 'evident',
      database: { generateId: () => newId() },
      ipAddress: { ipAddressHeaders: [addressHeader], ipv6Subnet: 128 },
    },
    telemetry: { enabled: false },
    logger: {
      level: 'error',
      log: (_level, message) => {
        // In a database outage the call ends with 503, and the outage is logged once for all calls.
        if (!hasOutage()) options.log.warn({ source: 'better-auth' }, String(message))
      },
    },
  })
}

export type Library = Awaited<ReturnType<typeof loadBetterAuth>>
