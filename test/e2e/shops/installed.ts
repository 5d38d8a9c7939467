// Third-party shops, installed from npm by the lock files in test/shops. Their folder beside the project outlives the
// tests, so no package is downloaded twice.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../../..')
/** Folders with the lock file of each set of packages. Those of `plugins` build the plugins. */
const sources = {
  medusa: join(root, 'test/shops/medusa'),
  vendure: join(root, 'test/shops/vendure'),
  n8n: join(root, 'test/shops/n8n'),
  'react-18': join(root, 'test/shops/react-18'),
  next: join(root, 'test/shops/next'),
  'react-router': join(root, 'test/shops/react-router'),
  'medusa-plugin': join(root, 'plugins/medusa'),
  'vendure-plugin': join(root, 'plugins/vendure'),
  'n8n-tools': join(root, 'plugins/n8n'),
  nodes: join(root, 'test/shops/nodes'),
}
type PackageSet = keyof typeof sources
export const packageSets = Object.keys(sources) as PackageSet[]
const cache = process.env.TEST_SHOPS_CACHE ?? join(homedir(), '.cache', 'evident-test-shops')

/** No package needs its install scripts, because packages with native code contain the built files. */
const quietly = ['--ignore-scripts', '--no-audit', '--no-fund']

export const skip = process.env.TEST_NPM_REGISTRY
  ? false
  : 'NOT RUN: npm cannot reach its registry, where these shops come from'

/** Installs the packages of a lock file once, and returns their folder. */
export async function installPackages(name: PackageSet): Promise<string> {
  const source = sources[name]
  const key = createHash('sha256')
    .update(readFileSync(join(source, 'package-lock.json')))
    .digest('hex')
    .slice(0, 16)
  const packages = join(cache, `${name}-${key}`)
  if (!existsSync(packages)) {
    mkdirSync(cache, { recursive: true })
    const partial = mkdtempSync(join(cache, `${name}-partial-`))
    for (const file of ['package.json', 'package-lock.json']) cpSync(join(source, file), join(partial, file))
    await ended(start('npm', ['ci', ...quietly], partial, {}))
    if (existsSync(packages)) rmSync(partial, { recursive: true })
    else renameSync(partial, packages)
  }
  return packages
}

/** Path of the program of the oldest Node 20 or 22 that the plugins support. */
export const installNode = async (line: 20 | 22): Promise<string> =>
  join(await installPackages('nodes'), 'node_modules', `node-${line}-${process.platform}-${process.arch}`, 'bin/node')

type ShopName = 'medusa' | 'vendure' | 'next' | 'react-router'

/** Returns a new folder with a shop or an app and its packages. */
export async function installShop(name: ShopName): Promise<string> {
  const packages = await installPackages(name)
  // A file cannot be linked from another disk.
  const isSameDisk = statSync(tmpdir()).dev === statSync(cache).dev
  const folder = mkdtempSync(join(isSameDisk ? tmpdir() : cache, `evident-${name}-`))
  cpSync(sources[name], folder, { recursive: true })
  // Files are linked, so the copy takes no space and little time.
  await ended(start('cp', ['-al', join(packages, 'node_modules'), folder], folder, {}))
  // npm changes this file in place, which would also change the cached file through a link. So this file is copied.
  const list = 'node_modules/.package-lock.json'
  rmSync(join(folder, list))
  cpSync(join(packages, list), join(folder, list))
  return folder
}

/** Installs a tarball as a user does. npm downloads nothing that its cache has. */
export const installTarball = (folder: string, tarball: string): Promise<void> =>
  ended(start('npm', ['install', tarball, '--prefer-offline', ...quietly], folder, {}))

export const uninstall = (folder: string, name: string): Promise<void> =>
  ended(start('npm', ['uninstall', name, '--prefer-offline', ...quietly], folder, {}))

export type Running = { child: ChildProcess; printed(): string }

export function start(program: string, words: readonly string[], cwd: string, env: Record<string, string>): Running {
  const child = spawn(program, words, {
    cwd,
    env: { ...process.env, NODE_OPTIONS: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      output = (output + chunk).slice(-1_000_000)
    })
  return { child, printed: () => output }
}

export async function ended({ child, printed }: Running): Promise<void> {
  const [code] = await once(child, 'close')
  assert.equal(code, 0, printed())
}

export async function saying(running: Running, words: string): Promise<void> {
  const { child, printed } = running
  await new Promise<void>((resolve, reject) => {
    const look = () => printed().includes(words) && resolve()
    child.stdout?.on('data', look)
    child.stderr?.on('data', look)
    child.once('exit', (code) => reject(new Error(`ended with ${code}:\n${printed()}`)))
  })
}

export async function stopped({ child }: Running): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  const late = setTimeout(() => child.kill('SIGKILL'), 10_000)
  await gone
  clearTimeout(late)
}

export function readMemory({ child }: Running): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024)
}
