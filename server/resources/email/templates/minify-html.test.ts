import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compileMjml } from './compiler.ts'
import { layouts } from './layouts/layouts.generated.ts'

test('the preview line of a mail has no visible colour in any layout', async () => {
  const { compiled } = await compileMjml(
    '<mjml><mj-head><mj-preview>Soon</mj-preview></mj-head><mj-body></mj-body></mjml>',
  )
  const pages = [compiled?.html ?? '', ...Object.values(layouts).map(({ html }) => html)]
  for (const html of pages) {
    const style = /display:none;[^"]*max-height:0[^"]*/.exec(html)?.[0] ?? ''
    assert.match(style, /visibility:hidden;.*color:transparent;/)
    assert.doesNotMatch(style, /#fff/)
  }
})
