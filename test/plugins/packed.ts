// Builds and packs a package of `plugins/` outside the repository, as its users get it.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

const root = join(import.meta.dirname, '../..')

export type Packed = { folder: string; tarball: string; files: string[] }

export async function run(cwd: string, program: string, args: readonly string[], env: object = {}): Promise<string> {
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, NODE_OPTIONS: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, err, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise((resolve) => child.once('exit', resolve)),
  ])
  assert.equal(code, 0, `${program} ${args.join(' ')}\n${out}\n${err}`)
  return out
}

export function copyOf(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `evident-${name}-`))
  cpSync(join(root, 'plugins', name), join(folder, 'package'), {
    recursive: true,
    filter: (path) => !/\/(node_modules|dist|\.medusa)(\/|$)/.test(path.slice(root.length)),
  })
  return folder
}

/** Packs `folder/package`, and unpacks it as `folder/node_modules/NAME`. */
export async function pack(folder: string, name: string): Promise<Packed> {
  const [made] = JSON.parse(
    await run(join(folder, 'package'), 'npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder]),
  )
  const tarball = join(folder, made.filename.replace('/', '-').replace('@', ''))
  const target = join(folder, 'node_modules', name)
  mkdirSync(target, { recursive: true })
  await run(folder, 'tar', ['-xzf', tarball, '-C', target, '--strip-components=1'])
  const files: string[] = made.files.map(({ path }: { path: string }) => path).sort()
  assertClean(target, files)
  const { scripts } = JSON.parse(readFileSync(join(target, 'package.json'), 'utf8'))
  // A bare npm pack builds the package, except for n8n, whose rules allow no such script.
  assert.equal(scripts.prepack, name === 'n8n-nodes-evident' ? undefined : 'npm run build')
  return { folder, tarball, files }
}

/** The package contains no secret, and nothing from the machine that built it. */
function assertClean(target: string, files: readonly string[]): void {
  for (const file of files) {
    const content = readFileSync(join(target, file), 'utf8')
    assert.doesNotMatch(content, /\/(home|root|tmp|work)\/[a-z]|evnt_[0-9A-Za-z]{20}|whsec_[0-9A-Za-z+/]{20}/, file)
  }
  const { scripts = {}, dependencies = {} } = JSON.parse(readFileSync(join(target, 'package.json'), 'utf8'))
  for (const script of ['preinstall', 'install', 'postinstall', 'prepare']) assert.ok(!(script in scripts), script)
  assert.deepEqual(dependencies, {})
}
