// The compiler takes 90 MB and its input is untrusted. Its process may neither write files, call a network nor start
// processes.
import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'

export type CompiledMail = { html: string; text: string }
/** `dropped` names Liquid that MJML leaves out of the mail. */
export type Answer = { compiled?: CompiledMail; problems: string[]; dropped?: string[] }

const timeLimitMs = 10_000
/** Time limit for loading the compiler. On a busy machine, loading takes much longer than the usual half second. */
const startLimitMs = 60_000
const idleMs = 15_000
const maxWaiting = 20
const root = join(import.meta.dirname, '../../../..')
// The compiler may not read the whole root, because the data folder with the key to every secret may be there.
const readable = [join(root, 'node_modules/*'), join(root, 'package.json'), join(import.meta.dirname, '*')]
const limits = [
  '--permission',
  ...readable.map((path) => `--allow-fs-read=${path}`),
  '--max-old-space-size=192',
  '--no-warnings',
]

type Compiler = { process: ChildProcess; ready: Promise<void> }

// Module state: all services of the process share one compiler, to save memory.
let child: Compiler | undefined
let idle: NodeJS.Timeout | undefined
let turn: Promise<unknown> = Promise.resolve()
let waiting = 0

/** Compiles MJML, or returns its problems. One at a time, because a second process would double the memory. */
export async function compileMjml(source: string): Promise<Answer> {
  if (waiting >= maxWaiting) return { problems: ['too many layouts are being compiled at this moment; try again'] }
  waiting++
  const answer = turn.then(() => compileNow(source))
  turn = answer.finally(() => waiting--)
  return answer
}

async function compileNow(source: string): Promise<Answer> {
  clearTimeout(idle)
  const { process, ready } = child ?? start()
  process.ref()
  process.channel?.ref()
  const { promise, resolve } = Promise.withResolvers<Answer>()
  const fail = () => resolve({ problems: ['is too deep or too long to be compiled'] })
  process.once('exit', fail)
  await within(startLimitMs, process, ready)
  process.once('message', resolve).send(source, (error) => error && stop(process))
  const answer = await within(timeLimitMs, process, promise)
  process.off('exit', fail).off('message', resolve)
  process.unref()
  process.channel?.unref()
  idle = setTimeout(() => stop(process), idleMs).unref()
  return answer
}

async function within<T>(ms: number, process: ChildProcess, work: Promise<T>): Promise<T> {
  const timer = setTimeout(() => stop(process), ms)
  const done = await work
  clearTimeout(timer)
  return done
}

function start(): Compiler {
  const process = fork(join(import.meta.dirname, 'compiler-child.ts'), {
    execArgv: limits,
    // The compiler searches its working directory, which must be a folder that it may read.
    cwd: import.meta.dirname,
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const { promise: ready, resolve } = Promise.withResolvers<void>()
  process.once('message', () => resolve())
  // A process that cannot be started emits its error here, and counts as ended.
  process.on('error', () => process.emit('exit'))
  process.on('exit', () => {
    resolve()
    if (child?.process === process) child = undefined
  })
  child = { process, ready }
  return child
}

function stop(process: ChildProcess): void {
  if (child?.process === process) child = undefined
  process.kill('SIGKILL')
}
