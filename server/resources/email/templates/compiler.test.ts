import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { test } from 'node:test'
import { compileMjml } from './compiler.ts'

test('a layout compiles from any working directory', async (t) => {
  const home = process.cwd()
  process.chdir(tmpdir())
  t.after(() => process.chdir(home))
  const { compiled, problems } = await compileMjml(
    '<mjml><mj-body><mj-section><mj-column><mj-text>Hello</mj-text></mj-column></mj-section></mj-body></mjml>',
  )
  assert.deepEqual(problems, [])
  assert.match(compiled?.html ?? '', /Hello/)
})
