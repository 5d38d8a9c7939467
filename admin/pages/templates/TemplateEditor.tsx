import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type Template, templateQuery, templatesKey, updateTemplate } from '../../api/mail/email-templates.ts'
import { BackLink } from '../../components/BackLink.tsx'
import { Badge } from '../../components/Badge.tsx'
import { errorAt, remainingError } from '../../components/forms/field-errors.ts'
import { languageName } from '../../components/forms/languages.ts'
import { SaveBar } from '../../components/forms/SaveBar.tsx'
import { Notice } from '../../components/Notice.tsx'
import { Page } from '../../components/Page.tsx'
import { toast } from '../../components/toasts.ts'
import { useRole, useStoreId } from '../../shell/store/use-store.ts'
import { categoryNames, templateName } from '../messages/labels.ts'
import { type Content, type Field, parts, toDraft, withoutUnchanged } from './draft.ts'
import { templateMeanings } from './meanings.ts'
import { PreviewCard } from './PreviewCard.tsx'
import { TemplateActions } from './TemplateActions.tsx'
import { TemplateFields } from './TemplateFields.tsx'
import { usePreview } from './use-preview.ts'

export function TemplateEditor({ template }: { template: Template }) {
  const storeId = useStoreId()
  const queryClient = useQueryClient()
  const { isAtLeast } = useRole()
  const [edits, setEdits] = useState<Partial<Content>>({})
  const { name, locale } = template
  const changes = withoutUnchanged(edits, template.content)
  const content: Content = { ...template.content, ...changes }
  const isChanged = Object.keys(changes).length > 0
  const draft = toDraft(content, template)
  const shown = usePreview({ name, locale, ...(isChanged && { draft }) })
  const saving = useMutation({
    mutationFn: () => updateTemplate(storeId, name, locale, draft),
    onSuccess: async (saved) => {
      queryClient.setQueryData(templateQuery(storeId, name, locale).queryKey, saved)
      await queryClient.invalidateQueries({ queryKey: templatesKey(storeId) })
      setEdits({})
      toast('Saved. New emails use this text.')
    },
  })
  const set = (field: Field, value: string | null) => {
    if (saving.error) saving.reset()
    setEdits((before) => ({ ...before, [field]: value }))
  }
  const fieldError = (field: Field) =>
    errorAt(saving.error, `/${field}`) ?? (isChanged ? errorAt(shown.error, `/draft/${field}`) : undefined)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    saving.mutate()
  }
  const isWrong = [...parts, 'mjml' as const].some((field) => fieldError(field))
  return (
    <Page
      back={
        <BackLink to="/stores/$storeId/email/templates" params={{ storeId }}>
          All templates
        </BackLink>
      }
      title={templateName(name)}
      intro={<Intro template={template} />}
      actions={<TemplateActions template={template} draft={isChanged ? draft : undefined} />}
    >
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
        <form onSubmit={submit} className="grid min-w-0 gap-6">
          {!isAtLeast('ADMIN') && <Notice icon="lock">Only owners and admins can change this.</Notice>}
          <fieldset disabled={!isAtLeast('ADMIN') || saving.isPending} className="min-w-0">
            <TemplateFields
              template={template}
              content={content}
              isDisabled={!isAtLeast('ADMIN') || saving.isPending}
              set={set}
              errorOf={fieldError}
            />
          </fieldset>
          <SaveBar
            isChanged={isChanged}
            isBusy={saving.isPending}
            error={
              saving.error
                ? (remainingError(
                    saving.error,
                    parts.map((part) => `/${part}`),
                  ) ?? 'Check the fields above.')
                : undefined
            }
            onDiscard={() => {
              setEdits({})
              saving.reset()
            }}
          />
        </form>
        <div className="min-w-0 xl:sticky xl:top-6 xl:max-h-[calc(100dvh-3rem)] xl:overflow-y-auto xl:rounded-xl">
          <PreviewCard shown={shown} notice={chooseNotice(shown.error, isWrong)} />
        </div>
      </div>
    </Page>
  )
}

function chooseNotice(error: Error | null, isWrong: boolean): string | undefined {
  if (isWrong) return 'The text has a mistake. This is the last valid preview.'
  return error?.message
}

function Intro({ template: { name, description, category, customized, locale } }: { template: Template }) {
  return (
    <div className="grid gap-2">
      <p>{templateMeanings[name] ?? description}</p>
      <div className="flex flex-wrap items-center gap-2 text-sm">
        <Badge>{categoryNames[category]}</Badge>
        {customized ? (
          <Badge tone="accent" icon="pencil">
            Your text in {languageName(locale)}
          </Badge>
        ) : (
          <Badge>Default</Badge>
        )}
      </div>
    </div>
  )
}
