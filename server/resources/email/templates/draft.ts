import type { StoreScope } from '#platform/db/db.ts'
import { type Detail, invalid } from '#platform/values/errors.ts'
import { type CompiledLayout, type Draft, type TemplateVariant, toFields } from './check.ts'
import { compileMjml } from './compiler.ts'
import { type Rendering, render } from './renderer.ts'
import type { TaskName, Tasks } from './renderer-thread.ts'
import type { TemplateDraft } from './schema.ts'

type Options = {
  /** Pointer to the template in the body of the request. */
  at?: string
  /** Allows Liquid that MJML drops. Before 29 November 2026 such templates could be saved, and their mails stay the same. */
  isRestored?: boolean
}

export async function readDraft(
  store: StoreScope,
  variant: TemplateVariant,
  sent: TemplateDraft,
  { at = '', isRestored = false }: Options = {},
): Promise<Draft> {
  const fields = toFields(sent)
  const { definition, choice, branding } = variant
  const mail = { template: definition.name, choice, branding }
  const layout = fields.mjml ? await compiled(fields.mjml) : undefined
  const checked = requireAnswer(await render(store, 'checkDraft', { ...mail, fields, layout, at }), at)
  if (!checked.draft) throw refusal(checked.problems)
  return checked.draft

  async function compiled(source: string): Promise<CompiledLayout> {
    const problems = requireAnswer(await render(store, 'checkLayout', { ...mail, source }), `${at}/mjml`)
    if (problems.length > 0) return { problems }
    const { dropped = [], ...layout } = await compileMjml(source)
    return dropped.length === 0 || isRestored ? layout : { problems: dropped }
  }
}

function requireAnswer<Name extends TaskName>(rendering: Rendering<Name>, path: string): Tasks[Name]['answer'] {
  if ('problem' in rendering) throw refusal([{ path, message: rendering.problem }])
  return rendering.answer
}

const refusal = (details: Detail[]) =>
  invalid(`The template is invalid: ${details[0]?.path} ${details[0]?.message}`, details.slice(0, 20))
