// The text is the program's standard input and its options are fixed, so no text reaches a shell.
import { spawn } from 'node:child_process'
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Engine, EngineError, type Pair } from './engine.ts'

const program = 'apertium'
/** The program gets only these variables. It starts a pipeline, whose programs must know that the text is UTF-8. */
const env = { PATH: '/usr/local/bin:/usr/bin:/bin', LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' }
const maxInput = 6_000
const maxOutput = 256 * 1024
const listingMs = 5_000

export const apertium: Engine = {
  name: 'apertium',
  async translate(text, pair, signal) {
    if (text.length > maxInput) throw new EngineError('The text is too long.', true)
    const mode = (await listModes()).get(keyOf(pair))
    if (mode === undefined)
      throw new EngineError(`Apertium has no installed language pair from ${pair.source} to ${pair.target}.`, true)
    // `-u` leaves unknown words unmarked, and `-n` adds no full stops.
    return (await run(['-u', '-n', mode], text, signal)).trim()
  },
}

const keyOf = ({ source, target }: Pair): string => `${source}-${target}`

let modes: Promise<Map<string, string>> | undefined

/** Installed pairs. The list is read once, because a new package needs a restart anyway. A failure is not cached. */
function listModes(): Promise<Map<string, string>> {
  modes ??= run(['-l'], '', AbortSignal.timeout(listingMs)).then(readModes)
  modes.catch(() => {
    modes = undefined
  })
  return modes
}

/** Modes have codes of two or three letters, such as `eng-spa` and `fr-es`. Variants such as `spa-eng_US` are left out. */
export function readModes(listing: string): Map<string, string> {
  const names = listing.split('\n').map((line) => line.trim())
  const pairs = names.flatMap((name): [string, string][] => {
    const [, source, target] = /^([a-z]{2,3})-([a-z]{2,3})$/.exec(name) ?? []
    return source && target ? [[keyOf({ source: shortCode(source), target: shortCode(target) }), name]] : []
  })
  return new Map(pairs)
}

const shortCode = (code: string): string => new Intl.Locale(code).language

/**
 * The program opens `/dev/stdin` again. For a pipe of Node this fails without an error, because the pipe is a socket.
 * So its input is a file, which is unlinked before the program starts. Its directory is deleted after the call.
 */
async function run(options: readonly string[], input: string, signal: AbortSignal): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'evident-apertium-'))
  const path = join(directory, 'text')
  try {
    await writeFile(path, input, { mode: 0o600 })
    const file = await open(path)
    try {
      await rm(path)
      return await runWith(options, { input: file.fd, directory, signal })
    } finally {
      await file.close()
    }
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

type Run = { input: number; directory: string; signal: AbortSignal }

function runWith(options: readonly string[], { input, directory, signal }: Run): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (message: string) => reject(new EngineError(message, false))
    if (signal.aborted) return fail('The engine took too long.')
    // The program gets its own process group, so that a kill ends the whole pipeline and not only its first process.
    const child = spawn(program, options, {
      stdio: [input, 'pipe', 'ignore'],
      env: { ...env, TMPDIR: directory },
      detached: true,
      shell: false,
    })
    const end = () => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
      } catch {
        // The process has ended already.
      }
    }
    const chunks: Buffer[] = []
    let size = 0
    signal.addEventListener('abort', end, { once: true })
    child.stdout?.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > maxOutput) end()
      else chunks.push(chunk)
    })
    child.on('error', () => fail('Apertium is not installed on this machine.'))
    child.on('close', (code) => {
      signal.removeEventListener('abort', end)
      if (signal.aborted) fail('The engine took too long.')
      else if (code === 0 && size <= maxOutput) resolve(Buffer.concat(chunks).toString())
      else fail('Apertium failed.')
    })
  })
}
