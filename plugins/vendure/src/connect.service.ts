import { randomBytes } from 'node:crypto'
import { Inject, Injectable } from '@nestjs/common'
import {
  AdministratorService,
  ConfigService,
  type ID,
  Permission,
  type RequestContext,
  RoleService,
} from '@vendure/core'
import { EvidentService } from './evident.service.ts'
import { readRefusal } from './lib/refusal.ts'
import { EVIDENT_OPTIONS, type EvidentPluginOptions } from './options.ts'

/** A failure has a message, and a code if Evident named one. */
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

@Injectable()
export class ConnectService {
  constructor(
    @Inject(EvidentService) private readonly evident: EvidentService,
    @Inject(AdministratorService) private readonly administrators: AdministratorService,
    @Inject(RoleService) private readonly roles: RoleService,
    @Inject(ConfigService) private readonly config: ConfigService,
    @Inject(EVIDENT_OPTIONS) private readonly options: EvidentPluginOptions,
  ) {}

  async isConnected(): Promise<boolean> {
    if (this.evident.status !== 'ready') return false
    return (await this.evident.facts.read('administrator')) !== undefined
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
    const remove = async ({ administratorId, roleId }: Made) => {
      await this.administrators.softDelete(ctx, administratorId)
      await this.roles.delete(ctx, roleId)
    }
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
      await remove(made)
      const { code, message } = readRefusal(answer)
      return refused(code, message, address)
    }
    const before = await this.evident.facts.read('administrator')
    await this.evident.facts.write('administrator', JSON.stringify(made))
    // Staff may have deleted the administrator already, so an error is ignored.
    if (before) await remove(JSON.parse(before)).catch(() => {})
    return { isSuccess: true, address }
  }

  /**
   * The host is that of this request, because the page may be on another host. The scheme is that of the page,
   * because a proxy may end TLS.
   */
  private addressOf(ctx: RequestContext, page: string): string | undefined {
    const host = ctx.req?.headers.host
    const text = this.options.backendUrl ?? (host && /^https?:/.exec(page) ? `${page.split(':')[0]}://${host}` : page)
    if (!URL.canParse(text)) return undefined
    const { protocol, origin } = new URL(text)
    return protocol === 'https:' || protocol === 'http:' ? origin : undefined
  }
}
