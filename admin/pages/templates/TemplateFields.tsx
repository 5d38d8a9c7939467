import { type FocusEvent, useRef } from 'react'
import type { Template } from '../../api/mail/email-templates.ts'
import { Button } from '../../components/Button.tsx'
import { Switch } from '../../components/forms/Choice.tsx'
import { Field as Labelled } from '../../components/forms/Field.tsx'
import { Card } from '../../components/Page.tsx'
import type { Content, Field, Part } from './draft.ts'
import { Variables } from './Variables.tsx'

type Control = HTMLInputElement | HTMLTextAreaElement

type Props = {
  template: Template
  content: Content
  set(field: Field, value: string | null): void
  errorOf(field: Field): string | undefined
}

const labels: Record<Part, string> = {
  subject: 'Subject',
  preheader: 'Preheader',
  heading: 'Heading',
  body: 'Text',
  button: 'Button',
}

const hints: Partial<Record<Part, string>> = {
  preheader: 'Text after the subject in a list of mails. Optional.',
  body: 'A blank line begins a paragraph. Simple tags such as <strong>, <a> and <ul> work.',
}

export function TemplateFields({ template, content, set, errorOf }: Props) {
  const focused = useRef<{ control: Control; field: Field }>(undefined)
  const insert = (text: string) => {
    const { control, field } = focused.current ?? {}
    if (!control?.isConnected || !field) return
    const [from, to] = [control.selectionStart ?? control.value.length, control.selectionEnd ?? control.value.length]
    set(field, control.value.slice(0, from) + text + control.value.slice(to))
    // The new text exists only after the next render.
    requestAnimationFrame(() => {
      control.focus()
      control.setSelectionRange(from + text.length, from + text.length)
    })
  }
  const props = (field: Field) => ({
    value: content[field] ?? '',
    spellCheck: field !== 'mjml',
    lang: field === 'mjml' ? undefined : template.locale,
    dir: field === 'mjml' ? ('ltr' as const) : ('auto' as const),
    onFocus: (event: FocusEvent<Control>) => {
      focused.current = { control: event.currentTarget, field }
    },
    onChange: (event: { target: Control }) => set(field, event.target.value),
  })
  const isOwn = (part: Part) => content[part] !== template.defaults[part]
  const text = (part: Part, maxLength: number, rows = 1) => (
    <div className="grid gap-1.5">
      <Labelled label={labels[part]} hint={hints[part]} error={errorOf(part)}>
        {(control) =>
          rows === 1 ? (
            <input {...control} {...props(part)} maxLength={maxLength} className="control" />
          ) : (
            <textarea
              {...control}
              {...props(part)}
              maxLength={maxLength}
              rows={rows}
              className="control h-auto py-2 leading-relaxed"
            />
          )
        }
      </Labelled>
      {isOwn(part) && (
        <Button
          size="small"
          look="quiet"
          icon="rotate"
          className="-ml-2.5 justify-self-start text-quiet"
          aria-label={`Back to what is built in: ${labels[part]}`}
          onClick={() => set(part, template.defaults[part])}
        >
          Back to what is built in
        </Button>
      )}
    </div>
  )
  return (
    <div className="grid gap-6">
      <Card title="Words">
        <div className="grid gap-5 p-5 pt-4">
          {text('subject', 500)}
          {text('preheader', 500)}
          {text('heading', 500)}
          {text('body', 20_000, 9)}
          {text('button', 200)}
        </div>
        <Variables variables={template.variables} onInsert={insert} />
      </Card>
      <Card title="Layout">
        <div className="grid gap-5 p-5 pt-4">
          <Switch
            label="A layout of my own, in MJML"
            hint="In place of the built-in one. It starts from the built-in source, and the branding no longer changes it unless it asks for it."
            isOn={content.mjml !== null}
            onChange={(isOn) => set('mjml', isOn ? template.defaults.mjml : null)}
          />
          {content.mjml !== null && (
            <Labelled label="MJML" error={errorOf('mjml')}>
              {(control) => (
                <textarea
                  {...control}
                  {...props('mjml')}
                  maxLength={200_000}
                  rows={22}
                  wrap="off"
                  className="control relative h-auto overflow-x-auto py-2 font-mono text-xs leading-relaxed"
                />
              )}
            </Labelled>
          )}
        </div>
      </Card>
    </div>
  )
}
