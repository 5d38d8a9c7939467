import { readFileSync } from 'node:fs'
import { dirname, join, matchesGlob } from 'node:path'

export const root = join(import.meta.dirname, '../..')
export const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8')

const lines = dockerfile
  .replace(/^#.*\n/gm, '')
  .replace(/\\\n\s*/g, '')
  .split('\n')

export const listInstructions = (name: string): string[] =>
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

/** Applies .dockerignore. The last rule that matches the path or one of its parent folders decides. */
export function inImage(path: string): boolean {
  const places = [path]
  for (let at = dirname(path); at !== '.'; at = dirname(at)) places.push(at)
  // Docker's `*` matches names that begin with a dot as well.
  const fits = (pattern: string) =>
    places.some((place) => (pattern === '*' ? !place.includes('/') : matchesGlob(place, pattern)))
  return rules.findLast(({ pattern }) => fits(pattern))?.keeps ?? true
}
