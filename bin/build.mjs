// This file is JavaScript, because it runs before the pinned Node is verified. A failed build does not stop the start,
// because the API matters more than its pages.

import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { useBundle } from './bundle.mjs'
import { root } from './install.mjs'
import { forwardSignals } from './signals.mjs'

const targets = {
  admin: { what: 'admin application', folder: join(root, 'admin'), flags: ['--app'], sources: [] },
  widgets: { what: 'widgets', folder: join(root, 'widgets'), flags: ['--app'], sources: [join(root, 'locales')] },
}

export const buildAdmin = (runtime = process.execPath) => build(targets.admin, runtime)
export const buildWidgets = (runtime = process.execPath) => build(targets.widgets, runtime)

/** The builds run one after the other. Running both in parallel is no faster on two cores, and their output would mix. */
export async function buildPages(runtime = process.execPath) {
  const admin = await buildAdmin(runtime)
  return (await buildWidgets(runtime)) && admin
}

/** Builds the pages and returns the entry file of the service's bundle; undefined without a bundle. */
export async function prepareService(runtime) {
  await buildPages(runtime)
  return useBundle(runtime)
}

async function build({ what, folder, flags, sources }, runtime) {
  if (!existsSync(join(folder, 'vite.config.ts'))) return false
  const built = join(folder, 'dist')
  const stamp = stampOf(folder, sources)
  if (readStamp(built) === stamp) return true
  const startedAt = Date.now()
  say(`Building the ${what} (on the first start and after each change) …`)
  // Renames the finished build into place as a whole, because two starts may build in parallel while a service reads the
  // old one.
  const fresh = join(root, '.cache', `${basename(folder)}-${process.pid}-${startedAt}`)
  mkdirSync(fresh, { recursive: true })
  try {
    const { code, output } = await runVite(runtime, folder, [...flags, '--outDir', fresh], stamp)
    if (code !== 0) {
      say(`${output}\nThe ${what} could not be built; see Vite's lines above. Starting without it.`)
      return false
    }
    writeFileSync(join(fresh, '.stamp'), stamp)
    // Another start may already have built the same sources, and a service may use that build, so we leave it in place.
    if (readStamp(built) !== stamp) moveIntoPlace(fresh, built)
    return true
  } catch (error) {
    say(`The ${what} could not be built (${error.message}). Starting without it.`)
    return false
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
}

/** Compares contents, because a checkout or a copy changes the times of equal files. */
function stampOf(folder, sources) {
  const hash = createHash('sha256')
  const names = [folder, ...sources.filter(existsSync)]
    .flatMap((source) => readdirSync(source, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.startsWith(join(folder, 'dist')))
    .sort()
  for (const path of [...names, join(root, 'package-lock.json')]) {
    hash
      .update(`${path.slice(root.length)}\0`)
      .update(readFileSync(path))
      .update('\0')
  }
  return hash.digest('hex')
}

function readStamp(built) {
  try {
    return readFileSync(join(built, '.stamp'), 'utf8')
  } catch {
    return undefined
  }
}

function moveIntoPlace(fresh, built) {
  const old = `${fresh}-old`
  try {
    renameSync(built, old)
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
  try {
    renameSync(fresh, built)
  } catch (error) {
    if (!existsSync(built)) throw error
  }
  rmSync(old, { recursive: true, force: true })
}

function runVite(runtime, folder, flags, stamp) {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const config = join(folder, 'vite.config.ts')
  const child = spawn(
    runtime,
    [vite, 'build', folder, '--config', config, '--emptyOutDir', '--logLevel', 'warn', ...flags],
    {
      cwd: root,
      env: { ...process.env, NODE_ENV: 'production', BUILD_HASH: stamp.slice(0, 8) },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
    },
  )
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

/** Standard output belongs to the started command. */
function say(line) {
  process.stderr.write(`${line}\n`)
}
