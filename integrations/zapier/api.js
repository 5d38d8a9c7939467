// `operations.json` is derived from contracts/openapi.json.
import { readFileSync } from 'node:fs'

const table = JSON.parse(readFileSync(new URL('operations.json', import.meta.url), 'utf8'))

export const { events } = table

/** The installation that this app calls. `zapier env:set 1.0.0 EVIDENT_ORIGIN=https://reviews.acme.example` sets it. */
export const origin = () => (process.env.EVIDENT_ORIGIN ?? '').replace(/\/+$/, '')

export function operationOf(id) {
  const operation = table.operations[id]
  if (!operation) throw new Error(`operations.json has no ${id}.`)
  return operation
}

export async function call(z, id, { storeEnvId, ...given }) {
  const { method, path, isList, inputs } = operationOf(id)
  const sent = Object.fromEntries(
    ['path', 'query', 'body'].map((place) => [
      place,
      Object.fromEntries(
        inputs
          .filter((input) => input.in === place && isGiven(given[input.name]))
          .map((input) => [input.name, sentValue(input, given[input.name])]),
      ),
    ]),
  )
  const hasBody = inputs.some((input) => input.in === 'body')
  const response = await z.request({
    method,
    url: `${origin()}/api/v1${path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(sent.path[name] ?? ''))}`,
    params: sent.query,
    headers: { ...(storeEnvId && { 'x-store-env-id': storeEnvId }) },
    ...(hasBody && { body: isList ? [sent.body] : sent.body }),
  })
  return response.data
}

function sentValue({ name, in: place, schema }, value) {
  if (!Array.isArray(value)) return value
  if (place === 'query') return value.join(',')
  if (!schema.items?.properties) return value
  return value.map((row) =>
    Object.fromEntries(
      Object.entries(row)
        .filter(([, each]) => isGiven(each))
        .map(([key, each]) => [key.startsWith(`${name}_`) ? key.slice(name.length + 1) : key, each]),
    ),
  )
}

const isGiven = (value) => value !== undefined && value !== null && value !== ''

/** Sends the token to the API only, because the token endpoint accepts only the client's own credentials. */
export const includeToken = (request, _z, bundle) => {
  const token = bundle.authData?.access_token
  if (token && request.url.startsWith(`${origin()}/api/`)) request.headers.authorization = `Bearer ${token}`
  return request
}

/**
 * Shows the API's message, which says how to fix the call. A 401 makes Zapier refresh the token, and a 429 makes Zapier
 * wait.
 */
export const explainRefusal = (response, z) => {
  if (response.status < 400 || response.request.skipThrowForStatus) return response
  if (response.status === 401) throw new z.errors.RefreshAuthError()
  const { message, code, details } = readRefusal(response.content)
  if (response.status === 429)
    throw new z.errors.ThrottledError(message, Number(response.getHeader('retry-after')) || 60)
  const where = (details ?? []).map((each) => `${each.path} ${each.message}`).join('; ')
  throw new z.errors.Error(where ? `${message} ${where}` : message, code, response.status)
}

function readRefusal(content) {
  try {
    const { message, code, details } = JSON.parse(content)
    if (typeof message === 'string') return { message, code, details }
  } catch {}
  return { message: 'The service answered unexpectedly. Try again later.', code: 'unreadable' }
}
