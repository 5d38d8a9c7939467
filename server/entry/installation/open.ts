import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import yauzl, { type Entry } from 'yauzl'
import { keepsSeal } from '#platform/values/zip.ts'
import { OperatorError } from '../operator.ts'
import { type Manifest, manifestPath, readManifest } from './format.ts'

export type OpenBackup = {
  manifest: Manifest
  has(path: string): boolean
  read(path: string): AsyncGenerator<Buffer>
  close(): void
}

export async function openBackup(path: string): Promise<OpenBackup> {
  const damaged = (error: unknown) =>
    error instanceof OperatorError ? error : new OperatorError(`Cannot read ${path}: ${(error as Error).message}`)
  const zip = await yauzl.openPromise(path, { strictFileNames: true, autoClose: false }).catch((error: unknown) => {
    throw damaged(error)
  })
  try {
    if (!(await keepsSeal(path, zip)))
      throw new OperatorError(`Checksum mismatch: ${path} was changed or damaged after the backup.`)
    const entries = new Map<string, Entry>()
    for await (const entry of zip.eachEntry()) {
      if (entries.has(entry.fileName)) throw new OperatorError(`${entry.fileName} appears twice in the backup.`)
      entries.set(entry.fileName, entry)
    }
    const first = entries.get(manifestPath)
    if (!first) throw new OperatorError(`${path} is not a backup of an installation: ${manifestPath} is missing.`)
    const manifest = readManifest((await buffer(await zip.openReadStreamPromise(first))).toString('utf8'))
    const listed = new Map(manifest.files.map((file) => [file.path, file]))
    for (const name of listed.keys())
      if (!entries.has(name)) throw new OperatorError(`${name} is listed but missing in the backup.`)
    for (const name of entries.keys())
      if (name !== manifestPath && !listed.has(name))
        throw new OperatorError(`${name} is in the backup but not listed.`)
    async function* read(name: string): AsyncGenerator<Buffer> {
      const [entry, file] = [entries.get(name), listed.get(name)]
      if (!entry || !file) throw new OperatorError(`${name} is missing in the backup.`)
      const hash = createHash('sha256')
      let bytes = 0
      try {
        for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
          bytes += chunk.length
          hash.update(chunk)
          yield chunk
        }
      } catch (error) {
        throw damaged(error)
      }
      if (bytes !== file.bytes || hash.digest('hex') !== file.sha256)
        throw new OperatorError(`Checksum mismatch: ${name} was changed or damaged after the backup.`)
    }
    return { manifest, has: (name) => listed.has(name), read, close: () => zip.close() }
  } catch (error) {
    zip.close()
    throw damaged(error)
  }
}
