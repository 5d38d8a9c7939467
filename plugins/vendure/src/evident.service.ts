import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common'
import {
  ConfigService,
  type ID,
  Logger,
  ProcessContext,
  Product,
  type RequestContext,
  TransactionalConnection,
  VENDURE_VERSION,
} from '@vendure/core'
import { type Binding, createBinding } from './binding.ts'
import { writeCustomFields } from './custom-fields.ts'
import { EvidentNote } from './entities/evident-note.ts'
import { createFacts, type Facts } from './facts.ts'
import { type Connection, type Fault, faults, readConnection } from './lib/connection.ts'
import { type Answer, createEvident, type Evident } from './lib/evident.ts'
import { verifiedId } from './lib/signing.ts'
import type { Summary } from './lib/summaries.ts'
import { createNightly, type Nightly } from './nightly.ts'
import { EVIDENT_OPTIONS, type EvidentPluginOptions } from './options.ts'
import { createOutbox, type NoteType, type Outbox } from './outbox.ts'
import { createRatings, type Ratings } from './ratings.ts'
import { createWorker, type Worker } from './worker.ts'

const version = '1.0.0'
const gatherMs = 2_000
const helloAgainMs = 60_000

/** `moved`: the connection string belongs to another store than the reviews in the shop's database. */
export type Status = 'unconfigured' | 'refused' | 'unmigrated' | 'moved' | 'ready'

@Injectable()
export class EvidentService implements OnApplicationBootstrap, OnApplicationShutdown {
  status: Status = 'unconfigured'
  /** Why the connection string is refused. */
  fault: Fault | undefined
  outbox!: Outbox
  ratings!: Ratings
  facts!: Facts
  private binding!: Binding
  private connection: Connection | undefined
  private calls: Evident | undefined
  private worker: Worker | undefined
  private nightly: Nightly | undefined
  private helloTimer: NodeJS.Timeout | undefined
  private readonly saidAt = new Map<string, number>()

  constructor(
    @Inject(TransactionalConnection) private readonly database: TransactionalConnection,
    @Inject(ConfigService) private readonly config: ConfigService,
    @Inject(ProcessContext) private readonly process: ProcessContext,
    @Inject(EVIDENT_OPTIONS) private readonly options: EvidentPluginOptions,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.outbox = createOutbox(this.database.rawConnection)
    this.ratings = createRatings(this.database.rawConnection)
    this.facts = createFacts(this.database.rawConnection)
    this.binding = createBinding(this)
    const text = (this.options.connection ?? process.env.EVIDENT_CONNECTION ?? '').trim()
    if (text === '') return
    const read = readConnection(text)
    if ('fault' in read) {
      this.status = 'refused'
      this.fault = read.fault
      this.warn(`The connection string does not work: ${faults[read.fault]} The shop runs without Evident.`)
      return
    }
    this.connection = read.connection
    this.calls = createEvident(read.connection, 'vendure')
    if (!(await this.hasTables())) {
      this.status = 'unmigrated'
      this.warn('The plugin lacks its tables. Generate and run a migration. The shop runs without Evident.')
      return
    }
    const isReady = await this.isOfThisStore(read.connection)
    if (!this.process.isServer) return
    if (isReady) await this.askForConnect()
    this.start(read.connection, this.calls)
  }

  /** Undefined while no page may show reviews. */
  get evident(): Evident | undefined {
    return this.status === 'ready' ? this.calls : undefined
  }

  /** True even with the connection string of another store, because the shop keeps the stars that it stored. */
  get hasRatings(): boolean {
    return this.status === 'ready' || this.status === 'moved'
  }

  /**
   * After stars or Connect, the store of the connection string stays. Another store's string is then used only after
   * staff change the store.
   */
  private async isOfThisStore({ storeEnvId }: Connection): Promise<boolean> {
    const isSame = await this.binding.bind(storeEnvId)
    if (!isSame && this.status !== 'moved')
      this.warn(
        'The connection string belongs to another store. The shop runs without Evident until you choose Connect.',
      )
    this.status = isSame ? 'ready' : 'moved'
    return isSame
  }

  private async move({ storeEnvId }: Connection): Promise<void> {
    await this.binding.change(storeEnvId)
    this.status = 'ready'
    this.worker?.start()
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.helloTimer)
    await this.worker?.stop()
  }

  get adminUrl(): string | undefined {
    const { origin, storeEnvId } = this.connection ?? {}
    return origin && `${origin}/admin/stores/${storeEnvId}`
  }

  /** Converts an id to its form in the shop's APIs, which Evident uses too. */
  encode(id: ID): string {
    return String(this.idStrategy?.encodeId(id as never) ?? id)
  }

  /** Writes to the outbox in the transaction of the change, so no crash separates the two. */
  async noteChange(ctx: RequestContext, type: NoteType, ids: Iterable<ID>): Promise<void> {
    if (this.status !== 'ready') return
    for (const id of new Set(ids)) {
      const subject = this.encode(id)
      await this.outbox
        .note(type, subject, 0, this.database.getRepository(ctx, EvidentNote))
        // If the transaction of this context has ended already, the row is written outside of it.
        .catch(() => this.outbox.note(type, subject))
    }
  }

  /** False for a message that Evident did not sign in the last five minutes. */
  async takeMessage(headers: Record<string, string | string[] | undefined>, body: Buffer): Promise<boolean> {
    if (this.status !== 'ready' || !this.connection) return false
    const id = verifiedId(this.connection.toShop, headers, body, new Date())
    if (!id) return false
    await this.outbox.noteMessage(id, productIn(body), gatherMs)
    return true
  }

  /** Says hello, then sends an administrator's credentials. Returns the response to the last message that was sent. */
  async handOver(backend: string, credentials: Record<string, string>): Promise<Answer | undefined> {
    await this.facts.write('backend', backend)
    const hello = await this.sayHello(backend)
    if (hello?.status !== 200) return hello
    const answer = await this.say('plugin.credentials', { address: backend, credentials }, 20_000)
    if (answer?.status !== 200) return answer
    await this.binding.confirm()
    if (this.status === 'moved' && this.connection) await this.move(this.connection)
    // The store may have reviews already, so the nightly read of all ratings runs now.
    await this.nightly?.readAllAgain()
    return answer
  }

  private start(connection: Connection, evident: Evident): void {
    const nightly = createNightly<ID>({
      facts: this.facts,
      listProducts: (last, limit) => this.listProducts(last, limit),
      ask: async (ids) => (await this.worker?.ask(ids.map((id) => this.encode(id)))) ?? false,
    })
    this.nightly = nightly
    this.worker = createWorker({
      evident,
      outbox: this.outbox,
      write: (summaries, askedAt) => this.writeRatings(summaries, askedAt),
      readSome: nightly.readSome,
      warn: (message) => this.warn(message),
    })
    const hello = async () => {
      if (!(await this.isOfThisStore(connection).catch(() => false))) return
      // After a failure the nightly read is early enough.
      await this.readAfterChange(connection).catch(() => {})
      this.worker?.start()
      const backend = this.options.backendUrl ?? (await this.facts.read('backend').catch(() => undefined))
      if (backend === undefined) return
      const answer = await this.sayHello(backend)
      if (answer?.status === 200) clearInterval(this.helloTimer)
    }
    this.helloTimer = setInterval(() => void hello(), helloAgainMs)
    this.helloTimer.unref()
    void hello()
  }

  private async sayHello(backend: string): Promise<Answer | undefined> {
    const callback = `${backend.replace(/\/+$/, '')}/hooks/evident`
    return this.say('plugin.hello', { version, shopVersion: VENDURE_VERSION, callback })
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

  private async writeRatings(summaries: readonly Summary[], askedAt: number): Promise<void> {
    await this.ratings.write(summaries, askedAt)
    if (!this.options.customFields) return
    const ids = summaries.map(({ productId }) => productId)
    const decode = (id: string): ID => this.idStrategy?.decodeId(id as never) ?? id
    await writeCustomFields(this.database.rawConnection, this.ratings, ids, decode)
  }

  private async listProducts(last: ID | undefined, limit: number): Promise<ID[]> {
    const query = this.database.rawConnection
      .getRepository(Product)
      .createQueryBuilder('product')
      .select('product.id')
      .where('product.deletedAt is null')
      .orderBy('product.id', 'ASC')
      .take(limit)
    if (last !== undefined) query.andWhere('product.id > :last', { last })
    return (await query.getMany()).map(({ id }) => id)
  }

  /**
   * Reads all ratings after a change of the connection string or of `customFields`. Evident signs with the new secrets
   * as soon as the old string ends. The shop refused those messages before it was restarted with the new string, and
   * Evident may send them again only hours later.
   */
  private async readAfterChange({ toShop }: Connection): Promise<void> {
    const digest = createHash('sha256').update(toShop).digest('hex')
    const readWith = `${digest}${this.options.customFields ? ' customFields' : ''}`
    if ((await this.facts.read('readWith')) === readWith) return
    await this.nightly?.readAllAgain()
    await this.facts.write('readWith', readWith)
  }

  /** Without an address of this server nothing is sent before Connect, so the string may expire unused. */
  private async askForConnect(): Promise<void> {
    if ((await this.facts.read('administrator')) === undefined)
      Logger.info(
        'Open Marketing → Evident in the dashboard and choose Connect. An unused connection string expires after 24 hours.',
        'Evident',
      )
  }

  private get idStrategy() {
    return this.config.entityOptions.entityIdStrategy ?? this.config.entityIdStrategy
  }

  private hasTables(): Promise<boolean> {
    return this.facts.read('backend').then(
      () => true,
      () => false,
    )
  }

  private warn(message: string): void {
    Logger.warn(message, 'Evident')
  }
}

function productIn(body: Buffer): string | undefined {
  try {
    const id: unknown = JSON.parse(body.toString('utf8'))?.data?.platformProductId
    return typeof id === 'string' && id !== '' && id.length <= 255 ? id : undefined
  } catch {
    return undefined
  }
}
