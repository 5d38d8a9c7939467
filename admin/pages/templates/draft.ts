import type { Template, TemplateDraft } from '../../api/mail/email-templates.ts'

export const parts = ['subject', 'preheader', 'heading', 'body', 'button'] as const
export type Part = (typeof parts)[number]
export type Content = Record<Part, string> & { mjml: string | null }
export type Field = keyof Content

/** Texts that differ from the built-in texts. All other texts change with later releases. */
export function toDraft(content: Content, { defaults }: Template): TemplateDraft {
  const own = (part: Part) => (content[part] === defaults[part] ? null : content[part])
  return {
    subject: own('subject'),
    preheader: own('preheader'),
    heading: own('heading'),
    body: own('body'),
    button: own('button'),
    mjml: content.mjml,
  }
}

export function withoutUnchanged(changes: Partial<Content>, kept: Content): Partial<Content> {
  return Object.fromEntries(Object.entries(changes).filter(([field, value]) => kept[field as Field] !== value))
}
