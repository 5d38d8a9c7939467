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
  // The rejection is also handled here, because nothing awaits the end of a refused file.
  parsed.then(() => reject(invalid('The form has no file.')), reject)
  parser.once('file', (_name, content, { filename }) => {
    // `parsed` reports errors of the form; without this listener they would end the process.
    content.on('error', () => {})
    // A disconnect ends neither the form nor its file, so the file is destroyed here.
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

/** The file is complete only once the surrounding form has ended. */
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
  invalid(`Cannot read the form: ${String(reason instanceof Error ? reason.message : reason).slice(0, 200)}.`)
