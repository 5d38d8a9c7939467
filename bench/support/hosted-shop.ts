import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { parseConnection } from '#platform/db/roles.ts'
import { loadConfig } from '#platform/process/config.ts'
import { closeDay } from '#resources/evidence/heads/commands.ts'
import { ensureKey } from '#resources/evidence/heads/key-commands.ts'
import { freePort } from '#test/free-port.ts'
import { createApi } from '../../server/entry/api.ts'
import { composeService } from '../../server/entry/service.ts'
import type { BenchService } from './bench-service.ts'

export type HostedShop = { origin: string; paths: Record<PageName, string>; stop(): Promise<void> }
type PageName = 'reviews' | 'faq' | 'gallery' | 'landing' | 'form' | 'evidence' | 'product' | 'confirmation'

export async function openHostedShop({ url, secretKey, dataDir }: BenchService): Promise<HostedShop> {
  const port = await freePort()
  const env = { SECRET_KEY: secretKey, DATA_DIR: dataDir, PORT: String(port), RATE_LIMITS: 'off', LOG_LEVEL: 'silent' }
  const demo = await openDemo({ ...env, DATABASE_URL: url })
  const service = composeService(loadConfig(env), url)
  const { db, services } = service
  await ensureKey(db, services.secrets)
  const stopping = new AbortController().signal
  await closeDay({ db, secrets: services.secrets, now: services.clock.now(), stopping }, demo)
  const app = await createApi(service)
  await app.listen({ host: '127.0.0.1', port })
  const call = makeCaller(service.origin, demo)
  const product = (await call('GET', '/products?limit=1')).data[0]
  return {
    origin: service.origin,
    paths: {
      ...(await publishPages(call)),
      ...(await mailedLinks(url)),
      evidence: `/evidence/${demo.storeEnvId}`,
      product: new URL(product.url).pathname,
    },
    async stop() {
      await app.close()
      await service.close()
    },
  }
}

/** Opens the demo shop as an operator does, which takes a minute. */
async function openDemo(
  env: Record<string, string>,
): Promise<{ storeEnvId: string; apiKey: string; organizationId: string }> {
  const cli = join(import.meta.dirname, '../../server/entry/cli.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [cli, 'demo', '--json'], {
    env: { ...process.env, ...env },
  })
  return JSON.parse(stdout)
}

// biome-ignore lint/suspicious/noExplicitAny: the bench reads the API's responses as a shop's own program would.
type Call = (method: string, path: string, body?: unknown) => Promise<any>

function makeCaller(origin: string, { apiKey, storeEnvId }: { apiKey: string; storeEnvId: string }): Call {
  const headers = {
    authorization: `Bearer ${apiKey}`,
    'x-store-env-id': storeEnvId,
    'content-type': 'application/json',
  }
  return async (method, path, body) => {
    const answer = await fetch(`${origin}/api/v1${path}`, {
      ...{ method, headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
    return text && JSON.parse(text)
  }
}

const story = 'Everything here was **carried, worn and slept in** before it came into the shop.\n\n'.repeat(8)

async function publishPages(call: Call): Promise<Record<'reviews' | 'faq' | 'gallery' | 'landing', string>> {
  await call('PUT', '/web-pages/settings', { handle: 'larkmoor' })
  for (let n = 1; n <= 20; n++)
    await call('POST', '/faqs', {
      ...{ question: `Can thing number ${n} be returned?`, answer: 'Within **30 days**, also when it was worn.' },
      ...{ group: n % 2 ? 'Returns' : 'Care', status: 'published' },
    })
  const gallery = await call('POST', '/galleries', { name: 'Out there', title: 'Out there with Larkmoor' })
  const { data: photos } = await call('GET', `/galleries/${gallery.id}/candidates?limit=24`)
  await call('POST', `/galleries/${gallery.id}/items`, {
    items: photos.map(({ reviewPhotoId }: { reviewPhotoId: string }) => ({ reviewPhotoId, permission: 'granted' })),
  })
  await call('PATCH', `/galleries/${gallery.id}`, { status: 'published' })
  const products = (await call('GET', '/products?limit=6')).data
  const publish = async (kind: string, title: string, blocks: object[]): Promise<string> => {
    const description = `${title}: what Larkmoor's customers say and ask.`
    const { id } = await call('POST', '/web-pages', { kind, slug: kind, title, description, blocks })
    const { url } = await call('POST', `/web-pages/${id}/publish`)
    return new URL(url).pathname
  }
  return {
    reviews: await publish('reviews', 'What people say', [{ type: 'reviews', limit: 50 }]),
    faq: await publish('faq', 'Questions and answers', [{ type: 'faqs' }]),
    gallery: await publish('gallery', 'Out there', [{ type: 'gallery', galleryId: gallery.id }]),
    landing: await publish('landing', 'About us', [
      { type: 'markdown', text: story },
      { type: 'gallery', galleryId: gallery.id },
      { type: 'products', productIds: products.map(({ id }: { id: string }) => id) },
      { type: 'reviews', limit: 20 },
      { type: 'faqs' },
      { type: 'button', label: 'See everything', url: 'https://larkmoor.example/all' },
    ]),
  }
}

async function mailedLinks(databaseUrl: string): Promise<Record<'form' | 'confirmation', string>> {
  const client = new Client(parseConnection(databaseUrl))
  await client.connect()
  const { rows } = await client.query<{ text_body: string }>('select text_body from mailbox order by created_at desc')
  await client.end()
  const first = (link: RegExp) =>
    rows.map(({ text_body: text }) => link.exec(text)?.[0]).find((path) => path !== undefined) ?? ''
  return { form: first(/\/f\/[\w-]+/), confirmation: first(/\/c\/[\w-]{22}/) }
}
