// Run this after every "npm install": node tools/complete-lock.ts. npm omits a platform's package from package-lock.json
// when the registry in use lacks it, and "npm ci" then refuses the file on every machine. This tool restores the entries.
// npm skips them on other platforms.

import { readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

type Entry = { version?: string; dev?: boolean; optional?: boolean; optionalDependencies?: Record<string, string> }
type Lock = { packages: Record<string, Entry> }

export function completeLock(lock: Lock): { lock: Lock; added: string[] } {
  const packages = { ...lock.packages }
  const added: string[] = []
  for (const [owner, { dev, optionalDependencies = {} }] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      if (isLocked(packages, owner, name)) continue
      packages[`node_modules/${name}`] = { version, ...parsePlatform(name), ...(dev ? { dev } : {}), optional: true }
      added.push(`${name}@${version}`)
    }
  }
  return { lock: { ...lock, packages: Object.fromEntries(Object.entries(packages).sort(byPath)) }, added }
}

/** Searches as Node does: first in the owner's own node_modules, then in the folders above. */
function isLocked(packages: Lock['packages'], owner: string, name: string): boolean {
  for (let folder = owner; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    if (`${folder}${folder ? '/' : ''}node_modules/${name}` in packages) return true
    if (folder === '') return false
  }
}

/**
 * Parses `@scope/binding-linux-arm64-musl` into os, cpu and libc, so that npm never requests the package on another
 * platform.
 */
function parsePlatform(name: string): { os?: string[]; cpu: string[]; libc?: string[] } {
  if (name.endsWith('-wasm32-wasi')) return { cpu: ['wasm32'] }
  const systems = 'aix|android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|win32'
  const [, os, cpu, abi] = new RegExp(`(?:^|[-/])(${systems})-([a-z0-9]+)(?:-(\\w+))?$`).exec(name) ?? []
  if (!os || !cpu)
    throw new Error(`cannot tell from its name which machine ${name} is for: add it to package-lock.json by hand`)
  if (os !== 'linux') return { os: [os], cpu: [cpu] }
  return { os: [os], cpu: [cpu], libc: [abi?.startsWith('musl') ? 'musl' : 'glibc'] }
}

function byPath([one]: [string, Entry], [other]: [string, Entry]): number {
  return one < other ? -1 : 1
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const path = new URL('../package-lock.json', import.meta.url)
  const { lock, added } = completeLock(JSON.parse(readFileSync(path, 'utf8')))
  if (added.length > 0) writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`)
  console.log(added.length > 0 ? `added to package-lock.json: ${added.join(', ')}` : 'package-lock.json is complete')
}
