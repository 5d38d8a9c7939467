// Compiles merchants' own MJML in a process of its own. The compiler takes 90 MB, which a thread was seen not to give back,
// and what it is fed may be anything: the process may read its own code, and neither write, call nor start anything.
// It goes away when nobody needs it, or when one source takes it too long.
import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'

export type Compiled = { html: string; text: string }
export type Answer = { compiled?: Compiled; problems: string[] }

const timeLimitMs = 10_000
const idleMs = 15_000
const maxWaiting = 20
const root = join(import.meta.dirname, '../../../..')
const limits = ['--permission', `--allow-fs-read=${root}/*`, '--max-old-space-size=192', '--no-warnings']

let child: ChildProcess | undefined
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
  const process = child ?? start()
  process.ref()
  process.channel?.ref()
  const { promise, resolve } = Promise.withResolvers<Answer>()
  const fail = () => resolve({ problems: ['is too deep or too long to be compiled'] })
  const timer = setTimeout(() => stop(process), timeLimitMs)
  process.once('exit', fail).once('message', resolve)
  process.send(source, (error) => error && stop(process))
  const answer = await promise
  clearTimeout(timer)
  process.off('exit', fail).off('message', resolve)
  process.unref()
  process.channel?.unref()
  idle = setTimeout(() => stop(process), idleMs).unref()
  return answer
}

function start(): ChildProcess {
  const started = fork(join(import.meta.dirname, 'compiler-child.ts'), {
    execArgv: limits,
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  // A process that could not be started says so here, and is then as good as gone.
  started.on('error', () => started.emit('exit'))
  started.on('exit', () => {
    if (child === started) child = undefined
  })
  child = started
  return started
}

function stop(process: ChildProcess): void {
  if (child === process) child = undefined
  process.kill('SIGKILL')
}
