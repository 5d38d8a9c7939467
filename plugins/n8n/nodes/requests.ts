import {
  type IDataObject,
  type IExecuteFunctions,
  type IHookFunctions,
  type JsonObject,
  NodeApiError,
  sleep,
} from 'n8n-workflow'
import { type Operation, requestOf } from './fields'
import table from './operations.json'

const operations = table.operations as unknown as Record<string, Operation>

export type EventKind = { name: string; description: string }
export const { events } = table as unknown as { events: EventKind[] }

export function operationOf(id: string): Operation {
  const operation = operations[id]
  if (!operation) throw new Error(`operations.json has no ${id}.`)
  return operation
}

type Answer = { statusCode: number; body: unknown; headers: IDataObject }

const attempts = 5
const longestWaitSeconds = 300
const timeoutMs = 30_000

/** Runs an operation of the API. If the service is busy, the node waits as long as `Retry-After` says. */
export async function call(
  context: IExecuteFunctions | IHookFunctions,
  id: string,
  given: IDataObject,
  itemIndex?: number,
): Promise<IDataObject> {
  const operation = operationOf(id)
  const { origin } = await context.getCredentials<{ origin: string }>('evidentApi')
  const { path, query, body } = requestOf(operation, given, context.getTimezone())
  for (let attempt = 1; ; attempt++) {
    const answer: Answer = await context.helpers.httpRequestWithAuthentication.call(context, 'evidentApi', {
      method: operation.method,
      url: `${origin.replace(/\/+$/, '')}/api/v1${path}`,
      qs: query,
      ...(body !== undefined && { body }),
      json: true,
      returnFullResponse: true,
      ignoreHttpStatusErrors: true,
      disableFollowRedirect: true,
      timeout: timeoutMs,
    })
    if (answer.statusCode < 400) return isObject(answer.body) ? answer.body : {}
    const waitSeconds = Number(answer.headers['retry-after'])
    const isBusy = answer.statusCode === 429 || answer.statusCode === 503
    if (!isBusy || attempt === attempts || !(waitSeconds > 0 && waitSeconds <= longestWaitSeconds))
      throw new NodeApiError(context.getNode(), { ...answer } as unknown as JsonObject, {
        ...refusalOf(answer.body),
        httpCode: String(answer.statusCode),
        ...(itemIndex !== undefined && { itemIndex }),
      })
    await sleep(waitSeconds * 1000)
  }
}

const isObject = (value: unknown): value is IDataObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The API's message says how to fix the call. */
function refusalOf(body: unknown): { message: string; description?: string } {
  if (!isObject(body) || typeof body.message !== 'string')
    return { message: 'The service answered unexpectedly. Check the address of the credential, or try again later.' }
  const details = Array.isArray(body.details) ? (body.details as { path: string; message: string }[]) : []
  const description = details.map(({ path, message }) => `${path} ${message}`).join('; ')
  return { message: body.message, ...(description && { description }) }
}

/** Reads pages until there are `limit` items. Without a limit it reads all pages. */
export async function listAll(
  context: IExecuteFunctions | IHookFunctions,
  id: string,
  given: IDataObject,
  limit = Number.POSITIVE_INFINITY,
  itemIndex?: number,
): Promise<IDataObject[]> {
  const items: IDataObject[] = []
  let cursor: unknown
  do {
    const size = Math.min(100, limit - items.length)
    const page = await call(
      context,
      id,
      { ...given, limit: size, ...(cursor ? { cursor } : {}) } as IDataObject,
      itemIndex,
    )
    items.push(...(page.data as IDataObject[]))
    cursor = (page.pagination as IDataObject).nextCursor
  } while (cursor && items.length < limit)
  return items
}
