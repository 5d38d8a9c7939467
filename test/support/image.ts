// The Dockerfile as tests read it: its instructions, and which files are sent to be built.
import { readFileSync } from 'node:fs'
import { dirname, join, matchesGlob } from 'node:path'

export const root = join(import.meta.dirname, '../..')
export const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8')

const lines = dockerfile
  .replace(/^#.*\n/gm, '')
  .replace(/\\\n\s*/g, '')
  .split('\n')

/** Of all stages, in their order; a health check's command alone. */
export const instructionsOf = (name: string): string[] =>
  lines.flatMap((line) =>
    line.startsWith(`${name} `)
      ? [
          line
            .slice(name.length + 1)
            .replace(/^(--\S+ )*(CMD )?/, '')
            .trim(),
        ]
      : [],
  )

const rules = readFileSync(join(root, '.dockerignore'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => (line.startsWith('!') ? { keeps: true, pattern: line.slice(1) } : { keeps: false, pattern: line }))

/** As .dockerignore says: the last rule that fits the path, or a folder above it, decides. */
export function inImage(path: string): boolean {
  const places = [path]
  for (let at = dirname(path); at !== '.'; at = dirname(at)) places.push(at)
  // Docker's `*` takes names that begin with a dot as well.
  const fits = (pattern: string) =>
    places.some((place) => (pattern === '*' ? !place.includes('/') : matchesGlob(place, pattern)))
  return rules.findLast(({ pattern }) => fits(pattern))?.keeps ?? true
}
