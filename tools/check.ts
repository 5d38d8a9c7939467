// Runs every check that does not run the product: npm run check [-- --write]. CI runs it unchanged.

import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const write = process.argv.includes('--write') ? ['--write'] : []

const checks: [name: string, script: string, args: string[]][] = [
  ['format and lint', 'node_modules/@biomejs/biome/bin/biome', ['check', '--error-on-warnings', ...write]],
  ['types', 'node_modules/typescript/bin/tsc', ['--pretty']],
  ['types of the admin application', 'node_modules/typescript/bin/tsc', ['--pretty', '-p', 'admin']],
  ['types of the widgets', 'node_modules/typescript/bin/tsc', ['--pretty', '-p', 'widgets']],
  ['statements', 'tools/check-statements.ts', write],
  ['statements on Citus', 'tools/check-on-citus.ts', []],
  ['boundaries', 'tools/check-boundaries.ts', []],
  ['publishers', 'tools/check-publishers.ts', []],
  ['promises of v1', 'tools/check-promises.ts', write],
  ['shape', 'tools/check-shape.ts', []],
  ['words', 'tools/check-words.ts', []],
  ['leases', 'tools/check-leases.ts', []],
  ['migrations', 'tools/check-migrations.ts', []],
  ['translations', 'tools/check-translations.ts', write],
  ['dead code', 'node_modules/knip/bin/knip.js', ['--no-progress']],
]

const failed = checks.filter(([name, script, args]) => {
  process.stdout.write(`\n— ${name}\n`)
  return spawnSync(process.execPath, [join(root, script), ...args], { cwd: root, stdio: 'inherit' }).status !== 0
})

printLargest()
process.stdout.write(
  failed.length ? `\nFAILED: ${failed.map(([name]) => name).join(', ')}\n` : '\nAll checks passed.\n',
)
process.exitCode = failed.length ? 1 : 0

function printLargest() {
  const files = globSync(['{server,demo,test,tools,bench,admin,widgets}/**/*.{ts,tsx}', 'bin/*.mjs'], { cwd: root })
    .filter((path) => !path.includes('node_modules') && !path.endsWith('.generated.ts'))
    .map((path) => ({ path, lines: readFileSync(join(root, path), 'utf8').split('\n').length - 1 }))
    .sort((a, b) => b.lines - a.lines)
  process.stdout.write('\n— largest source files (lines)\n')
  for (const { path, lines } of files.slice(0, 10)) process.stdout.write(`${String(lines).padStart(5)}  ${path}\n`)
}
