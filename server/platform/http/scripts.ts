// Reads the folder at the first request and serves only the files that it found then.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Asset, createAsset, sendAsset } from '../values/asset.ts'

type Scripts = { entries: Map<string, Asset>; chunks: Map<string, Asset> }

export function scriptRoutes(app: FastifyInstance, options: { prefix: string; folder: string }): void {
  let loaded: Promise<Scripts> | undefined
  const scripts = () => {
    loaded ??= load(options.folder).catch((error) => {
      // The failure is not cached, because the build may still be running.
      loaded = undefined
      throw error
    })
    return loaded
  }
  type File = { Params: { file: string } }
  const answer = async (request: FastifyRequest, reply: FastifyReply, find: (found: Scripts) => Asset | undefined) => {
    const found = await scripts().catch(() => undefined)
    if (!found) return sendAsset(request, reply, notBuilt, 503)
    const asset = find(found)
    return asset ? sendAsset(request, reply, asset) : sendAsset(request, reply, noFile, 404)
  }

  app.get<File>(`${options.prefix}/:file`, (request, reply) =>
    answer(request, reply, ({ entries }) => entries.get(request.params.file)),
  )
  app.get<File>(`${options.prefix}/chunks/:file`, (request, reply) =>
    answer(request, reply, ({ chunks, entries }) => {
      const { file } = request.params
      return chunks.get(file) ?? entries.get(buildSuccessorPath(file))
    }),
  )
}

async function load(folder: string): Promise<Scripts> {
  const [entries, chunks] = await Promise.all([read(folder, entryHeaders), read(join(folder, 'chunks'), chunkHeaders)])
  // Each chunk also gets a name without the hash, for pages that run an older script.
  for (const [name, { bytes }] of chunks)
    entries.set(buildSuccessorPath(name), createAsset(bytes, script, entryHeaders))
  return { entries, chunks }
}

async function read(folder: string, headers: Record<string, string>): Promise<Map<string, Asset>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.js'))
  const files = names.map(
    async (name): Promise<[string, Asset]> => [name, createAsset(await readFile(join(folder, name)), script, headers)],
  )
  return new Map(await Promise.all(files))
}

/** A cached older script requests chunks of its own build. This name lets us serve the current chunk instead of a 404. */
const buildSuccessorPath = (file: string): string => `chunks/${file.replace(/-[\w-]{6}\.js$/, '')}`

const script = 'text/javascript; charset=utf-8'

const open = {
  // Browsers load module scripts with CORS.
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'timing-allow-origin': '*',
}
const entryHeaders = { ...open, 'cache-control': 'public, max-age=300, stale-while-revalidate=86400' }
const chunkHeaders = { ...open, 'cache-control': 'public, max-age=31536000, immutable' }

const text = 'text/plain; charset=utf-8'
const noStore = { ...open, 'cache-control': 'no-store' }
const notBuilt = createAsset(
  'The widgets are not built. "npm start" builds them and prints errors to its standard error. The API is not affected.\n',
  text,
  noStore,
)
const noFile = createAsset('File not found.\n', text, noStore)
