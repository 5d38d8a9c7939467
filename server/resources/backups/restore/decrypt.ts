import { createDecipheriv, scrypt } from 'node:crypto'
import { Readable } from 'node:stream'
import { ReadableStream } from 'node:stream/web'
import { promisify } from 'node:util'
import { Decrypter, type Identity, type Stanza } from 'age-encryption'
import { ArchiveProblem, invalidArchive } from './problem.ts'

/** Maximum work factor: the one that `age` itself uses, which takes 256 MB. Each increment doubles the memory. */
const mostWork = 18
const derive = promisify(scrypt) as (
  passphrase: string,
  salt: Uint8Array,
  length: number,
  options: { N: number; r: number; p: number; maxmem: number },
) => Promise<Buffer>

/** Throws if the file is not encrypted, the passphrase is wrong, or any byte was changed. */
export async function* decrypted(content: AsyncIterable<Uint8Array>, passphrase: string): AsyncGenerator<Buffer> {
  try {
    const decrypter = new Decrypter()
    decrypter.addIdentity(createIdentity(passphrase))
    const plain = await decrypter.decrypt(ReadableStream.from(content) as globalThis.ReadableStream<Uint8Array>)
    for await (const chunk of Readable.fromWeb(plain as ReadableStream)) yield chunk as Buffer
  } catch (error) {
    // Errors of the upload itself are rethrown unchanged.
    if (error instanceof ArchiveProblem || (error as { status?: unknown }).status !== undefined) throw error
    throw invalidArchive('Decryption failed: the archive was changed or truncated. Export it again.', error)
  }
}

/** Replaces the library's identity, because its key derivation would block the process for a second. */
const createIdentity = (passphrase: string): Identity => ({
  async unwrapFileKey(stanzas: Stanza[]) {
    const [stanza, ...others] = stanzas
    const [type, encodedSalt = '', work = ''] = stanza?.args ?? []
    if (!stanza || type !== 'scrypt' || others.length > 0)
      throw invalidArchive('The archive is encrypted for a key. Encrypt it with a passphrase instead.')
    const salt = Buffer.from(encodedSalt, 'base64')
    if (!/^[1-9]\d?$/.test(work) || salt.length !== 16 || stanza.body.length !== 32)
      throw invalidArchive('Decryption failed: the header of the archive is damaged.')
    if (Number(work) > mostWork)
      throw invalidArchive(
        'The work factor of the passphrase is too high. Encrypt the archive again with the default work factor.',
      )
    const N = 2 ** Number(work)
    const labelled = Buffer.concat([Buffer.from('age-encryption.org/v1/scrypt'), salt])
    const key = await derive(passphrase, labelled, 32, { N, r: 8, p: 1, maxmem: 128 * N * 8 + 32 * 1024 ** 2 })
    return unwrapped(key, stanza.body)
  },
})

function unwrapped(key: Buffer, body: Uint8Array): Uint8Array {
  const decipher = createDecipheriv('chacha20-poly1305', key, Buffer.alloc(12), { authTagLength: 16 })
  decipher.setAuthTag(body.subarray(16))
  const fileKey = decipher.update(body.subarray(0, 16))
  try {
    decipher.final()
  } catch (error) {
    throw invalidArchive('Wrong passphrase for this archive.', error)
  }
  return fileKey
}
