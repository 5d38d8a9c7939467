// Encrypts an archive with a passphrase in the age format (age-encryption.org/v1) as a stream.
import { createCipheriv, randomBytes, scrypt } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { promisify } from 'node:util'
import { Encrypter, type Recipient, Stanza } from 'age-encryption'

/** The work factor of scrypt, which takes 128 MB. Each increment doubles memory and time. */
const work = 17

const derive = promisify(scrypt) as (
  passphrase: string,
  salt: Uint8Array,
  length: number,
  options: { N: number; r: number; p: number; maxmem: number },
) => Promise<Buffer>

/** Derives the key before anything is read, so that no snapshot stays open during the derivation. */
export async function encryption(passphrase: string): Promise<(content: Readable) => Promise<Readable>> {
  const encrypter = new Encrypter()
  encrypter.addRecipient(await createRecipient(passphrase))
  return async (content) => {
    const plain = Readable.toWeb(content) as globalThis.ReadableStream<Uint8Array>
    return Readable.fromWeb((await encrypter.encrypt(plain)) as unknown as ReadableStream)
  }
}

/** Replaces the library's recipient, because its key derivation would block the process. */
async function createRecipient(passphrase: string): Promise<Recipient> {
  const salt = randomBytes(16)
  const N = 2 ** work
  const labelled = Buffer.concat([Buffer.from('age-encryption.org/v1/scrypt'), salt])
  const key = await derive(passphrase, labelled, 32, { N, r: 8, p: 1, maxmem: 128 * N * 8 + 32 * 1024 ** 2 })
  const args = ['scrypt', salt.toString('base64').replace(/=+$/, ''), String(work)]
  return {
    wrapFileKey(fileKey) {
      const cipher = createCipheriv('chacha20-poly1305', key, Buffer.alloc(12), { authTagLength: 16 })
      const body = Buffer.concat([cipher.update(fileKey), cipher.final(), cipher.getAuthTag()])
      return [new Stanza(args, new Uint8Array(body))]
    },
  }
}
