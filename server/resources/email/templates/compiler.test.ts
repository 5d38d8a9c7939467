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

test('Liquid that MJML drops is reported with its position, and all other Liquid stays', async () => {
  const layout = (between: string, inside = '') =>
    `<mjml><mj-body>${between}\n<mj-section><mj-column><mj-text>${inside}</mj-text></mj-column></mj-section></mj-body></mjml>`
  const lost = await compileMjml(layout('{% if a %}\n<mj-section></mj-section>{% endif %}'))
  const message = 'is directly inside <mj-body>, where MJML drops it. Put it into <mj-raw>'
  assert.deepEqual(lost.dropped, [`line 1, column 16: {% if a %} ${message}`])
  const inColumn = await compileMjml(
    '<mjml><mj-body><mj-section><mj-column>{{ a }}</mj-column></mj-section></mj-body></mjml>',
  )
  assert.match(inColumn.dropped?.[0] ?? '', /^line 1, column 39: \{\{ a \}\} is directly inside <mj-column>/)
  const kept = await compileMjml(layout('<mj-raw>{% if a %}</mj-raw>', '{% if b %}<p>{{ c }}</p>{% endif %}'))
  assert.deepEqual([kept.problems, kept.dropped], [[], []])
  for (const each of ['{% if a %}', '{% if b %}', '{{ c }}']) assert.ok(kept.compiled?.html.includes(each), each)
})
