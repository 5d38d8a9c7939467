import { readFileSync } from 'node:fs'
import { text as standardInputOf } from 'node:stream/consumers'
import type { ResealCount } from '#platform/areas/sealed-columns.ts'
import { resetHours } from '#platform/auth/resets.ts'
import { createStorage } from '#platform/files/storage/create-storage.ts'
import { performWithFollowUps } from '#platform/jobs/jobs.ts'
import type { Config } from '#platform/process/config.ts'
import { loadConfig } from '#platform/process/config.ts'
import { createLog } from '#platform/process/log.ts'
import { readStorageAddress } from '#platform/values/storage-address.ts'
import { originRequirement, readStoreOrigin } from '#resources/account/rules.ts'
import { payOutAll } from '#resources/affiliates/commands.ts'
import { rotateKey } from '#resources/evidence/heads/key-commands.ts'
import { jobs } from './areas.ts'
import { recountReports, recountText } from './commands/analytics.ts'
import { billingOptions, billingUsage, runBilling } from './commands/billing.ts'
import { exitTemporaryFailure, receiveBounce } from './commands/bounces.ts'
import type { Command, Flags } from './commands/command.ts'
import { demoOperator } from './commands/demo-operator.ts'
import { doctor } from './commands/doctor.ts'
import { readPassword } from './commands/password-input.ts'
import { resetLink, resetSecondFactor } from './commands/recovery.ts'
import { rotateSecret } from './commands/rotate-secret.ts'
import { setup } from './commands/setup.ts'
import {
  accessTicket,
  closeTicketAsSupport,
  listTickets,
  replyToTicket,
  showTicket,
  ticketText,
} from './commands/support.ts'
import { runTrustKey, trustKeyOptions, trustKeyUsage } from './commands/trust-key.ts'
import { verify } from './commands/verify.ts'
import { witness } from './commands/witness.ts'
import { runWitnesses, witnessesOptions, witnessesUsage } from './commands/witnesses.ts'
import { joinDatabase, type OpenDatabase, openExclusively } from './database.ts'
import { backupInstallation } from './installation/backup.ts'
import { restoreInstallation } from './installation/restore.ts'
import { serveMcp } from './mcp-stdio.ts'
import { OperatorError } from './operator.ts'
import { serve, work } from './serve.ts'
import { composeService, type Service } from './service.ts'

export const commands: Record<string, Command> = {
  serve: { summary: 'run the API and the workers', run: () => serve(loadConfig()) },
  worker: { summary: 'run the workers alone', run: () => work(loadConfig()) },
  migrate: {
    summary: 'migrate the database to the current schema',
    run: ({ flags }) =>
      withService(async () =>
        done(flags.json ? JSON.stringify({ status: 'up_to_date' }) : 'The database is up to date.'),
      ),
  },
  setup: {
    summary: 'create an organization with an owner, a store and a key',
    usage:
      '--org NAME --owner EMAIL [--password PW] --store NAME --origin URL [--origin URL] [--affiliate CODE] [--json]\n            (without --password it prompts, or reads standard input)',
    options: {
      org: { type: 'string' },
      owner: { type: 'string' },
      password: { type: 'string' },
      store: { type: 'string' },
      origin: { type: 'string', multiple: true },
      affiliate: { type: 'string' },
    },
    run: ({ flags }) => runSetup(flags),
  },
  users: {
    summary: 'create a link to choose a new password, or remove a lost second factor',
    usage: 'reset --email EMAIL [--second-factor] [--json]',
    options: { email: { type: 'string' }, 'second-factor': { type: 'boolean' } },
    run: ({ args, flags }) => runUsers(args, flags),
  },
  affiliates: {
    summary: 'pay out due commissions of affiliates: prints each amount and its recipient',
    usage: 'payout [--json]',
    run: ({ args, flags }) => runAffiliates(args, flags),
  },
  analytics: {
    summary: "recount a store's reviews and compare them with its reports",
    usage: 'recount --store ID [--json]',
    options: { store: { type: 'string' } },
    run: ({ args, flags }) => runAnalytics(args, flags),
  },
  verify,
  witness,
  witnesses: {
    summary: 'choose witnesses that sign the heads of ledgers',
    usage: witnessesUsage,
    options: witnessesOptions,
    run: ({ args, flags }) => withService(async (service) => done(await runWitnesses(service, args, flags))),
  },
  evidence: {
    summary: 'sign the heads of ledgers with a new key; prints its public half',
    usage: 'rotate-key [--json]',
    run: ({ args, flags }) => runEvidence(args, flags),
  },
  'trust-key': {
    summary: 'trust the evidence key of another installation, so that its archives are restored with their proofs',
    usage: trustKeyUsage,
    options: trustKeyOptions,
    run: ({ args, flags }) => withService(async (service) => done(await runTrustKey(service, args, flags))),
  },
  support: {
    summary: 'read and answer tickets, and work under the access granted for one',
    usage:
      'list [--state open|waiting|closed] | show --ticket ID | reply --ticket ID --staff NAME [--message TEXT] |\n                close --ticket ID | access --ticket ID --staff NAME [--json]',
    options: {
      state: { type: 'string' },
      ticket: { type: 'string' },
      staff: { type: 'string' },
      message: { type: 'string' },
    },
    run: ({ args, flags }) => runSupport(args, flags),
  },
  mcp: {
    summary: 'serve an AI assistant over standard input and output, with the key in EVIDENT_API_KEY',
    run: () => withService((service) => serveMcp(service, process.env.EVIDENT_API_KEY)),
  },
  backup: {
    summary: 'back up the whole installation to one file, while it runs, and verify it',
    usage:
      'FILE|FOLDER [--passphrase-file FILE] [--json]\n                (with a passphrase, the backup contains SECRET_KEY, encrypted; without one, store the key elsewhere)',
    options: { 'passphrase-file': { type: 'string' } },
    run: ({ args, flags }) => runBackup(args, flags),
  },
  restore: {
    summary: 'restore a backup into an empty installation, with the service stopped',
    usage: 'FILE [--passphrase-file FILE] [--json]',
    options: { 'passphrase-file': { type: 'string' } },
    run: ({ args, flags }) => runRestore(args, flags),
  },
  demo: {
    summary: 'create a demo shop: 40 products, 800 orders, 500 reviews with photos',
    run: ({ flags }) => runDemo(flags),
  },
  jobs: {
    summary: 'run a scheduled job now',
    usage: 'run NAME',
    details: () => `NAME is one of: ${namedJobs().join(', ')}.`,
    run: ({ args, flags }) => runJob(args, flags),
  },
  bounces: {
    summary: 'read one report of undelivered mail from standard input, for a mail server to pipe into',
    usage: 'receive [RECIPIENT]',
    run: ({ args, flags }) => runBounces(args, flags),
  },
  billing: {
    summary: 'manage invoices with BILLING=manual, and set the seller',
    usage: billingUsage,
    options: billingOptions,
    run: ({ args, flags }) => withService((service) => runBilling(service, args, flags)),
  },
  'rotate-secret': {
    summary: 'encrypt all secrets with another SECRET_KEY, with the service stopped',
    run: async ({ flags }) => {
      const counts = await rotateSecret(loadConfig(), () => {})
      return done(flags.json ? JSON.stringify(counts) : rotationLine(counts))
    },
  },
  doctor: {
    summary: 'check the database, its roles and row-level security, mail, storage and clock',
    usage: '[--cluster] [--json]    (--cluster also checks what several machines share)',
    options: { cluster: { type: 'boolean' } },
    run: ({ flags }) =>
      withService((service, config, database) =>
        doctor(service, config, database, { asJson: flags.json === true, ofCluster: flags.cluster === true }),
      ),
  },
}

async function withService(
  work: (service: Service, config: Config, database: OpenDatabase) => Promise<number>,
): Promise<number> {
  const config = loadConfig()
  const database = await joinDatabase(config, () => {})
  // Logs go to standard error, because programs parse a command's output.
  const log = createLog(config.logLevel, 2)
  const service = composeService(config, database.url, { ...database, poolSize: 4, log })
  try {
    return await work(service, config, database)
  } finally {
    await service.close()
    await database.stop()
  }
}

async function runSetup(flags: Flags): Promise<number> {
  const asked = {
    org: text(flags, 'org', 200),
    owner: email('owner', text(flags, 'owner', 320)),
    store: text(flags, 'store', 200),
    origins: ((flags.origin as string[] | undefined) ?? []).map(origin),
    ...(flags.affiliate !== undefined && { affiliate: text(flags, 'affiliate', 32) }),
  }
  if (asked.origins.length === 0)
    throw new OperatorError('--origin is required: the address of the shop, such as https://shop.example.com.')
  // Reports every other mistake before it asks for the password.
  const password = flags.password === undefined ? await readPassword() : givenPassword(flags)
  const request = { ...asked, password }
  return withService(async (service) => {
    const made = await setup(service, request)
    if (flags.json) console.log(JSON.stringify(made))
    else
      console.log(
        `Organization ${made.organizationId}\nStore        ${made.storeEnvId}\nOwner        ${made.ownerEmail}\nAPI key      ${made.apiKey}   (shown once; store it safely)`,
      )
    return 0
  })
}

function runUsers([verb]: string[], flags: Flags): Promise<number> {
  if (verb !== 'reset')
    throw new OperatorError('Use users reset --email EMAIL, which creates a link to choose a new password.')
  const address = email('email', text(flags, 'email', 320)).toLowerCase()
  return withService(async (service) => {
    if (flags['second-factor']) {
      await resetSecondFactor(service, address)
      if (flags.json) return done(JSON.stringify({ email: address, secondFactor: 'removed' }))
      return done(`Removed the second factor of ${address} and ended all their sessions.`)
    }
    const url = await resetLink(service, address)
    if (flags.json) return done(JSON.stringify({ email: address, url, expiresInMinutes: resetHours * 60 }))
    return done(
      `${url}\nThe link works once, for an hour. Anyone with the link can choose the password of ${address}, so share it with nobody else.`,
    )
  })
}

function runAffiliates([verb]: string[], flags: Flags): Promise<number> {
  if (verb !== 'payout') throw new OperatorError('Use affiliates payout [--json], which pays out due commissions.')
  return withService(async ({ db }) => {
    const payouts = await payOutAll(db)
    if (flags.json) return done(JSON.stringify({ payouts }))
    const lines = payouts.map(
      ({ code, organizationId, amount, currency }) => `${amount} ${currency}  ${code}  ${organizationId}`,
    )
    return done(lines.join('\n') || 'Nothing is due.')
  })
}

async function runEvidence([verb, ...others]: string[], { json }: Flags): Promise<number> {
  if (verb !== 'rotate-key' || others.length > 0) throw new OperatorError('Use evidence rotate-key [--json].')
  return withService(async ({ db, services }) => {
    const publicKey = await rotateKey(db, services.secrets)
    return done(json ? JSON.stringify({ publicKey }) : `Heads are now signed with ${publicKey}.`)
  })
}

function runAnalytics([verb]: string[], flags: Flags): Promise<number> {
  if (verb !== 'recount')
    throw new OperatorError('Use analytics recount --store ID [--json], which compares reports with reviews.')
  return withService(async (service) => {
    const recount = await recountReports(service, flags.store)
    await done(flags.json ? JSON.stringify(recount) : recountText(recount))
    return recount.differences.length === 0 ? 0 : 1
  })
}

function runSupport([verb = '']: string[], flags: Flags): Promise<number> {
  const named = () => text(flags, 'ticket', 100).toLowerCase()
  const staff = () => text(flags, 'staff', 80)
  const acts: Record<string, (service: Service) => Promise<unknown>> = {
    list: (service) => listTickets(service, flags.state === undefined ? undefined : text(flags, 'state', 20)),
    show: (service) => showTicket(service, named()),
    async reply(service) {
      const message = flags.message === undefined ? await standardInput() : String(flags.message)
      return replyToTicket(service, named(), staff(), message)
    },
    close: (service) => closeTicketAsSupport(service, named()),
    access: (service) => accessTicket(service, named(), staff()),
  }
  const act = acts[verb]
  if (!act) throw new OperatorError(`Use support ${Object.keys(acts).join(' | ')}. See evident help.`)
  return withService(async (service) => {
    const answer = await act(service)
    return done(flags.json ? JSON.stringify(answer) : ticketText(verb, answer))
  })
}

async function runBackup([to]: string[], flags: Flags): Promise<number> {
  if (to === undefined) throw new OperatorError('Name the target: backup FILE|FOLDER.')
  const config = loadConfig()
  const passphrase = readPassphrase(flags)
  const database = await joinDatabase(config, () => {})
  const storage = createStorage(readStorageAddress(config.storageUrl))
  try {
    const made = await backupInstallation(to, { url: database.url, storage, config, passphrase, say })
    if (flags.json) return done(JSON.stringify(made))
    const ofKey =
      made.key === 'sealed'
        ? 'Contains SECRET_KEY, encrypted.'
        : 'The backup does not contain SECRET_KEY. Store the key elsewhere.'
    return done(`${made.file}: ${made.rows} rows, ${made.files} files, ${made.bytes} bytes. ${ofKey}`)
  } finally {
    storage.close()
    await database.stop()
  }
}

async function runRestore([from]: string[], flags: Flags): Promise<number> {
  if (from === undefined) throw new OperatorError('Name the backup: restore FILE.')
  const config = loadConfig()
  const passphrase = readPassphrase(flags)
  const database = await openExclusively(config, () => {})
  const storage = createStorage(readStorageAddress(config.storageUrl))
  try {
    const restored = await restoreInstallation(from, { url: database.url, storage, config, passphrase, say })
    if (flags.json) return done(JSON.stringify(restored))
    return done(`Restored ${restored.rows} rows and ${restored.files} files. Start the service.`)
  } finally {
    storage.close()
    await database.stop()
  }
}

const say = (line: string) => console.error(`evident: ${line}`)

/** The passphrase is read from a file, so that it appears in no process list and no shell history. */
function readPassphrase(flags: Flags): string | undefined {
  const file = flags['passphrase-file']
  if (typeof file !== 'string') return undefined
  let text: string
  try {
    text = readFileSync(file, 'utf8').replace(/\r?\n$/, '')
  } catch (error) {
    throw new OperatorError(`Cannot read --passphrase-file: ${(error as Error).message}`)
  }
  if (text.length < 8 || text.includes('\n'))
    throw new OperatorError('--passphrase-file needs one line of at least 8 characters.')
  return text
}

function runDemo(flags: Flags): Promise<number> {
  return withService(async (service) => {
    const { loadDemo } = await import('#demo/load.ts')
    const made = await loadDemo(service, demoOperator(service), (line) => console.error(`evident: ${line}`))
    if (flags.json) return done(JSON.stringify(made))
    return done(
      `Opened shop ${made.storeEnvId}: ${made.products} products, ${made.orders} orders, ${made.reviews} reviews.\n` +
        `Storefront   ${service.origin}/demo-store\nAdmin        ${service.origin}/admin\n` +
        `Owner        ${made.ownerEmail}\nPassword     ${made.password}\nAPI key      ${made.apiKey}   (shown once)`,
    )
  })
}

const namedJobs = () => jobs.flatMap(({ operatorName }) => operatorName ?? [])

function runJob([verb, name]: string[], flags: Flags): Promise<number> {
  const job = name && jobs.find((each) => each.operatorName === name)
  if (verb !== 'run' || !job)
    throw new OperatorError(`Use jobs run NAME, where NAME is one of: ${namedJobs().join(', ')}.`)
  return withService(async ({ db, services }) => {
    const { isDone, started } = await performWithFollowUps(job, { jobs, db, services })
    const status = isDone ? 'done' : 'under_way'
    const line = `Ran ${name}, which started ${started} further ${started === 1 ? 'job' : 'jobs'}.`
    const rest = isDone ? '' : ' Another process is still running them.'
    return done(flags.json ? JSON.stringify({ job: name, status, started }) : line + rest)
  })
}

async function runBounces([verb, recipient]: string[], flags: Flags): Promise<number> {
  if (verb !== 'receive')
    throw new OperatorError('Use bounces receive [RECIPIENT], with the message on standard input.')
  try {
    return await withService(async (service) => {
      const outcome = await receiveBounce(service, process.stdin, recipient)
      return done(flags.json ? JSON.stringify({ outcome }) : `The report was ${outcome}.`)
    })
  } catch (error) {
    // A mail server treats any other error code as final and deletes the report.
    console.error(`evident: Could not process the report: ${(error as Error).message}`)
    return exitTemporaryFailure
  }
}

function rotationLine({ resealed, unreadable }: ResealCount): string {
  const lost = unreadable > 0 ? ` Neither key decrypts ${unreadable} of the secrets, which stay unchanged.` : ''
  return `Encrypted ${resealed} secrets with the new key and revoked the former database logins.${lost} Start the service. Everybody has to sign in again.`
}

const standardInput = () => standardInputOf(process.stdin)

function done(line: string): number {
  console.log(line)
  return 0
}

function text(flags: Flags, name: string, maxLength: number): string {
  const value = flags[name]
  if (typeof value !== 'string' || value.trim() === '')
    throw new OperatorError(`--${name} is required. See evident help.`)
  if (value.length > maxLength) throw new OperatorError(`--${name} must have at most ${maxLength} characters.`)
  return value.trim()
}

function email(name: string, value: string): string {
  if (!/^[^\s@]+@[^\s@]+$/.test(value)) throw new OperatorError(`--${name} must be an e-mail address, not "${value}".`)
  return value
}

/** The password is not trimmed, because a trailing space is part of it. */
function givenPassword({ password }: Flags): string {
  if (typeof password !== 'string' || password === '') throw new OperatorError('--password must not be empty.')
  return password
}

/** A shop's origin is compared exactly, so it is stored in the form that browsers send. */
function origin(value: string): string {
  const read = readStoreOrigin(value)
  if (read === undefined) throw new OperatorError(`--origin ${originRequirement}, not "${value}".`)
  return read
}
