import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import yauzl from 'yauzl'
import yazl from 'yazl'
import type { Shop, TestService } from '#test/service.ts'
import type { Manifest } from './rules.ts'

export type Archive = { manifest: Manifest; files: Map<string, Buffer>; fileName: string; content: Buffer }
export type Headers = Record<string, string>

export const asKey = (of: Shop): Headers => ({
  authorization: `Bearer ${of.adminKey}`,
  'x-store-env-id': of.storeEnvId,
})
export async function asOwner({ service }: TestService, of: Shop): Promise<Headers> {
  const cookies = (await service.services.users.signIn(of.ownerEmail, of.password)) ?? []
  return { cookie: cookies.map((each) => each.split(';')[0]).join('; '), 'x-store-env-id': of.storeEnvId }
}

export async function fetchArchive({ app }: TestService, headers: Headers): Promise<Archive> {
  const answer = await app.inject({ url: '/api/v1/backups/archive', headers })
  assert.equal(answer.statusCode, 200, answer.body)
  assert.equal(answer.headers['content-type'], 'application/zip')
  return readArchive(answer.rawPayload, String(answer.headers['content-disposition']))
}

export async function readArchive(content: Buffer, disposition = ''): Promise<Archive> {
  const files = new Map<string, Buffer>()
  const zip = await yauzl.fromBufferPromise(content, { strictFileNames: true })
  for await (const entry of zip.eachEntry()) {
    assert.ok(!files.has(entry.fileName), `${entry.fileName} is in the archive twice`)
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)))
  }
  const manifest = JSON.parse(files.get('manifest.json')?.toString() ?? '') as Manifest
  const fileName = /filename="(.+)"/.exec(disposition)?.[1] ?? ''
  return { manifest, files, fileName, content }
}

export type Line = { table: string; row: Record<string, unknown> }
export const readArchiveLines = ({ files }: Archive): Line[] =>
  [...files]
    .filter(([path]) => path.startsWith('data/'))
    .flatMap(([, content]) => content.toString().split('\n').filter(Boolean))
    .map((line) => JSON.parse(line) as Line)

/** Changes the rows of an archive as an attacker would, with matching hashes in the manifest. */
export async function withLines(archive: Archive, change: (line: Line) => Line | readonly Line[]): Promise<Buffer> {
  const manifest = structuredClone(archive.manifest)
  const zip = new yazl.ZipFile()
  for (const [path, content] of archive.files) {
    if (path === 'manifest.json') continue
    const changed = path.startsWith('data/') ? changedLines(content, change) : content
    const listed = manifest.files.find((file) => file.path === path)
    if (listed) Object.assign(listed, { bytes: changed.length, sha256: hash('sha256', changed) })
    zip.addBuffer(changed, path)
  }
  zip.addBuffer(Buffer.from(JSON.stringify(manifest)), 'manifest.json')
  zip.end()
  return buffer(zip.outputStream as unknown as Readable)
}

const changedLines = (content: Buffer, change: (line: Line) => Line | readonly Line[]): Buffer =>
  Buffer.from(
    content
      .toString()
      .split('\n')
      .filter(Boolean)
      .flatMap((text) => change(JSON.parse(text) as Line))
      .map((line) => `${JSON.stringify(line)}\n`)
      .join(''),
  )
