// Usage: node tools/check-statements.ts, which is part of npm run check. Reasons:
// docs/decisions/0012-statements-that-are-checked.md.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { Client } from 'pg'
import { withMigratedDatabase } from './schema-dump.ts'
import { openSource, root } from './statements/source.ts'
import { checkStatements } from './statements/statements.ts'
import { describeTables, tablesPath } from './statements/tables.ts'

/** Calls that pass SQL text directly to the driver are not checked, so their number may only decrease. */
const mostByHand = 20

const byHand = globSync('server/**/*.ts', {
  cwd: root,
  exclude: ['server/platform/{db,postgres}/**', '**/*.{test,testing}.ts'],
}).flatMap((path) => readFileSync(join(root, path), 'utf8').match(/\.query(?:<[^(]*>)?\(/g) ?? []).length
const source = openSource()
const { problems, unreached, texts, rows } = await withMigratedDatabase(async (url) => {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const findings = await checkStatements(source, client)
    const tables = await describeTables(url)
    if (process.argv.includes('--write')) writeFileSync(tablesPath, tables)
    const isStale = readFileSync(tablesPath, 'utf8') !== tables
    const stale = isStale
      ? [`${relative(root, tablesPath.pathname)} does not match the schema. Run npm run check -- --write`]
      : []
    return { ...findings, problems: [...stale, ...findings.problems] }
  } finally {
    await client.end()
  }
})
source.close()

for (const each of problems) console.error(each)
for (const each of unreached) console.error(`${each}: no export makes this statement, so it is not checked`)
if (byHand > mostByHand)
  console.error(`${byHand} calls pass the driver their own text, but at most ${mostByHand} may. Use the sql tag`)
if (byHand < mostByHand)
  console.error(`Lower mostByHand in tools/check-statements.ts to ${byHand}, so that it cannot rise again`)
console.log(`${byHand} calls pass the driver their own text, which is NOT checked`)
console.log(`${texts} statements prepared, from ${source.templates.length} templates; ${rows} declared rows compared`)
process.exitCode = problems.length + unreached.length > 0 || byHand !== mostByHand ? 1 : 0
