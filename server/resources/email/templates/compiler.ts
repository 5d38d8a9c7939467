// Compiles merchants' own MJML in a process of its own. The compiler takes 90 MB, which a thread was seen not to give back,
// and what it is fed may be anything: the process may read its own code, and neither write, call nor start anything.
// It ends when it has been idle for a while, or when one source takes too long.
import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'

export type Compiled = { html: string; text: string }
export type Answer = { compiled?: Compiled; problems: string[] }

/** Of one source. */
const timeLimitMs = 10_000
/** Until the compiler is loaded, which on a busy machine takes much longer than its half a second. */
const startLimitMs = 60_000
const idleMs = 15_000
const maxWaiting = 20
const root = join(import.meta.dirname, '../../../..')
// Not all below the root: there may be the folder of data, and in it the key to every secret.
const readable = [join(root, 'node_modules/*'), join(root, 'package.json'), join(import.meta.dirname, '*')]
const limits = [
  '--permission',
  ...readable.map((path) => `--allow-fs-read=${path}`),
  '--max-old-space-size=192',
  '--no-warnings',
]

type Compiler = { process: ChildProcess; ready: Promise<void> }

// Of the module: one compiler for the process, however many services are in it, for the sake of its memory. It does not keep the
// process alive, and ends with it.
let child: Compiler | undefined
let idle: NodeJS.Timeout | undefined
let turn: Promise<unknown> = Promise.resolve()
let waiting = 0

/** What the MJML becomes, or what is wrong with it. One at a time: a second process would double the memory. */
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
    // It looks for the folder it stands in, and may see no other than this one.
    cwd: import.meta.dirname,
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const { promise: ready, resolve } = Promise.withResolvers<void>()
  // Its first word is that it is there.
  process.once('message', () => resolve())
  // A process that could not be started says so here, and is then as good as gone.
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
