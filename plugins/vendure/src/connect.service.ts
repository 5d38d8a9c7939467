import { randomBytes } from 'node:crypto'
import { Inject, Injectable } from '@nestjs/common'
import {
  AdministratorService,
  ConfigService,
  EntityNotFoundError,
  type ID,
  Permission,
  type RequestContext,
  RoleService,
} from '@vendure/core'
import { EvidentService } from './evident.service.ts'
import { readRefusal } from './lib/refusal.ts'
import { EVIDENT_OPTIONS, type EvidentPluginOptions } from './options.ts'

/** A failure has a message, and a code if Evident or the plugin names one. */
export type Outcome = {
  isSuccess: boolean
  code?: string | undefined
  message?: string | undefined
  address?: string | undefined
}

type Made = { administratorId: ID; roleId: ID }

const refused = (code: string | undefined, message: string, address?: string): Outcome => ({
  ...{ isSuccess: false, code, message, address },
})

/** Staff may have deleted the administrator or the role already. */
const ignoreMissing = (removal: Promise<unknown>) =>
  removal.catch((error) => {
    if (!(error instanceof EntityNotFoundError)) throw error
  })

@Injectable()
export class ConnectService {
  constructor(
    @Inject(EvidentService) private readonly evident: EvidentService,
    @Inject(AdministratorService) private readonly administrators: AdministratorService,
    @Inject(RoleService) private readonly roles: RoleService,
    @Inject(ConfigService) private readonly config: ConfigService,
    @Inject(EVIDENT_OPTIONS) private readonly options: EvidentPluginOptions,
  ) {}

  /** True also without a working connection string, because the administrator still exists. */
  async isConnected(): Promise<boolean> {
    // Before the migration there is no table.
    return (await this.evident.facts.read('administrator').catch(() => undefined)) !== undefined
  }

  /** Deletes the administrator and the role that Connect created. The stars stay. */
  async disconnect(ctx: RequestContext): Promise<Outcome> {
    if (!(await this.isConnected())) return { isSuccess: true }
    const made = await this.evident.facts.read('administrator')
    if (made) await this.remove(ctx, JSON.parse(made))
    await this.evident.facts.delete('administrator')
    return { isSuccess: true }
  }

  private async remove(ctx: RequestContext, { administratorId, roleId }: Made): Promise<void> {
    await ignoreMissing(this.administrators.softDelete(ctx, administratorId))
    await ignoreMissing(this.roles.delete(ctx, roleId))
  }

  /**
   * Creates a read-only administrator, and sends its credentials to Evident once. A repeated call replaces the
   * earlier administrator. The person's own permissions are checked, because nobody may grant more than they have.
   */
  async connect(ctx: RequestContext, page: string): Promise<Outcome> {
    if (this.evident.status !== 'ready' && this.evident.status !== 'moved')
      return refused('unconfigured', 'Set EVIDENT_CONNECTION, and run the migration first.')
    const address = this.addressOf(ctx, page)
    if (!address) return refused('no_address', 'The address of this server is missing.')
    const { tokenMethod } = this.config.authOptions
    if (!(Array.isArray(tokenMethod) ? tokenMethod : [tokenMethod]).includes('bearer'))
      return refused('no_bearer', "Add 'bearer' to authOptions.tokenMethod, because Evident signs in with it.", address)

    const name = `evident-${randomBytes(4).toString('hex')}`
    const password = randomBytes(32).toString('base64url')
    const role = await this.roles.create(ctx, {
      code: name,
      description: 'Evident reads products and orders',
      permissions: [Permission.ReadCatalog, Permission.ReadOrder, Permission.ReadCustomer],
      channelIds: [ctx.channelId],
    })
    const administrator = await this.administrators.create(ctx, {
      emailAddress: `${name}@evident.invalid`,
      firstName: 'Evident',
      lastName: 'plugin',
      password,
      roleIds: [role.id],
    })
    const made = { administratorId: administrator.id, roleId: role.id }
    const credentials = { username: administrator.emailAddress, password, channelToken: ctx.channel.token }
    const answer = await this.evident.handOver(address, credentials)
    if (answer?.status !== 200) {
      await this.remove(ctx, made)
      const { code, message } = readRefusal(answer, address)
      return refused(code, message, address)
    }
    const before = await this.evident.facts.read('administrator')
    await this.evident.facts.write('administrator', JSON.stringify(made))
    // The new administrator works already, so a failure here is no failure of Connect.
    if (before) await this.remove(ctx, JSON.parse(before)).catch(() => {})
    return { isSuccess: true, address }
  }

  /**
   * Without `backendUrl`, the host is that of this request, because the page may be on another host. The scheme is
   * that of the page, because a proxy may end TLS.
   */
  private addressOf(ctx: RequestContext, page: string): string | undefined {
    const host = ctx.req?.headers.host
    const text = this.options.backendUrl ?? (host && /^https?:/.exec(page) ? `${page.split(':')[0]}://${host}` : page)
    if (!URL.canParse(text)) return undefined
    const { protocol, origin } = new URL(text)
    return protocol === 'https:' || protocol === 'http:' ? origin : undefined
  }
}
