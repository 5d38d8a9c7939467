import { type FocusEvent, type RefObject, useRef, useState } from 'react'
import type { Template } from '../../api/mail/email-templates.ts'
import { Button } from '../../components/Button.tsx'
import { Switch } from '../../components/forms/Choice.tsx'
import { Field as Labelled } from '../../components/forms/Field.tsx'
import { Card } from '../../components/Page.tsx'
import { type ChipEditor, ChipField } from './ChipField.tsx'
import type { Content, Field, Part } from './draft.ts'
import { VariableChips } from './VariableChips.tsx'
import { Variables } from './Variables.tsx'

type Control = HTMLInputElement | HTMLTextAreaElement

type Props = {
  template: Template
  content: Content
  isDisabled: boolean
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
  preheader: 'Shown after the subject in the inbox. Optional.',
  body: 'A blank line starts a new paragraph. Simple tags such as <strong>, <a> and <ul> work.',
}

export function TemplateFields({ template, content, isDisabled, set, errorOf }: Props) {
  const [isCode, setIsCode] = useState(false)
  const editors = useEditors()
  const lastPart = useRef<Part>('body')
  const focused = useRef<{ control: Control; field: Field }>(undefined)
  const insert = (text: string) => {
    const { control, field } = focused.current ?? {}
    if (!control?.isConnected || !field) return
    const [from, to] = [control.selectionStart ?? control.value.length, control.selectionEnd ?? control.value.length]
    set(field, control.value.slice(0, from) + text + control.value.slice(to))
    // The new text exists only after the next render, so the cursor is placed then.
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
          !isCode ? (
            <ChipField
              {...control}
              label={labels[part]}
              value={content[part]}
              rows={rows}
              lang={template.locale}
              isDisabled={isDisabled}
              editor={editors[part]}
              onFocus={() => {
                lastPart.current = part
              }}
              onChange={(value) => set(part, value)}
            />
          ) : rows === 1 ? (
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
          aria-label={`Reset to default: ${labels[part]}`}
          onClick={() => set(part, template.defaults[part])}
        >
          Reset to default
        </Button>
      )}
    </div>
  )
  return (
    <div className="grid gap-6">
      <Card
        title="Content"
        actions={
          <Button size="small" look="quiet" aria-pressed={isCode} onClick={() => setIsCode(!isCode)}>
            {isCode ? 'Edit with chips' : 'Edit as code'}
          </Button>
        }
      >
        <div className="grid gap-5 p-5 pt-4">
          {text('subject', 500)}
          {text('preheader', 500)}
          {text('heading', 500)}
          {text('body', 20_000, 9)}
          {text('button', 200)}
        </div>
        {isCode ? (
          <Variables variables={template.variables} onInsert={insert} />
        ) : (
          <VariableChips
            variables={template.variables}
            isDisabled={isDisabled}
            onInsert={(source) => editors[lastPart.current].current?.insert(source)}
          />
        )}
      </Card>
      <Card title="Layout">
        <div className="grid gap-5 p-5 pt-4">
          <Switch
            label="Custom layout in MJML"
            hint="Replaces the built-in layout and starts as a copy of it. Branding applies only where your layout uses it."
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

const useEditors = (): Record<Part, RefObject<ChipEditor | null>> => ({
  subject: useRef<ChipEditor>(null),
  preheader: useRef<ChipEditor>(null),
  heading: useRef<ChipEditor>(null),
  body: useRef<ChipEditor>(null),
  button: useRef<ChipEditor>(null),
})
