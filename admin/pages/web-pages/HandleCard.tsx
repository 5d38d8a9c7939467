import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { changeHandle, type WebPageSettings, webPageSettingsQuery, webPagesKey } from '../../api/content/web-pages.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog, DialogActions } from '../../components/Dialog.tsx'
import { TextField } from '../../components/forms/Field.tsx'
import { errorAt, remainingError } from '../../components/forms/field-errors.ts'
import { Loaded } from '../../components/Loaded.tsx'
import { Notice } from '../../components/Notice.tsx'
import { Card } from '../../components/Page.tsx'
import { toast } from '../../components/toasts.ts'
import { useStoreId } from '../../shell/store/use-store.ts'
import { slugPattern } from './names.ts'

export function HandleCard({ isOpen, mayChange }: { isOpen: boolean; mayChange: boolean }) {
  const settings = useQuery(webPageSettingsQuery(useStoreId()))
  const [isChanging, setIsChanging] = useState(false)
  return (
    <Card
      title="Address of your pages"
      actions={
        mayChange &&
        settings.data && (
          <Button size="small" onClick={() => setIsChanging(true)}>
            Change
          </Button>
        )
      }
    >
      <Loaded query={settings} rows={1}>
        {({ handle, baseUrl, formerHandles }) => (
          <div className="grid gap-2 p-5 pt-3 text-sm">
            {handle === null ? (
              <p className="text-quiet">Your first page creates an address from the store's name.</p>
            ) : (
              <>
                <p className="font-mono wrap-anywhere">{baseUrl}…</p>
                {isOpen && (
                  <p className="text-quiet wrap-anywhere">
                    Search engines find your pages by{' '}
                    <a
                      href={`${baseUrl}sitemap.xml`}
                      target="_blank"
                      rel="noreferrer"
                      className="underline underline-offset-4"
                    >
                      the sitemap
                    </a>
                    .{formerHandles.length > 0 && ` Former handles that still redirect: ${formerHandles.join(', ')}.`}
                  </p>
                )}
              </>
            )}
          </div>
        )}
      </Loaded>
      {isChanging && settings.data && <HandleDialog settings={settings.data} onClose={() => setIsChanging(false)} />}
    </Card>
  )
}

function HandleDialog({ settings, onClose }: { settings: WebPageSettings; onClose(): void }) {
  const storeId = useStoreId()
  const client = useQueryClient()
  const [handle, setHandle] = useState(settings.handle ?? '')
  const saving = useMutation({
    mutationFn: () => changeHandle(storeId, handle),
    onSuccess: () => {
      toast('Your pages have a new address.')
      void client.invalidateQueries({ queryKey: webPagesKey(storeId) })
      onClose()
    },
  })
  const rest = remainingError(saving.error, ['/handle'])
  return (
    <Dialog title="Address of your pages" onClose={onClose}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          saving.mutate()
        }}
      >
        <TextField
          label="Handle"
          hint="Small letters a-z, digits and single hyphens. Every store needs a different one."
          required
          minLength={2}
          maxLength={63}
          pattern={slugPattern}
          title="Small letters a-z, digits and single hyphens"
          spellCheck={false}
          autoCapitalize="none"
          value={handle}
          error={errorAt(saving.error, '/handle')}
          onChange={(event) => setHandle(event.target.value)}
        />
        <p className="text-sm text-quiet">All pages move immediately. The current address redirects to the new one.</p>
        {rest && <Notice tone="danger">{rest}</Notice>}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={saving.isPending} disabled={handle === settings.handle}>
            Move them
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
