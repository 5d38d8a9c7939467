// Generates the migration of the plugins that are named, and runs it, as `npx vendure migrate` does.
const { generateMigration, runMigrations } = require('@vendure/core')
const { mkdirSync, readFileSync, writeFileSync } = require('node:fs')
const { join } = require('node:path')
const ts = require('typescript')
const { makeConfig, namedPlugins } = require('./config.cjs')

async function migrate() {
  mkdirSync(join(__dirname, 'migrations'), { recursive: true })
  const options = { name: 'evident', outputDir: join(__dirname, 'migrations') }
  const made = await generateMigration(makeConfig({ port: 0, plugins: namedPlugins() }), options)
  if (!made) throw new Error('There is nothing to migrate.')
  const compilerOptions = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 }
  const { outputText } = ts.transpileModule(readFileSync(made, 'utf8'), { compilerOptions })
  writeFileSync(made.replace(/\.ts$/, '.js'), outputText)
  const run = await runMigrations(makeConfig({ port: 0, plugins: namedPlugins() }))
  console.log(`Migrated: ${run.join(', ')}`)
}

migrate().then(
  () => process.exit(0),
  (error) => {
    console.error(error)
    process.exit(1)
  },
)
