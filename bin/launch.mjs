import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { join, resolve as resolvePath } from 'node:path'
import { isBundle } from './bundle.mjs'
import { install, Refusal, root } from './install.mjs'
import { forwardSignals } from './signals.mjs'

export async function launch(script, args, prepare = async (_runtime) => {}) {
  try {
    const runtime = await install()
    process.exit(await runScript(runtime, (await prepare(runtime)) ?? script, args))
  } catch (error) {
    process.stderr.write(`${error instanceof Refusal ? error.message : error.stack}\n`)
    process.exit(1)
  }
}

const own = (name) => ['--import', new URL(name, import.meta.url).href]

export function runScript(runtime, script, args) {
  // A semi-space of 4 MB spent a tenth of a request's work on copying short-lived objects. Without
  // `--heap-growing-percent`, the heap grows to three times its need before a collection: reading a catalogue took 200 MB
  // instead of 50 and was no faster.
  const flags = ['--max-semi-space-size=16', '--expose-gc', '--heap-growing-percent=50', ...own('parent-watchdog.mjs')]
  if (isBundle(script)) flags.push(...own('bundle-stacks.mjs'))
  const child = spawn(runtime, [...flags, resolvePath(root, script), ...args], {
    cwd: root,
    env: {
      // Caches modules compiled and without types. A start from the cache does not load the type stripper, so it is
      // faster and takes 20 MB less.
      NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'evident'),
      // By default, the allocator gives each thread a memory arena, up to eight for each core, and returns little of
      // their memory to the system.
      MALLOC_ARENA_MAX: '2',
      ...process.env,
    },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    detached: process.platform !== 'win32',
  })
  const forwarding = forwardSignals(child)
  const watch = watchNpm(() => forwarding.forward('SIGTERM'))
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(explain(error, runtime)))
    child.once('exit', (code, signal) => {
      clearInterval(watch)
      // The signal handlers stay: without them, a late signal would replace the exit code.
      resolve(code ?? 128 + constants.signals[signal])
    })
  })
}

/**
 * npm forwards signals, but a kill -9 of npm would leave the service running with nothing to stop it. npm gives us no pipe
 * that would close, so we check every two seconds whether our parent is still the same process.
 */
function watchNpm(onGone) {
  if (!process.env.npm_lifecycle_event) return undefined
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    // Stops watching, because a second call of `onGone` would end the drain.
    clearInterval(watch)
    onGone()
  }, 2_000)
  return watch
}

function explain(error, runtime) {
  if (error.code !== 'ENOENT' && error.code !== 'ENOEXEC') return error
  return new Refusal(`${runtime} cannot run here. Use Linux with glibc (Debian, Ubuntu, Fedora …; not Alpine) or macOS`)
}
