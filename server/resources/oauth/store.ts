import type { Static } from 'typebox'
import { after, countIfAsked, fetchLimit, type PageRequest, toPage } from '#platform/calls/paging/page.ts'
import type { OrganizationTx, SystemTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import type { GrantedRole, OAuthClient, OAuthConnection } from './schema.ts'

export type NewClient = {
  id: string
  name: string
  redirectUris: string[]
  secretDigest: Buffer | null
  secretLast4: string | null
  createdBy: string
}

export const insertClient = (tx: OrganizationTx, row: NewClient) =>
  tx.run(sql`
    insert into oauth_clients (id, organization_id, name, redirect_uris, secret_digest, secret_last4, created_by, created_at)
    values (${row.id}, ${tx.organizationId}, ${row.name}, ${row.redirectUris}, ${row.secretDigest}, ${row.secretLast4},
            ${row.createdBy}, ${tx.now})`)

export async function countClients(tx: OrganizationTx): Promise<number> {
  const row = await tx.first<{ count: number }>(sql`
    select count(*) as count from oauth_clients c where c.organization_id = ${tx.organizationId}`)
  return row?.count ?? 0
}

const clientColumns = sql<Static<typeof OAuthClient>>`
  c.id, c.id as "clientId", c.name, c.redirect_uris as "redirectUris", c.secret_digest is not null as confidential,
  c.secret_last4 as "last4", c.previous_secret_until as "previousSecretHoldsUntil", c.created_at as "createdAt",
  (select max(g.last_used_at) from oauth_grants g
    where g.organization_id = c.organization_id and g.registered_client_id = c.id) as "lastUsedAt",
  (select count(*) from oauth_grants g
    where g.organization_id = c.organization_id and g.registered_client_id = c.id and g.redeemed_at is not null) as connections`

export const readClient = (tx: OrganizationTx, id: string) =>
  tx.first<Static<typeof OAuthClient>>(sql`
    select ${clientColumns} from oauth_clients c where c.organization_id = ${tx.organizationId} and c.id = ${id}`)

export async function listClients(tx: OrganizationTx, request: PageRequest) {
  const clients = sql`oauth_clients c where c.organization_id = ${tx.organizationId}`
  const rows = await tx.all<Static<typeof OAuthClient>>(sql`
    select ${clientColumns} from ${clients} ${after(request, 'created_at', 'c')}
     order by c.created_at desc, c.id desc limit ${fetchLimit(request)}`)
  return toPage(
    rows,
    request,
    (row) => ({ at: row.createdAt, id: row.id }),
    (row) => row,
    await countIfAsked(tx, request, clients),
  )
}

export const lockClient = (tx: OrganizationTx, id: string) =>
  tx.first<{ name: string; redirectUris: string[] }>(sql`
    select c.name, c.redirect_uris as "redirectUris"
      from oauth_clients c where c.organization_id = ${tx.organizationId} and c.id = ${id} for update`)

export const updateClient = (tx: OrganizationTx, id: string, row: { name: string; redirectUris: string[] }) =>
  tx.run(sql`
    update oauth_clients c set name = ${row.name}, redirect_uris = ${row.redirectUris}
     where c.organization_id = ${tx.organizationId} and c.id = ${id}`)

/** The previous secret expires at `previousUntil`, or immediately if that is null. */
export const rotateSecret = (
  tx: OrganizationTx,
  id: string,
  { digest, last4, previousUntil }: { digest: Buffer; last4: string; previousUntil: Date | null },
) =>
  tx.first<{ name: string }>(sql`
    update oauth_clients c
       set previous_secret_digest = case when ${previousUntil}::timestamptz is null then null else c.secret_digest end,
           previous_secret_until = ${previousUntil}, secret_digest = ${digest}, secret_last4 = ${last4}
     where c.organization_id = ${tx.organizationId} and c.id = ${id} and c.secret_digest is not null
    returning c.name`)

export const deleteClient = (tx: OrganizationTx, id: string) =>
  tx.first<{ name: string }>(sql`
    delete from oauth_clients c where c.organization_id = ${tx.organizationId} and c.id = ${id} returning c.name`)

export type ClientRow = {
  id: string
  organizationId: string
  name: string
  redirectUris: string[]
  secretDigest: Buffer | null
  previousSecretDigest: Buffer | null
}

export const findClient = (tx: SystemTx, id: string) =>
  tx.first<ClientRow>(sql`
    select c.id, c.organization_id as "organizationId", c.name, c.redirect_uris as "redirectUris", c.secret_digest as "secretDigest",
           case when c.previous_secret_until > ${tx.now} then c.previous_secret_digest end as "previousSecretDigest"
      from oauth_clients c where c.id = ${id}`)

export type Membership = {
  memberId: string
  organizationId: string
  organization: string
  role: 'VIEWER' | 'MEMBER' | 'ADMIN' | 'OWNER'
  twoFactorRequired: boolean
  singleSignOnRequired: boolean
}

export const listMemberships = (tx: SystemTx, userId: string) =>
  tx.all<Membership>(sql`
    select m.id as "memberId", m.organization_id as "organizationId", o.name as organization, m.role,
           o.two_factor_required as "twoFactorRequired",
           app.requires_single_sign_on(m.organization_id, m.user_id) as "singleSignOnRequired"
      from memberships m join organizations o on o.id = m.organization_id
     where m.user_id = ${userId} and m.active and o.deletes_at is null
     order by m.created_at, m.id limit 200`)

export const listStores = (tx: OrganizationTx) =>
  tx.all<{ id: string; name: string }>(sql`
    select s.id, s.name from stores s where s.organization_id = ${tx.organizationId} order by s.created_at, s.id limit 1000`)

/** The membership is locked until the transaction ends, so a person cannot leave during it. */
export const lockMember = (tx: OrganizationTx, memberId: string) =>
  tx.first<{ role: Membership['role'] }>(sql`
    select m.role from memberships m
     where m.organization_id = ${tx.organizationId} and m.id = ${memberId} and m.active for share`)

export type NewGrant = {
  id: string
  memberId: string
  clientId: string
  registeredClientId: string | null
  clientName: string
  stores: string[]
  role: GrantedRole
  scopes: string[]
  secondFactor: boolean
  vouched: boolean
  code: Buffer
  challenge: string
  redirectUri: string
  codeExpiresAt: Date
}

export const insertGrant = (tx: OrganizationTx, row: NewGrant) =>
  tx.run(sql`
    insert into oauth_grants (id, organization_id, member_id, client_id, registered_client_id, client_name, stores, role, scopes,
                              second_factor, vouched, code_digest, code_challenge, redirect_uri, code_expires_at, created_at)
    values (${row.id}, ${tx.organizationId}, ${row.memberId}, ${row.clientId}, ${row.registeredClientId}, ${row.clientName},
            ${row.stores}, ${row.role}, ${row.scopes}, ${row.secondFactor}, ${row.vouched}, ${row.code}, ${row.challenge},
            ${row.redirectUri}, ${row.codeExpiresAt}, ${tx.now})`)

export type CodeRow = {
  grantId: string
  organizationId: string
  clientId: string
  challenge: string
  redirectUri: string
  expiresAt: string
  scopes: string[]
  isRedeemed: boolean
}

export const findCode = (tx: SystemTx, code: Buffer) =>
  tx.first<CodeRow>(sql`
    select g.id as "grantId", g.organization_id as "organizationId", g.client_id as "clientId", g.code_challenge as challenge,
           g.redirect_uri as "redirectUri", g.code_expires_at as "expiresAt", g.scopes, g.redeemed_at is not null as "isRedeemed"
      from oauth_grants g where g.code_digest = ${code}`)

/** Returns 1 for the first call and 0 for all others. */
export const redeem = (tx: OrganizationTx, grantId: string) =>
  tx.run(sql`
    update oauth_grants g set redeemed_at = ${tx.now}
     where g.organization_id = ${tx.organizationId} and g.id = ${grantId} and g.redeemed_at is null`)

export const deleteGrant = (tx: OrganizationTx, grantId: string) =>
  tx.first<{ clientName: string }>(sql`
    delete from oauth_grants g where g.organization_id = ${tx.organizationId} and g.id = ${grantId}
    returning g.client_name as "clientName"`)

export const markGrantUse = (tx: OrganizationTx, grantId: string) =>
  tx.run(sql`
    update oauth_grants g set last_used_at = ${tx.now} where g.organization_id = ${tx.organizationId} and g.id = ${grantId}`)

type ConnectionRow = {
  id: string
  clientId: string
  clientName: string
  isRegistered: boolean
  userId: string
  userName: string
  userEmail: string
  stores: { id: string; name: string }[]
  role: GrantedRole
  scopes: string[]
  createdAt: string
  lastUsedAt: string | null
}

const selectConnections = ({ organizationId }: OrganizationTx, userId: string | undefined) => sql`
  oauth_grants g join memberships m on m.id = g.member_id and m.organization_id = g.organization_id
   where g.organization_id = ${organizationId} and g.redeemed_at is not null
     and (${userId ?? null}::text is null or m.user_id = ${userId ?? null})`

export async function listConnections(tx: OrganizationTx, request: PageRequest, userId?: string) {
  const connections = selectConnections(tx, userId)
  const rows = await tx.all<ConnectionRow>(sql`
    select g.id, g.client_id as "clientId", g.client_name as "clientName", g.registered_client_id is not null as "isRegistered",
           m.user_id as "userId", m.name as "userName", m.email as "userEmail",
           coalesce((select jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name) order by s.created_at, s.id)
                       from stores s where s.organization_id = g.organization_id and s.id = any (g.stores)), '[]') as stores,
           g.role, g.scopes, g.created_at as "createdAt", g.last_used_at as "lastUsedAt"
      from ${connections} ${after(request, 'created_at', 'g')}
     order by g.created_at desc, g.id desc limit ${fetchLimit(request)}`)
  return toPage(
    rows,
    request,
    (row) => ({ at: row.createdAt, id: row.id }),
    toConnection,
    await countIfAsked(tx, request, connections),
  )
}

const toConnection = ({
  clientId,
  clientName,
  isRegistered,
  ...row
}: ConnectionRow): Static<typeof OAuthConnection> => {
  const { userId, userName, userEmail, ...rest } = row
  return {
    ...rest,
    client: { id: clientId, name: clientName, registered: isRegistered },
    user: { id: userId, name: userName, email: userEmail },
  }
}

export const ownsGrant = async (tx: OrganizationTx, grantId: string, userId: string) =>
  (await tx.first(sql`
    select g.id from oauth_grants g join memberships m on m.id = g.member_id and m.organization_id = g.organization_id
     where g.organization_id = ${tx.organizationId} and g.id = ${grantId} and m.user_id = ${userId}`)) !== undefined

export const insertAccessToken = (
  tx: OrganizationTx,
  grantId: string,
  row: { digest: Buffer; scopes: string[] | null; expiresAt: Date },
) =>
  tx.run(sql`
    insert into oauth_access_tokens (digest, organization_id, grant_id, scopes, expires_at)
    values (${row.digest}, ${tx.organizationId}, ${grantId}, ${row.scopes}::text[], ${row.expiresAt})`)

export const insertRefreshToken = (
  tx: OrganizationTx,
  grantId: string,
  row: { digest: Buffer; generation: number; expiresAt: Date },
) =>
  tx.run(sql`
    insert into oauth_refresh_tokens (digest, organization_id, grant_id, generation, expires_at)
    values (${row.digest}, ${tx.organizationId}, ${grantId}, ${row.generation}, ${row.expiresAt})`)

export type TokenOwner = { grantId: string; organizationId: string; clientId: string }

export const findRefreshToken = (tx: SystemTx, digest: Buffer) =>
  tx.first<TokenOwner>(sql`
    select g.id as "grantId", g.organization_id as "organizationId", g.client_id as "clientId"
      from oauth_refresh_tokens t join oauth_grants g on g.id = t.grant_id where t.digest = ${digest}`)

export const findAccessToken = (tx: SystemTx, digest: Buffer) =>
  tx.first<TokenOwner>(sql`
    select g.id as "grantId", g.organization_id as "organizationId", g.client_id as "clientId"
      from oauth_access_tokens t join oauth_grants g on g.id = t.grant_id where t.digest = ${digest}`)

/** Serialises refreshes. `isAlive` is true while the person is an active member and one of the stores exists. */
export const lockGrant = (tx: OrganizationTx, grantId: string) =>
  tx.first<{ scopes: string[]; isAlive: boolean }>(sql`
    select g.scopes,
           m.active and exists (select from stores s where s.organization_id = g.organization_id and s.id = any (g.stores)) as "isAlive"
      from oauth_grants g join memberships m on m.id = g.member_id and m.organization_id = g.organization_id
     where g.organization_id = ${tx.organizationId} and g.id = ${grantId} for update of g`)

export type RefreshRow = { digest: Buffer; generation: number; expiresAt: string; rotatedAt: string | null }

export const readRefreshTokens = (tx: OrganizationTx, grantId: string, digest: Buffer) =>
  tx.all<RefreshRow>(sql`
    select t.digest, t.generation, t.expires_at as "expiresAt", t.rotated_at as "rotatedAt"
      from oauth_refresh_tokens t
      join oauth_refresh_tokens shown on shown.organization_id = t.organization_id and shown.grant_id = t.grant_id
       and shown.digest = ${digest} and t.generation in (shown.generation, shown.generation + 1)
     where t.organization_id = ${tx.organizationId} and t.grant_id = ${grantId}
     order by t.generation`)

export const markRotated = (tx: OrganizationTx, digest: Buffer) =>
  tx.run(sql`
    update oauth_refresh_tokens t set rotated_at = ${tx.now}
     where t.organization_id = ${tx.organizationId} and t.digest = ${digest}`)

export const deleteAccessToken = (tx: OrganizationTx, digest: Buffer) =>
  tx.run(sql`delete from oauth_access_tokens t where t.organization_id = ${tx.organizationId} and t.digest = ${digest}`)

export const deleteExpiredAccessTokens = (tx: SystemTx, before: Date, limit: number) =>
  tx.run(sql`
    delete from oauth_access_tokens where digest = any (array(
      select t.digest from oauth_access_tokens t where t.expires_at <= ${before} limit ${limit}))`)

export const deleteExpiredRefreshTokens = (tx: SystemTx, before: Date, limit: number) =>
  tx.run(sql`
    delete from oauth_refresh_tokens where digest = any (array(
      select t.digest from oauth_refresh_tokens t where t.expires_at <= ${before} limit ${limit}))`)

export const deleteEndedGrants = (tx: SystemTx, before: Date, limit: number) =>
  tx.run(sql`
    delete from oauth_grants where id = any (array(
      select g.id from oauth_grants g
       where (g.redeemed_at is null and g.code_expires_at <= ${before})
          or (g.redeemed_at is not null and not exists (select from oauth_refresh_tokens t where t.grant_id = g.id))
       limit ${limit}))`)
