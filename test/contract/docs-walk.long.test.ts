// A shell runs the guides' commands as printed. Only the port differs, because the printed one may be in use.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { inEveryLanguage, languages } from '#reference/docs/examples/languages.ts'
import { freePort } from '#test/free-port.ts'
import { languagesHere, runPrograms } from '#test/programs.ts'

const root = join(import.meta.dirname, '../..')
const dataDir = mkdtempSync(join(tmpdir(), 'evident-walk-'))
/** The reader's folder is empty, so a guide has to create the files that it uses. */
const desk = mkdtempSync(join(tmpdir(), 'evident-desk-'))
const env = {
  ...process.env,
  DATA_DIR: dataDir,
  NODE_OPTIONS: '',
  // Rate limits are off, because the script calls faster than a reader does.
  RATE_LIMITS: 'off',
  // Test events from a guide are sent to a closed port.
  KLAVIYO_ORIGIN: 'http://127.0.0.1:9',
}
const hasShell = ['bash', 'curl'].every((program) => spawnSync(program, ['--version']).status === 0)
const skip = !hasShell && 'SKIPPED: needs bash and curl'

type Block = { language: string; code: string }
type Guide = { name: string; order: number; blocks: Block[] }

/**
 * Headings are matched too, as blocks without a language, so that a block below another heading is not taken for expected
 * output.
 */
const parseBlocks = (text: string): Block[] =>
  [...text.matchAll(/^```(\w*)[^\n]*\n([\s\S]*?)^```$|^#.*$/gm)].map(([, language = '', code = '']) => ({
    language,
    code,
  }))

const guides: Guide[] = globSync('docs/guides/*.md', { cwd: root })
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
  .map(({ path, text }) => ({
    name: basename(path),
    order: Number(/^order: (\d+)$/m.exec(text)?.[1]),
    blocks: parseBlocks(text),
  }))
  .sort((a, b) => a.order - b.order)

let started: ChildProcess
let port: number
let variables = ''

before(async () => {
  if (!hasShell) return
  port = await freePort()
  started = spawn(process.execPath, [join(root, 'bin/start.mjs')], {
    cwd: root,
    env: { ...env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  await new Promise<void>((resolve, reject) => {
    started.stdout?.on('data', (chunk) => {
      output += chunk
      if (output.includes('is ready')) resolve()
    })
    started.once('exit', (code) => reject(new Error(`npm start ended with ${code}`)))
  })
})

after(async () => {
  if (started?.exitCode === null) {
    const ended = new Promise<number | null>((resolve) => started.once('exit', resolve))
    started.kill('SIGTERM')
    assert.equal(await ended, 0, 'a service asked to stop ends with 0')
  }
  for (const folder of [dataDir, desk]) rmSync(folder, { recursive: true, force: true })
})

function shell(cwd: string, script: string): string {
  const { status, stdout, stderr } = spawnSync('bash', ['-euo', 'pipefail', '-c', here(script)], {
    cwd,
    env,
    encoding: 'utf8',
    timeout: 180_000,
  })
  assert.equal(status, 0, stderr + stdout)
  return stdout
}

const here = (script: string) => script.replaceAll('127.0.0.1:8080', `127.0.0.1:${port}`)

test("the README's ten lines lead from nothing to an approved review in the feed", { skip }, () => {
  const [quickStart] = guides
  const commands = listCommands(quickStart?.blocks ?? [])
  const lines = commands.map(({ code }) => code).join('\n')
  assert.equal(lines.match(/^[A-Z]+=|^curl/gm)?.length, 9, 'with npm start, the walk has ten lines')
  const printVariables = { language: 'bash', code: 'declare -p BASE KEY STORE', next: undefined }
  const outputs = walk(root, '', [...commands, printVariables])
  variables = outputs.at(-2) ?? ''
  assert.match(outputs.join(''), /"verified":true,"status":"approved"/)
  const feed = outputs.find((output) => output.includes('<?xml')) ?? ''
  assert.match(feed, /<is_verified_purchase>true<\/is_verified_purchase>/)
  assert.match(feed, /<content>Keeps tea hot for an hour\.<\/content>/)
  assert.match(feed, /<gtin>4006381333931<\/gtin>/)
  assert.doesNotMatch(feed, /customer\.example/)
})

describe("after the README's lines, every command of a guide works and prints the documented output:", { skip }, () => {
  for (const { name, blocks } of guides.slice(1)) {
    const commands = listCommands(blocks)
    const prelude = () => `${variables}\ncurl() { command curl --fail-with-body "$@"; }\n`
    if (commands.length > 0)
      test(name, (t) =>
        variables ? void walk(desk, prelude(), commands) : t.skip('there is no quick start to go on from'),
      )
  }
})

describe('the quick start leads to the same review in the feed', { skip }, () => {
  for (const [language, name] of [...languages].filter(([each]) => each !== 'bash'))
    test(`in ${name}`, { skip: !languagesHere.has(language) && 'not installed' }, async () => {
      const setup = `npm run -s evident -- setup --org ${language} --store Shop --origin https://${language}.acme.example \
        --owner ${language}@acme.example --password 'seven-blue-kettles' --json`
      const { apiKey, storeEnvId } = JSON.parse(shell(root, setup))
      const kept: Record<string, string> = {
        BASE: here('http://127.0.0.1:8080/api/v1'),
        KEY: apiKey,
        STORE: storeEnvId,
      }
      let printed = ''
      for (const { code } of listCommands(guides[0]?.blocks ?? [])) {
        const program = inEveryLanguage(code.trimEnd()).find((example) => example.language === language)
        if (!program) continue
        printed = await runPrograms(language, [program.code], { folder: desk, env: kept })
        const [, variable] = /^([A-Z]+)=/.exec(code) ?? []
        if (variable) kept[variable] = printed.trim()
      }
      assert.deepEqual(Object.keys(kept), ['BASE', 'KEY', 'STORE', 'REVIEW', 'FEED'])
      assert.match(printed, /<content>Keeps tea hot for an hour\.<\/content>/)
    })
})

type Command = Block & { next: Block | undefined }

function listCommands(blocks: Block[]): Command[] {
  return blocks.map((block, at) => ({ ...block, next: blocks[at + 1] })).filter(({ language }) => language === 'bash')
}

/** Runs the commands, returns what each one printed, and compares the output with the guide. */
function walk(cwd: string, prelude: string, commands: Command[]): string[] {
  const end = '\x1e'
  const script = commands.map(({ code }) => `${code}\nprintf '${end}'`).join('\n')
  const outputs = shell(cwd, prelude + script).split(end)
  for (const [at, { next }] of commands.entries()) {
    if (next?.language !== 'json') continue
    const answered = outputs[at] ?? ''
    assert.deepEqual(differences(JSON.parse(next.code), JSON.parse(answered)), [], `${next.code}\n${answered}`)
  }
  return outputs
}

/** A guide may show a part of a response. Each shown field has to exist and have the same type. */
function differences(shown: unknown, real: unknown, path = ''): string[] {
  if (shown === null || real === null) return []
  if (Array.isArray(shown)) {
    if (!Array.isArray(real)) return [`${path} is no list`]
    // A guide may show more list items than this run has created, such as a mail that is sent a moment later.
    if (real.length === 0) return []
    return shown.flatMap((each, at) => differences(each, real[at] ?? real[0], `${path}/${at}`))
  }
  if (typeof shown === 'object')
    return Object.entries(shown).flatMap(([name, value]) => {
      const found = (real as Record<string, unknown> | undefined)?.[name]
      return found === undefined ? [`${path}/${name} is not answered`] : differences(value, found, `${path}/${name}`)
    })
  return typeof shown === typeof real ? [] : [`${path} is of another kind`]
}

test('the error response in the errors guide is the one that the service returns', { skip }, () => {
  const shown = guides.find(({ name }) => name === 'errors.md')?.blocks.find(({ language }) => language === 'json')
  const push = `curl -sS -X PUT "$BASE/products" -H 'Content-Type: application/json' \
    -H "Authorization: Bearer $KEY" -H "x-store-env-id: $STORE" \
    -d '[{"platformProductId":"a"},{"platformProductId":"b"},{"platformProductId":"c"},{"platformProductId":""}]'`
  const { requestId: _, ...answered } = JSON.parse(shell(desk, `${variables}\n${push}`))
  const { requestId: __, ...shownBody } = JSON.parse(shown?.code ?? '')
  assert.deepEqual(answered, shownBody)
})
