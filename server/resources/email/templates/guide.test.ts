import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { defaultLook, withDerivedColors } from '#resources/email-branding/rules.ts'
import { definitions, requireDefinition } from '../template-definitions/definitions.ts'
import { readDraft } from './draft.ts'
import { plainFilters } from './filters.ts'
import { chooseLocale } from './locales.ts'
import { allowedTags } from './simple-html.ts'

const guide = readFileSync(new URL('../../../../docs/guides/email-templates.md', import.meta.url), 'utf8')
const wanted = {
  definition: requireDefinition('review_request'),
  choice: chooseLocale('en', 'en', new Set()),
  branding: withDerivedColors(defaultLook, null),
}
const read = (draft: object) => readDraft({ storeEnvId: 'a store', organizationId: 'its organization' }, wanted, draft)

test('every example of the guide can be saved unchanged', async () => {
  const examples = [...guide.matchAll(/```(?:liquid|xml) (\w+)\n([\s\S]*?)```/g)]
  assert.deepEqual(
    examples.map(([, field]) => field),
    ['subject', 'body', 'mjml'],
  )
  for (const [, field = '', source] of examples) await read({ [field]: source })
})

test('the mistake in the guide is reported as the guide shows', async () => {
  const shown = /"details": \[\s*\{ "path": "(.*?)", "message": "(.*?)" \}/.exec(guide)
  await assert.rejects(read({ subject: 'Hi {{ custmer.name }}' }), (error: Error & { details?: unknown }) => {
    assert.deepEqual(error.details, [{ path: shown?.[1], message: shown?.[2] }])
    return true
  })
})

test('the guide names every template, filter and tag', () => {
  for (const name of [...definitions.map((each) => each.name), ...plainFilters, ...allowedTags])
    assert.ok(
      guide.includes(`\`${name}\``) || ['lstrip', 'rstrip', 'remove_first', 'replace_first'].includes(name),
      name,
    )
})
