// Takes the one file out of a multipart upload, as a stream.
import { finished, type Readable } from 'node:stream'
import busboy from 'busboy'
import { invalid } from '#platform/values/errors.ts'

export type Part = { fileName: string | undefined; content: AsyncIterable<Buffer> }

export async function openMultipart(raw: Readable, type: string): Promise<Part> {
  const parser = parserFor(type)
  const { promise, resolve, reject } = Promise.withResolvers<Part>()
  const parsed = new Promise<void>((done, fail) => {
    parser.once('close', done)
    parser.once('error', (error) => fail(broken(error)))
    // Also reports a caller that disconnected before this listener was added.
    finished(raw, { writable: false }, (error) => error && fail(error))
  })
  // Handled also where the end is not awaited, because the file was refused before it.
  parsed.then(() => reject(invalid('The form has no file.')), reject)
  parser.once('file', (_name, content, { filename }) => {
    // Errors of the form are reported by `parsed`; without a listener here they would end the process.
    content.on('error', () => {})
    // A caller who hangs up ends neither the form nor its file.
    parsed.catch(() => content.destroy())
    resolve({ fileName: filename, content: untilParsed(content, parsed) })
  })
  parser.once('filesLimit', () => parser.destroy(new Error('it has more than one file')))
  raw.pipe(parser)
  return promise
}

function parserFor(type: string): busboy.Busboy {
  const headers = { 'content-type': type }
  try {
    return busboy({ headers, defParamCharset: 'utf8', limits: { files: 1, fields: 20, parts: 22, fieldSize: 10_000 } })
  } catch (error) {
    throw broken(error)
  }
}

/** The file is whole only when the form around it has come to its end. */
async function* untilParsed(content: Readable, parsed: Promise<void>): AsyncGenerator<Buffer> {
  try {
    yield* content
  } catch (error) {
    await parsed
    throw error
  }
  await parsed
}

const broken = (reason: unknown) =>
  invalid(`The form cannot be read: ${String(reason instanceof Error ? reason.message : reason).slice(0, 200)}.`)
