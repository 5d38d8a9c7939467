// Builds the admin application when there is none, or one of other sources. Plain JavaScript: it runs before the pinned
// Node is there to be relied on, and hands the work to it. Refuses to stop a start: the API is worth more than its pages.

import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './install.mjs'
import { forwardSignals } from './signals.mjs'

const sources = join(root, 'admin')
const built = join(sources, 'dist')

/** Answers whether the bundle is that of the present sources. What went wrong is told on standard error. */
export async function buildAdmin(runtime = process.execPath) {
  if (!existsSync(join(sources, 'vite.config.ts'))) return false
  const stamp = stampOf(sources)
  if (readStamp() === stamp) return true
  const startedAt = Date.now()
  say('Building the admin application (once, and again when it changes) …')
  // Built aside and moved into place whole: two starts may build at once, and a service may be reading the old one.
  const fresh = join(root, '.cache', `admin-${process.pid}-${startedAt}`)
  mkdirSync(fresh, { recursive: true })
  try {
    const { code, output } = await runVite(runtime, fresh)
    if (code !== 0) {
      say(`${output}\nThe admin application could not be built: the lines above are Vite's. Starting without it.`)
      return false
    }
    writeFileSync(join(fresh, '.stamp'), stamp)
    moveIntoPlace(fresh)
    say(`Built in ${((Date.now() - startedAt) / 1000).toFixed(1)} s.`)
    return true
  } catch (error) {
    say(`The admin application could not be built (${error.message}). Starting without it.`)
    return false
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
}

/** Contents, not times: a checkout or a copy changes the times of files that are the same. */
function stampOf(folder) {
  const hash = createHash('sha256')
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.startsWith(built))
    .sort()
  for (const path of [...names, join(root, 'package-lock.json')]) {
    hash
      .update(`${path.slice(root.length)}\0`)
      .update(readFileSync(path))
      .update('\0')
  }
  return hash.digest('hex')
}

function readStamp() {
  try {
    return readFileSync(join(built, '.stamp'), 'utf8')
  } catch {
    return undefined
  }
}

function moveIntoPlace(fresh) {
  const old = `${fresh}-old`
  try {
    renameSync(built, old)
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
  try {
    renameSync(fresh, built)
  } catch (error) {
    // The other of two starts was faster, and built the same.
    if (!existsSync(built)) throw error
  }
  rmSync(old, { recursive: true, force: true })
}

function runVite(runtime, outDir) {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const flags = ['build', sources, '--outDir', outDir, '--emptyOutDir', '--logLevel', 'warn']
  const child = spawn(runtime, [vite, ...flags, '--config', join(sources, 'vite.config.ts')], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
  })
  const forwarding = forwardSignals(child)
  const chunks = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => chunks.push(chunk))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      forwarding.end()
      resolve({ code, output: Buffer.concat(chunks).toString().trim() })
    })
  })
}

/** Standard output belongs to the command that is being started. */
function say(line) {
  process.stderr.write(`${line}\n`)
}
