// Writes an operation's call as curl, using only the operation's entry in the OpenAPI document. The other languages are
// generated from the curl text, as for guides.
import type { Call, OpenApi, Parameter } from './document.ts'

export function buildCurl(method: string, path: string, call: Call, { servers: [{ url }] }: OpenApi): string {
  const body = buildBody(call)
  const headers = [...body.headers, ...buildCredentials(method, call, new URL(url).origin)]
  const command = [
    `curl -sS${method === 'GET' ? '' : ` -X ${method}`} ${inDoubleQuotes(`${url}${filled(path, call)}`)}`,
    ...headers.map((header) => `-H ${header.includes('$') ? inDoubleQuotes(header) : `'${header}'`}`),
    ...body.words,
  ]
  return command.join(' \\\n  ')
}

const inDoubleQuotes = (text: string) => `"${text}"`

function filled(path: string, { parameters }: Call): string {
  const of = (name: string, where: Parameter['in']) =>
    parameters.find((each) => each.in === where && each.name === name)
  const at = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(chooseExample(of(name, 'path'), name)))
  const asked = parameters.filter((each) => each.in === 'query' && each.required)
  const query = asked.map((each) => `${each.name}=${encodeURIComponent(chooseExample(each, each.name))}`).join('&')
  return query ? `${at}?${query}` : at
}

export function chooseExample(parameter: Parameter | undefined, name: string): string {
  const { examples, default: usual, enum: choices } = parameter?.schema ?? {}
  const value = examples?.[0] ?? usual ?? choices?.[0] ?? name
  return Array.isArray(value) ? value.map(String).join(',') : String(value)
}

/**
 * Picks the usual credentials: a key where accepted, else a session, else a shop page's origin. The page's script
 * replaces `YOUR_STORE_ID` by the reader's store.
 */
function buildCredentials(method: string, { security }: Call, origin: string): string[] {
  const takes = (name: string) => security.some((each) => name in each)
  const isOfPage = takes('store') && !takes('apiKey') && !takes('session')
  return [
    ...(takes('apiKey') ? ['Authorization: Bearer $KEY'] : []),
    ...(takes('session') && !takes('apiKey') ? ['Cookie: $COOKIE'] : []),
    ...(takes('session') && !takes('apiKey') && method !== 'GET' ? [`Origin: ${origin}`] : []),
    ...(takes('store') ? ['x-store-env-id: YOUR_STORE_ID'] : []),
    ...(isOfPage ? ['Origin: https://shop.acme.example'] : []),
  ]
}

const files: Record<string, string> = {
  'text/csv': 'file.csv',
  'application/zip': 'store.zip',
  'image/jpeg': 'photo.jpg',
  'message/rfc822': 'report.eml',
}

export function findFileType({ requestBody }: Call): string | undefined {
  const { 'application/json': json, ...others } = requestBody?.content ?? {}
  return json?.example === undefined ? Object.keys(others).find((each) => each in files) : undefined
}

function buildBody(call: Call): { headers: string[]; words: string[] } {
  const { requestBody } = call
  if (!requestBody) return { headers: [], words: [] }
  const json = requestBody.content['application/json']
  const type = findFileType(call)
  if (type) return { headers: [`Content-Type: ${type}`], words: [`--data-binary @${files[type]}`] }
  if (json?.example === undefined) return { headers: ['Content-Type: application/json'], words: [`-d '{}'`] }
  const text = JSON.stringify(json.example, null, 2).replaceAll('\n', '\n  ').replaceAll("'", '\\u0027')
  return { headers: ['Content-Type: application/json'], words: [`-d '${text}'`] }
}
