// Signed-in people, by better-auth: passwords, sessions, cookies. Which organization they belong to, and with what role,
// is not its business: memberships are read anew on every request. Nobody signs up by themselves; an operator's `setup`
// or an invitation makes the user.
import type { Pool } from 'pg'
import type { Log } from '../log.ts'
import { unlessAway, watched } from './outage.ts'

export type Person = { id: string; email: string; name: string }

export type UserAuth = {
  /** Answers better-auth's own routes under `{base_url}/auth`. */
  handle(request: Request): Promise<Response>
  personOf(headers: Headers): Promise<Person | undefined>
  findByEmail(email: string): Promise<Person | undefined>
  create(person: { email: string; name: string; password: string }): Promise<Person>
  /** Signs in with a password; answers the Set-Cookie values of the new session. */
  signIn(email: string, password: string): Promise<string[] | undefined>
}

export const minPasswordLength = 8

type Options = {
  pool: Pool
  secretKey: string
  publicOrigin: string
  trustedOrigins: string[]
  secure: boolean
  log: Log
}

export function createUserAuth(options: Options): UserAuth {
  // Loaded when the first person signs in: 20 MB that a service read by keys alone never needs.
  let loaded: ReturnType<typeof load> | undefined
  const auth = () => (loaded ??= load(options))
  const toPerson = (user: Person): Person => ({ id: user.id, email: user.email, name: user.name })

  return {
    handle: (request) => unlessAway(async () => (await auth()).handler(request)),
    async personOf(headers) {
      const found = await unlessAway(async () => (await auth()).api.getSession({ headers }))
      return found ? toPerson(found.user) : undefined
    },
    async findByEmail(email) {
      const context = await (await auth()).$context
      const found = await context.internalAdapter.findUserByEmail(email.toLowerCase())
      return found ? toPerson(found.user) : undefined
    },
    async create({ email, name, password }) {
      const context = await (await auth()).$context
      const hash = await context.password.hash(password)
      const user = await context.internalAdapter.createUser(
        { email: email.toLowerCase(), name, emailVerified: true },
        { method: 'email-password' },
      )
      await context.internalAdapter.linkAccount({
        userId: user.id,
        providerId: 'credential',
        accountId: user.id,
        password: hash,
      })
      return toPerson(user)
    },
    async signIn(email, password) {
      const response = await (await auth()).api.signInEmail({ body: { email, password }, asResponse: true })
      return response.ok ? response.headers.getSetCookie() : undefined
    },
  }
}

async function load(options: Options) {
  const [{ betterAuth }, { PostgresDialect }] = await Promise.all([import('better-auth'), import('kysely')])
  return betterAuth({
    baseURL: options.publicOrigin,
    basePath: '/api/v1/auth',
    secret: options.secretKey,
    trustedOrigins: options.trustedOrigins,
    database: { dialect: new PostgresDialect({ pool: watched(options.pool) }), type: 'postgres' },
    emailAndPassword: { enabled: true, disableSignUp: true, minPasswordLength, maxPasswordLength: 200 },
    session: { expiresIn: 60 * 60 * 24 * 14, updateAge: 60 * 60 * 24 },
    // The service has limits of its own, in front of every route.
    rateLimit: { enabled: false },
    // What is no answer of the library's own comes to us, to be told and logged like every other failure.
    onAPIError: { throw: true },
    advanced: { useSecureCookies: options.secure, cookiePrefix: 'evident' },
    telemetry: { enabled: false },
    logger: { level: 'error', log: (_level, message) => options.log.warn({ source: 'better-auth' }, String(message)) },
  })
}
