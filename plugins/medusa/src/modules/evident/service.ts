import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { MedusaService } from '@medusajs/framework/utils'
import { type Connection, type Fault, faults, readConnection } from '../../lib/connection.ts'
import { type Answer, createEvident, type Evident } from '../../lib/evident.ts'
import { version as shopVersion } from '../../lib/shop-version.ts'
import { verifiedId } from '../../lib/signing.ts'
import { EvidentRating } from './models/evident-rating.ts'
import { createTable, type Sql, type Table } from './table.ts'
import { createWorker, type Worker } from './worker.ts'

type Options = { connection?: string; backendUrl?: string }
type Container = {
  logger?: { warn(message: string): void; info(message: string): void }
  manager: { fork(): { execute(text: string, values?: unknown[]): Promise<unknown[]> } }
}

const version = '1.0.0'
const gatherMs = 2_000
const helloAgainMs = 60_000

/** `moved`: the connection string belongs to another store than the reviews in the shop's database. */
export type Status = 'unconfigured' | 'refused' | 'moved' | 'ready'

// Medusa derives the method `listEvidentRatings`, which the link calls, from this key.
export default class EvidentService extends MedusaService({ EvidentRating }) {
  status: Status
  /** Why the connection string is refused. */
  readonly fault: Fault | undefined
  readonly table: Table
  readonly adminUrl: string | undefined
  private readonly connection: Connection | undefined
  private readonly calls: Evident | undefined
  private readonly worker: Worker | undefined
  private readonly log: { warn(message: string): void; info(message: string): void }
  private readonly backendUrl: string | undefined
  private helloTimer: NodeJS.Timeout | undefined
  private readonly saidAt = new Map<string, number>()

  constructor(container: Container, options: Options = {}) {
    super(container, options)
    const log = container.logger ?? console
    this.log = log
    const sql: Sql = async (text, values) => (await container.manager.fork().execute(text, values)) as never
    this.table = createTable(sql)
    this.backendUrl = options.backendUrl ?? process.env.MEDUSA_BACKEND_URL
    const text = options.connection ?? process.env.EVIDENT_CONNECTION ?? ''
    const read = text.trim() === '' ? undefined : readConnection(text)
    if (read === undefined) {
      this.status = 'unconfigured'
    } else if ('fault' in read) {
      this.status = 'refused'
      this.fault = read.fault
      log.warn(`Evident: EVIDENT_CONNECTION does not work: ${faults[read.fault]} The shop runs without Evident.`)
    } else {
      this.status = 'ready'
      this.connection = read.connection
      this.adminUrl = `${read.connection.origin}/admin/stores/${read.connection.storeEnvId}`
      this.calls = createEvident(read.connection, 'medusa')
      this.worker = createWorker(this.calls, this.table, log)
    }
    Object.defineProperty(this, '__hooks', {
      value: {
        onApplicationStart: () => this.start(),
        onApplicationPrepareShutdown: async () => this.stop(),
      },
    })
  }

  /** Undefined while no page may show reviews. */
  get evident(): Evident | undefined {
    return this.status === 'ready' ? this.calls : undefined
  }

  private async start(): Promise<void> {
    if (!this.worker) return
    if (await this.isOfThisStore()) await this.askForConnect()
    const hello = async () => {
      if (!(await this.isOfThisStore())) return
      // Before the migration there is nothing to read, and the nightly job reads what this misses.
      await this.readAfterNewString().catch(() => {})
      this.worker?.start()
      const callback = await this.callback().catch(() => undefined)
      if (callback === undefined || (await this.sayHello(callback))?.status === 200) clearInterval(this.helloTimer)
    }
    this.helloTimer = setInterval(() => void hello(), helloAgainMs)
    this.helloTimer.unref()
    void hello()
  }

  /**
   * After stars or Connect, the store of the connection string stays. Another store's string is then used only after
   * staff change the store.
   */
  private async isOfThisStore(): Promise<boolean> {
    const mine = this.connection?.storeEnvId
    if (mine === undefined) return false
    // Before the migration there are no stars of another store, so the connection's store is used.
    const store = await this.table.bindStore(mine).catch(() => mine)
    const wasMoved = this.status === 'moved'
    this.status = store === mine ? 'ready' : 'moved'
    if (this.status === 'moved' && !wasMoved)
      this.log.warn(
        'Evident: EVIDENT_CONNECTION belongs to another store. The shop runs without Evident until you choose Connect.',
      )
    return this.status === 'ready'
  }

  /** Without an address of this backend nothing is sent before Connect, so the string may expire unused. */
  private async askForConnect(): Promise<void> {
    const isConnected = await this.table.readFact('apiKeyId').catch(() => 'unknown')
    if (isConnected === undefined)
      this.log.info(
        "Evident: Open the page Evident in Medusa's admin and choose Connect. An unused connection string expires after 24 hours.",
      )
  }

  /**
   * Evident signs with the new secrets as soon as the old string ends. The shop refused those messages before it was
   * restarted with the new string, and Evident may send them again only hours later.
   */
  private async readAfterNewString(): Promise<void> {
    const digest = createHash('sha256').update(`${this.connection?.toShop}`).digest('hex')
    if ((await this.table.readFact('readWith')) === digest) return
    await this.table.noteAllRatings()
    await this.table.writeFact('readWith', digest)
  }

  private async stop(): Promise<void> {
    clearInterval(this.helloTimer)
    await this.worker?.stop()
  }

  /** URL of the hook at the configured address of this backend, or else at the address where staff chose Connect. */
  private async callback(): Promise<string | undefined> {
    const url = this.backendUrl ?? (await this.table.readFact('backend'))
    return url === undefined ? undefined : `${url.replace(/\/+$/, '')}/hooks/evident`
  }

  async sayHello(callback: string): Promise<Answer | undefined> {
    return this.say('plugin.hello', { version, shopVersion, callback })
  }

  /**
   * Signatures name whole seconds, and Evident accepts a message only if it is newer than the previous one of its type.
   * So each type is sent at most once a second.
   */
  private async say(type: string, data: object, timeoutMs?: number): Promise<Answer | undefined> {
    const last = this.saidAt.get(type) ?? 0
    // A timer may end a millisecond early, so 10 ms are added.
    const at = Math.max(Date.now(), last - (last % 1_000) + 1_010)
    this.saidAt.set(type, at)
    await pause(at - Date.now())
    return this.calls?.tell({ type, data }, timeoutMs)
  }

  /** Says hello, then sends a key of the shop. Returns the response to the last message that was sent. */
  async handOver(backend: string, apiKey: string): Promise<Answer | undefined> {
    await this.table.writeFact('backend', backend)
    const hello = await this.sayHello(`${backend}/hooks/evident`)
    if (hello?.status !== 200) return hello
    const data = { address: backend, credentials: { apiKey } }
    const answer = await this.say('plugin.credentials', data, 20_000)
    if (answer?.status !== 200) return answer
    await this.table.writeFact('connected', 'true')
    if (this.status === 'moved') await this.move()
    return answer
  }

  private async move(): Promise<void> {
    if (!this.connection) return
    await this.table.changeStore(this.connection.storeEnvId)
    this.status = 'ready'
    this.worker?.start()
  }

  async noteChange(type: string, id: string | undefined): Promise<void> {
    if (this.status === 'ready' && id) await this.table.note(type, id)
  }

  async noteRatings(productIds: readonly string[]): Promise<void> {
    await this.table.noteRatings(productIds)
  }

  /** False for a message that Evident did not sign in the last five minutes. */
  async takeMessage(headers: Record<string, string | string[] | undefined>, body: Buffer): Promise<boolean> {
    if (this.status !== 'ready' || !this.connection) return false
    const id = verifiedId(this.connection.toShop, headers, body, new Date())
    if (!id) return false
    await this.table.noteMessage(id, productIn(body), gatherMs)
    return true
  }

  /** Reads the ratings of these products now. False if Evident is unavailable. */
  async refresh(productIds: readonly string[]): Promise<boolean> {
    if (!this.worker || productIds.length === 0) return false
    return this.worker.ask(productIds)
  }
}

function productIn(body: Buffer): string | undefined {
  try {
    const id: unknown = JSON.parse(body.toString('utf8'))?.data?.platformProductId
    return typeof id === 'string' && id !== '' ? id : undefined
  } catch {
    return undefined
  }
}
