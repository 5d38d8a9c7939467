// Imitates LibreTranslate. It refuses what the real one refuses (its app.py of 2024-2026), and its responses have the
// published shapes.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type TranslateRequest = { q: string; source: string; target: string; format: string; api_key?: string }

export type FakeLibreTranslate = {
  origin: string
  /** Environment variables of a service that uses this fake. */
  env: Record<string, string>
  languages: Set<string>
  /** If set, requests without this key get 403. */
  apiKey: string | undefined
  requests: TranslateRequest[]
  /** Returns the translation. Tests may replace this function. */
  translate(request: TranslateRequest): string | Promise<string>
  /** If set, writes the whole response instead. */
  answer: ((response: ServerResponse) => void) | undefined
  close(): Promise<void>
}

export async function startLibreTranslate(): Promise<FakeLibreTranslate> {
  const server = createServer((request, response) => {
    serve(request, response).catch((error) => send(response, 500, { error: String(error) }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const fake: FakeLibreTranslate = {
    ...{ origin, env: { TRANSLATE_URL: origin }, requests: [], apiKey: undefined, answer: undefined },
    languages: new Set(['en', 'de', 'es', 'fr']),
    translate: translateWords,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
  return fake

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url === '/languages') {
      const targets = [...fake.languages]
      return send(
        response,
        200,
        targets.map((code) => ({ code, name: code, targets })),
      )
    }
    if (request.method !== 'POST' || request.url !== '/translate') return send(response, 404, { error: 'Not Found' })
    const sent = await read(request)
    const isJson = request.headers['content-type']?.startsWith('application/json')
    if (!isJson || typeof sent !== 'object' || sent === null)
      return send(response, 400, { error: 'Invalid JSON format' })
    for (const name of ['q', 'source', 'target'] as const)
      if (!sent[name]) return send(response, 400, { error: `Invalid request: missing ${name} parameter` })
    fake.requests.push(sent)
    if (fake.answer) return fake.answer(response)
    if (fake.apiKey !== undefined && sent.api_key !== fake.apiKey)
      return send(response, 403, { error: 'Invalid API key' })
    if (sent.format !== 'text' && sent.format !== 'html')
      return send(response, 400, { error: `${sent.format} format is not supported` })
    for (const code of [sent.source, sent.target])
      if (!fake.languages.has(code)) return send(response, 400, { error: `${code} is not supported` })
    send(response, 200, { translatedText: await fake.translate(sent) })
  }
}

const translateWords = ({ q, target }: TranslateRequest): string => `${target}: ${q}`

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

async function read(request: IncomingMessage): Promise<TranslateRequest> {
  let text = ''
  for await (const chunk of request) text += chunk
  try {
    return JSON.parse(text)
  } catch {
    return null as never
  }
}
