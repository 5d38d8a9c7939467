import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { resetTemplate, type Template, type TemplateDraft, templatesKey } from '../../api/mail/email-templates.ts'
import { Button } from '../../components/Button.tsx'
import { ConfirmDialog } from '../../components/dialogs/ConfirmDialog.tsx'
import { languageName } from '../../components/forms/languages.ts'
import { Select } from '../../components/forms/Select.tsx'
import { toast } from '../../components/toasts.ts'
import { useRole, useStoreId } from '../../shell/store/use-store.ts'
import { templateName } from '../messages/labels.ts'
import { LanguageDialog } from './LanguageDialog.tsx'
import { TestDialog } from './TestDialog.tsx'

type Asking = 'language' | 'reset' | 'test'

export function TemplateActions({ template, draft }: { template: Template; draft: TemplateDraft | undefined }) {
  const storeId = useStoreId()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { isAtLeast } = useRole()
  const [asking, setAsking] = useState<Asking>()
  const { name, locale, customizedLocales, builtInLocales, customized } = template
  const open = (chosen: string) =>
    navigate({ to: '/stores/$storeId/email/templates/$name', params: { storeId, name }, search: { locale: chosen } })
  const locales = [...new Set([...builtInLocales, ...customizedLocales, locale])].sort((a, b) =>
    languageName(a).localeCompare(languageName(b)),
  )
  return (
    <>
      <Select
        aria-label="Language"
        value={locale}
        onChange={(event) => (event.target.value === '' ? setAsking('language') : void open(event.target.value))}
        className="h-10 text-sm sm:h-9"
      >
        {locales.map((each) => (
          <option key={each} value={each}>
            {languageName(each)}
            {customizedLocales.includes(each) ? ', yours' : ''}
          </option>
        ))}
        {isAtLeast('ADMIN') && <option value="">Another language …</option>}
      </Select>
      {isAtLeast('ADMIN') && (
        <>
          {customized && (
            <Button look="dangerQuiet" onClick={() => setAsking('reset')}>
              Reset
            </Button>
          )}
          <Button icon="send" onClick={() => setAsking('test')}>
            Send a test
          </Button>
        </>
      )}
      {asking === 'language' && (
        <LanguageDialog onChoose={(chosen) => void open(chosen)} onClose={() => setAsking(undefined)} />
      )}
      {asking === 'test' && <TestDialog template={template} draft={draft} onClose={() => setAsking(undefined)} />}
      {asking === 'reset' && (
        <ConfirmDialog
          title={`Reset to the default text in ${languageName(locale)}?`}
          confirmLabel="Reset"
          isDangerous
          act={async () => {
            await resetTemplate(storeId, name, locale)
            await queryClient.invalidateQueries({ queryKey: templatesKey(storeId) })
          }}
          onDone={() => toast('Reset to the default text')}
          onClose={() => setAsking(undefined)}
        >
          <p>Your text and layout of “{templateName(name)}” in this language are deleted. Other languages stay.</p>
        </ConfirmDialog>
      )}
    </>
  )
}
