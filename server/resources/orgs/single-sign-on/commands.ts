import { ProviderProblem } from '#integrations/openid/problems.ts'
import { discover, type Provider } from '#integrations/openid/provider.ts'
import type { SealedColumn } from '#platform/areas/sealed-columns.ts'
import type { Audit } from '#platform/audit/audit.ts'
import type { Services } from '#platform/calls/services.ts'
import type { OrganizationDb, OrganizationTx } from '#platform/db/db.ts'
import { invalidField, notFound } from '#platform/values/errors.ts'
import { newId } from '#platform/values/ids.ts'
import { toDomain } from './domains.ts'
import { callbackPath, domainNotProven, secretContext } from './rules.ts'
import type { SingleSignOn, SingleSignOnSettings } from './schema.ts'
import * as store from './store.ts'

type Outside = { db: OrganizationDb; services: Services; audit: Audit }

export const callbackUrl = ({ origin }: Pick<Services, 'origin'>) => `${origin}${callbackPath}`

export async function readSettings(tx: OrganizationTx, services: Services): Promise<SingleSignOn> {
  const row = await store.find(tx)
  const domains = await store.listDomains(tx)
  return {
    configured: row !== undefined,
    issuer: row?.issuer ?? null,
    clientId: row?.clientId ?? null,
    clientSecretLast4: row?.secretLast4 ?? null,
    required: row?.required ?? false,
    defaultRole: row?.defaultRole ?? 'VIEWER',
    invitedOnly: row?.invitedOnly ?? false,
    callbackUrl: callbackUrl(services),
    domains: domains.map((each) => toDomain(services.secrets, each)),
    updatedAt: row?.updatedAt ?? null,
  }
}

/** Queries the provider before settings are stored, so settings that cannot work are refused with the reason. */
export async function saveSettings(
  { db, services, audit }: Outside,
  organizationId: string,
  given: SingleSignOnSettings,
): Promise<SingleSignOn> {
  const { secrets } = services
  const before = await db.organization(organizationId, 'read', store.find)
  const isSameClient =
    before !== undefined && before.clientId === given.clientId && isSameIssuer(before.issuer, given.issuer)
  const clientSecret = given.clientSecret ?? (isSameClient ? openSecret(services, before) : undefined)
  if (clientSecret === undefined)
    throw invalidField('/clientSecret', before ? 'is needed when the issuer or the client id changes' : 'is needed')
  const { issuer } = await discover(pickReach(services), { ...given, clientSecret }).catch(toRefusal)
  return db.organization(organizationId, 'write', async (tx) => {
    const row = {
      issuer,
      clientId: given.clientId,
      required: given.required ?? before?.required ?? false,
      defaultRole: given.defaultRole ?? before?.defaultRole ?? 'VIEWER',
      invitedOnly: given.invitedOnly ?? before?.invitedOnly ?? false,
    }
    if (row.required && !(await store.listDomains(tx)).some(({ provenAt }) => provenAt !== null))
      throw domainNotProven()
    const id = newId(tx.now.getTime())
    const sealed = secrets.seal(clientSecret, secretContext(organizationId, id))
    await store.upsert(tx, { ...row, id, clientSecret: sealed, secretLast4: clientSecret.slice(-4) })
    await store.deleteLinksOfOthers(tx, issuer)
    const changed = (Object.keys(row) as (keyof typeof row)[]).filter((field) => row[field] !== before?.[field])
    const fields = [...changed, ...(given.clientSecret === undefined ? [] : ['clientSecret'])]
    const { required } = row
    if (fields.length > 0)
      await audit(
        tx,
        'single_sign_on.updated',
        { type: 'organization', id: organizationId },
        { fields, issuer, required },
      )
    return readSettings(tx, services)
  })
}

/** Also deletes the domains, so another organization may prove them. Revokes sessions created through the provider. */
export async function deleteSettings({ db, services, audit }: Outside, organizationId: string): Promise<void> {
  await db.organization(organizationId, 'write', async (tx) => {
    const hadDomains = (await store.listDomains(tx)).length > 0
    if ((await store.deleteSettings(tx)) === 0 && !hadDomains) throw notFound('single sign-on')
    await audit(tx, 'single_sign_on.removed', { type: 'organization', id: organizationId })
  })
  await services.users.endOrganizationSessions(organizationId)
}

/** Fetches the provider's discovery document each time, because it may change and sign-ins are rare. */
export const discoverProvider = (services: Services, row: store.SettingsRow): Promise<Provider> =>
  discover(pickReach(services), { ...row, clientSecret: openSecret(services, row) })

const pickReach = ({ fetch, config }: Services) => ({ fetch, allowHttp: config.webhookAllowPrivate })

const openSecret = ({ secrets }: Pick<Services, 'secrets'>, row: store.SettingsRow) =>
  secrets.open(row.clientSecret, secretContext(row.organizationId, row.id))

const isSameIssuer = (a: string, b: string) => URL.canParse(b) && new URL(a).href === new URL(b).href

function toRefusal(error: unknown): never {
  if (error instanceof ProviderProblem) throw invalidField('/issuer', error.message)
  throw error
}

export const sealedClientSecret: SealedColumn = {
  table: 'single_sign_on',
  column: 'client_secret',
  contextOf: secretContext,
  of: 'organization',
}
