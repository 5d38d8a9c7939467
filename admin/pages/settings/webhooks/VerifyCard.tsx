import { useState } from 'react'
import type { Webhook } from '../../../api/shops/webhooks.ts'
import { Snippet } from '../../../components/forms/Snippet.tsx'
import { Card } from '../../../components/Page.tsx'
import { Segments } from '../../../components/Segments.tsx'
import { type Language, languages, receiverIn } from './receivers.ts'

export function VerifyCard({ webhook: { url } }: { webhook: Webhook }) {
  const [language, setLanguage] = useState<Language>('Node.js')
  const { fileName, code, start } = receiverIn(language, url)
  return (
    <Card
      title="Example receiver"
      actions={
        <Segments
          label="Language"
          value={language}
          onChange={setLanguage}
          options={languages.map((each) => [each, each] as const)}
        />
      }
    >
      <div className="grid gap-5 p-5 pt-3">
        <p className="text-sm text-quiet">
          Anybody can send to your address. The signature proves that a delivery is ours. Its time proves that nobody
          sent an old delivery again.{' '}
          <a href="/docs/webhooks" target="_blank" rel="noopener" className="underline">
            More about webhooks
          </a>
        </p>
        <Snippet title={fileName} meaning="The code needs no packages." code={code} />
        <Snippet title="To start it" meaning="Use the secret that was shown when the webhook was added." code={start} />
      </div>
    </Card>
  )
}
