import { setTimeout as pause } from 'node:timers/promises'
import { MedusaService } from '@medusajs/framework/utils'
import { readConnection } from '../../lib/connection'
import { createEvident, type Evident } from '../../lib/evident'
import { version as shopVersion } from '../../lib/shop-version'
import { verifiedId } from '../../lib/signing'
import { EvidentRating } from './models/evident-rating'
import { createTable, type Sql, type Table } from './table'
import { createWorker, type Worker } from './worker'

type Options = { connection?: string; backendUrl?: string }
type Container = {
  logger?: { warn(message: string): void; info(message: string): void }
  manager: { fork(): { execute(text: string, values?: unknown[]): Promise<unknown[]> } }
}

const version = '1.0.0'
const gatherMs = 2_000
const helloAgainMs = 60_000

export type Status = 'unconfigured' | 'refused' | 'ready'

// The key is the model's name, because the link asks for `listEvidentRatings`.
export default class EvidentService extends MedusaService({ EvidentRating }) {
  readonly status: Status
  /** Error in the connection string, for staff. The message never contains the string. */
  readonly refusal: string | undefined
  readonly table: Table
  readonly evident: Evident | undefined
  readonly page: string | undefined
  readonly adminUrl: string | undefined
  private readonly toShop: string | undefined
  private readonly worker: Worker | undefined
  private readonly backendUrl: string | undefined
  private helloTimer: NodeJS.Timeout | undefined
  private handedOverAt = 0

  constructor(container: Container, options: Options = {}) {
    super(container, options)
    const log = container.logger ?? console
    const sql: Sql = async (text, values) => (await container.manager.fork().execute(text, values)) as never
    this.table = createTable(sql)
    this.backendUrl = options.backendUrl ?? process.env.MEDUSA_BACKEND_URL
    const text = options.connection ?? process.env.EVIDENT_CONNECTION ?? ''
    const read = text.trim() === '' ? undefined : readConnection(text)
    if (read === undefined) {
      this.status = 'unconfigured'
    } else if ('refusal' in read) {
      this.status = 'refused'
      this.refusal = read.refusal
      log.warn(`Evident: EVIDENT_CONNECTION does not work: ${read.refusal} The shop runs without Evident.`)
    } else {
      const { connection } = read
      this.status = 'ready'
      this.toShop = connection.toShop
      this.page = connection.page
      this.adminUrl = `${connection.origin}/admin/stores/${connection.storeEnvId}`
      this.evident = createEvident(connection)
      this.worker = createWorker(this.evident, this.table, log)
    }
    Object.defineProperty(this, '__hooks', {
      value: {
        onApplicationStart: async () => this.start(),
        onApplicationPrepareShutdown: async () => this.stop(),
      },
    })
  }

  private start(): void {
    if (!this.worker) return
    this.worker.start()
    const hello = async () => {
      const callback = await this.callback().catch(() => undefined)
      if (callback === undefined || (await this.sayHello(callback)).isHeard) clearInterval(this.helloTimer)
    }
    this.helloTimer = setInterval(() => void hello(), helloAgainMs)
    this.helloTimer.unref()
    void hello()
  }

  private async stop(): Promise<void> {
    clearInterval(this.helloTimer)
    await this.worker?.stop()
  }

  /** The address of this backend: configured, or the one at which staff chose Connect. */
  private async callback(): Promise<string | undefined> {
    const url = this.backendUrl ?? (await this.table.readFact('backend'))
    return url === undefined ? undefined : `${url.replace(/\/+$/, '')}/hooks/evident`
  }

  async sayHello(callback: string): Promise<{ isHeard: boolean; message: string | undefined }> {
    const answer = await this.evident?.tell({ type: 'plugin.hello', data: { version, shopVersion, callback } })
    return { isHeard: answer?.status === 200, message: messageOf(answer) }
  }

  /** Sends a key of the shop to Evident. The message says why it failed. */
  async handOver(backend: string, apiKey: string): Promise<{ isConnected: boolean; message: string | undefined }> {
    await this.table.writeFact('backend', backend)
    const hello = await this.sayHello(`${backend}/hooks/evident`)
    if (!hello.isHeard) return { isConnected: false, message: hello.message }
    const data = { address: backend, credentials: { apiKey } }
    // Evident orders the keys by the second of their signature, and refuses a second key of the same second.
    const nextSecond = this.handedOverAt - (this.handedOverAt % 1_000) + 1_000
    await pause(Math.max(0, nextSecond - Date.now()))
    this.handedOverAt = Date.now()
    const answer = await this.evident?.tell({ type: 'plugin.credentials', data }, 20_000)
    return { isConnected: answer?.status === 200, message: messageOf(answer) }
  }

  async noteChange(type: string, id: string | undefined): Promise<void> {
    if (this.worker && id) await this.table.note(type, id)
  }

  /** False for a message that Evident did not sign in the last five minutes. */
  async takeMessage(headers: Record<string, string | string[] | undefined>, body: Buffer): Promise<boolean> {
    const id = this.toShop && verifiedId(this.toShop, headers, body, new Date())
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

function messageOf(answer: { status: number; body: unknown } | undefined): string | undefined {
  if (!answer || answer.status === 0) return 'Evident does not answer.'
  const { message } = (answer.body ?? {}) as { message?: unknown }
  return typeof message === 'string' ? message : `Evident answers ${answer.status}.`
}
