// Reads the folder at the first request, never serves a file outside it, and forbids framing by other origins.
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Asset, createAsset, sendAsset } from '../values/asset.ts'
import { pageLanguage } from './page-language.ts'

type Application = { pages: Map<string, Asset>; files: Map<string, Asset> }

export function applicationRoutes(app: FastifyInstance, options: { prefix: string; folder: string }): void {
  const { prefix, folder } = options
  let loaded: Promise<Application> | undefined
  const application = () => {
    loaded ??= load(folder).catch((error) => {
      // The failure is not cached, because the build may still be running.
      loaded = undefined
      throw error
    })
    return loaded
  }
  const page = (request: FastifyRequest, reply: FastifyReply) =>
    application().then(
      ({ pages }) => sendAsset(request, reply, pages.get(pageLanguage(request.headers, [...pages.keys()])) as Asset),
      () => sendAsset(request, reply, notBuilt, 503),
    )

  app.get(prefix, page)
  app.get(`${prefix}/*`, page)
  app.get<{ Params: { file: string } }>(`${prefix}/assets/:file`, async (request, reply) => {
    const found = await application().catch(() => undefined)
    const file = found?.files.get(request.params.file)
    return file ? sendAsset(request, reply, file) : sendAsset(request, reply, noFile, 404)
  })
}

async function load(folder: string): Promise<Application> {
  const entries = await readdir(folder, { withFileTypes: true })
  const others = entries.filter((entry) => entry.isDirectory() && entry.name !== 'assets').map(({ name }) => name)
  const english = await loadOne(folder, 'en')
  const all = [english, ...(await Promise.all(others.map((name) => loadOne(join(folder, name), name))))]
  return {
    pages: new Map(all.map(({ language, page }) => [language, page])),
    files: new Map(all.flatMap(({ files }) => files)),
  }
}

async function loadOne(folder: string, language: string) {
  const assets = join(folder, 'assets')
  const [html, names] = await Promise.all([readFile(join(folder, 'index.html')), readdir(assets)])
  const files = await Promise.all(
    names
      .filter((name) => types[extname(name)] !== undefined)
      .map(async (name): Promise<[string, Asset]> => {
        const type = types[extname(name)] as string
        return [name, createAsset(await readFile(join(assets, name)), type, fileHeaders)]
      }),
  )
  const page = createAsset(html, 'text/html; charset=utf-8', { ...pageHeaders, 'content-language': language })
  return { language, page, files }
}

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

const fileHeaders = {
  'cache-control': 'public, max-age=31536000, immutable',
  'cross-origin-resource-policy': 'same-origin',
}

/** Blocks inline scripts and styles, requests to other origins, and framing. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

const pageHeaders = {
  // The page names the hashed files, so a cached page would request the files of an older release.
  'cache-control': 'no-store',
  'content-security-policy': policy,
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'x-robots-tag': 'noindex',
}

const text = 'text/plain; charset=utf-8'
const notBuilt = createAsset(
  'The pages are not built. "npm start" builds them and prints errors to its standard error. The API is not affected.\n',
  text,
  pageHeaders,
)
const noFile = createAsset('File not found.\n', text, { 'cache-control': 'no-store' })
