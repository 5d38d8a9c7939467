// Creates two tenants with a row in every table. The tests call as one tenant with every id of the other.
import assert from 'node:assert/strict'
import { Client } from 'pg'
import { roleOf } from '#platform/calls/access.ts'
import type { Operation } from '#platform/calls/operation.ts'
import { newId } from '#platform/values/ids.ts'
import { shoppers, started } from '#resources/loyalty/loyalty.testing.ts'
import { register } from '#resources/oauth/oauth.testing.ts'
import { assertAnswer, buildPath, buildQuery, listParams, nameOf, sampleBody } from './operations.ts'
import { type Answer, type Api, type Shop, startService } from './service.ts'
import { insertTenant, type Row, readContents, type TenantTable, tenantTables } from './tenant-rows.ts'

/** Text in every row of the other tenant. It is an email address, so it is valid in address fields too. */
export const marker = 'only-theirs-7f3a@example.com'

export type TwoTenants = {
  ours: Shop
  theirs: Shop
  foreignIds: readonly string[]
  chooseCaller(op: Operation): Api
  ask(op: Operation, fill: Record<string, string>): Promise<Answer>
  /** Fails if a response contains any of the other tenant's data except the requested id. */
  assertSilent(answer: Answer, asked: string, why: string): void
  /** Requests an id that does not exist and each foreign id, with every combination of the other parameters. */
  assertUnknown(op: Operation): Promise<void>
  /**
   * Returns true if two related rows of ours are found. Without this check, foreign ids might be tested only beside ids
   * that match nothing.
   */
  isReached(op: Operation): Promise<boolean>
  everythingOfTheirs(): Promise<string>
  close(): Promise<void>
}

const isUuid = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f-]{36}$/.test(value)
const listUuids = (row: Row) => Object.values(row).filter(isUuid)

/** Tables with data of the other organization, besides the rows of its store: stores, members, keys, invitations. */
const organizationTables = [
  'stores',
  'memberships',
  'api_keys',
  'invitations',
  'subscriptions',
  'audit_log',
  'oauth_clients',
]

export const listIdParams = (op: Operation) => listParams(op).filter(([, shape]) => shape.format === 'uuid')

/** Formats the response without the parts that must differ: the request's id and the requested id. */
export const formatAnswer = ({ status, text, body }: Answer, asked: string) =>
  `${status} ${text.replaceAll(String(body?.requestId), '').replaceAll(asked, '…')}`

function tiesBetween(tables: TenantTable[]): Map<string, Set<string>> {
  const ties = new Map(tables.map(({ name }) => [name, new Set<string>()]))
  for (const { name, foreignKeys } of tables)
    for (const { target } of foreignKeys) {
      ties.get(name)?.add(target)
      ties.get(target)?.add(name)
    }
  return ties
}

export async function startTwoTenants(): Promise<TwoTenants> {
  const service = await startService({
    env: { RATE_LIMITS: '100000/1s,100000/10s,100000/60s', STOREFRONT_RATE_LIMITS: 'off' },
  })
  const superuser = new Client({ connectionString: service.databaseUrl })
  await superuser.connect()
  const [ours, theirs] = [await service.shop('Ours'), await service.shop('Theirs')]
  const owner = await ours.signedIn()
  const tables = await tenantTables(superuser)
  const ourRows = await insertTenant(superuser, tables, ours.storeEnvId, 'ours@example.com')
  const rows = await insertTenant(superuser, tables, theirs.storeEnvId, marker)
  const opened = await owner.put('/loyalty/program', { ...started, shopperRedeems: true })
  assert.equal(opened.status, 200, opened.text)
  const token = (await shoppers(service, ours))('jane@customer.example')
  const shopper: Api = {
    ...ours.storefront,
    call: (method, path, body, headers) => ours.storefront.call(method, path, body, { ...token, ...headers }),
  }
  const foreignIds = [...new Set([...(await organizationIds()), ...[...rows.values()].flatMap(listUuids)])]
  const tied = tiesBetween(tables)
  const nobodys = newId()
  const foreignTexts = [...foreignIds, marker, theirs.ownerEmail]

  async function organizationIds(): Promise<string[]> {
    await (await theirs.signedIn()).post('/account/users/invite', { email: marker, role: 'VIEWER' })
    await register(theirs)
    const found: string[] = [theirs.organizationId]
    for (const table of organizationTables) {
      const { rows } = await superuser.query(`select * from ${table} where organization_id = $1`, [
        theirs.organizationId,
      ])
      found.push(...rows.flatMap(listUuids))
    }
    return found
  }

  async function everythingOfTheirs(): Promise<string> {
    const parts = [await readContents(superuser, tables, theirs.storeEnvId)]
    for (const table of organizationTables) {
      const text = `select to_jsonb(t)::text as row from ${table} t where organization_id = $1 order by 1`
      parts.push(...(await superuser.query(text, [theirs.organizationId])).rows.map(({ row }) => row))
    }
    return parts.join('\n')
  }

  const chooseStorefront = (op: Operation): Api =>
    op.path.startsWith('/storefront/loyalty/') ? shopper : ours.storefront
  const chooseCaller = (op: Operation): Api =>
    op.tenancy === 'storefront' ? chooseStorefront(op) : op.access.session || roleOf(op) === 'OWNER' ? owner : ours.api
  const ask = (op: Operation, fill: Record<string, string>): Promise<Answer> =>
    chooseCaller(op).call(op.method, buildPath(op, fill) + buildQuery(op), sampleBody(op))

  function assertSilent(answer: Answer, asked: string, why: string): void {
    const found = foreignTexts.filter((text) => text !== asked && answer.text.includes(text))
    assert.deepEqual(found, [], `${why}: ${answer.text.slice(0, 500)}`)
  }

  /**
   * Returns our own ids that fit beside a foreign id in a path. For a photo of a review, these are ids in tables that
   * reference reviews.
   */
  function idsBeside(foreignId: string): string[] {
    const of = [...rows].filter(([, { id }]) => id === foreignId).map(([name]) => name)
    const near = of.flatMap((name) => [...(tied.get(name) ?? [])])
    return [...new Set(near.map((name) => ourRows.get(name)?.id).filter(isUuid))]
  }

  /** Returns values for all other parameters: an id that does not exist, and each of our ids that fits there. */
  function surroundings(op: Operation, except: string, foreignId: string): Record<string, string>[] {
    const others = listIdParams(op).filter(([name]) => name !== except)
    if (others.length === 0) return [{}]
    return [nobodys, ...idsBeside(foreignId)].map((id) => Object.fromEntries(others.map(([name]) => [name, id])))
  }

  async function isReached(op: Operation): Promise<boolean> {
    const [first = '', second = ''] = listIdParams(op).map(([name]) => name)
    for (const [name, { id }] of ourRows)
      for (const other of tied.get(name) ?? []) {
        const beside = ourRows.get(other)?.id
        if (!isUuid(id) || !isUuid(beside)) continue
        const answer = await ask(op, { [first]: id, [second]: beside })
        if (answer.status === 404) continue
        assert.ok(answer.status < 400 || answer.status === 409, `${nameOf(op)}: ${answer.text}`)
        return true
      }
    return false
  }

  async function assertUnknown(op: Operation): Promise<void> {
    for (const [name, shape] of listIdParams(op)) {
      const answers = new Map<string, string>()
      for (const id of foreignIds)
        for (const around of surroundings(op, name, id)) {
          const key = Object.values(around).join()
          const expected = answers.get(key) ?? (await answerOfNowhere(op, name, around))
          answers.set(key, expected)
          const answer = await ask(op, { ...around, [name]: id })
          assert.equal(formatAnswer(answer, id), expected, `${nameOf(op)} ${shape.format} ${id}`)
          assertSilent(answer, id, nameOf(op))
        }
    }
  }

  async function answerOfNowhere(op: Operation, name: string, around: Record<string, string>): Promise<string> {
    const nowhere = newId()
    const answer = await ask(op, { ...around, [name]: nowhere })
    assert.deepEqual([answer.status, answer.body?.code], [404, 'not_found'], `${nameOf(op)} ${answer.text}`)
    assertAnswer(op, answer)
    return formatAnswer(answer, nowhere)
  }

  const close = async () => {
    await superuser.end()
    await service.close()
  }
  return {
    ours,
    theirs,
    foreignIds,
    chooseCaller,
    ask,
    assertSilent,
    assertUnknown,
    isReached,
    everythingOfTheirs,
    close,
  }
}
