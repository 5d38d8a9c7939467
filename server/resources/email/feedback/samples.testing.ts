// The samples were written from the RFCs. `{{return}}` is the message's return address, and `{{token}}` the token in its
// headers.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, 'samples')

export const sampleNames = readdirSync(folder).map((name) => name.replace('.eml', ''))

export function sample(name: string, returnAddress = 'bounces+x@mail.evident.example', token = ''): Buffer {
  const text = readFileSync(join(folder, `${name}.eml`), 'utf8')
  return Buffer.from(
    text.replaceAll('{{return}}', returnAddress).replaceAll('{{token}}', token).replaceAll(/\r?\n/g, '\r\n'),
  )
}
