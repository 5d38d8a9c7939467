import { type FormEvent, useState } from 'react'
import { type MatchWord, offerGrant } from '../../../api/reviews/grants.ts'
import { Button } from '../../../components/Button.tsx'
import { Dialog, DialogActions } from '../../../components/Dialog.tsx'
import { CopyField } from '../../../components/forms/CopyField.tsx'
import { Notice } from '../../../components/Notice.tsx'
import { Time } from '../../../components/values/Time.tsx'
import { matchNames } from '../../../texts/review-grants.ts'
import { useGrantChange } from './use-grant-change.ts'

const words = Object.keys(matchNames) as MatchWord[]

export function OfferDialog({ onClose }: { onClose(): void }) {
  const [chosen, setChosen] = useState<readonly MatchWord[]>(['gtin'])
  const offering = useGrantChange(offerGrant)
  if (offering.data) return <Code code={offering.data.code} until={offering.data.expiresAt} onClose={onClose} />
  const submit = (event: FormEvent) => {
    event.preventDefault()
    offering.mutate({ match: words.filter((word) => chosen.includes(word)) })
  }
  return (
    <Dialog title="Share reviews" onClose={onClose}>
      <form onSubmit={submit} className="grid gap-4">
        <p className="text-quiet">
          The other store gets copies of your approved reviews: words, stars, name, date, photos and the mark of a
          verified purchase. Email addresses and orders stay here.
        </p>
        <fieldset className="grid gap-2">
          <legend className="mb-1 text-sm font-medium">Products are the same if they share</legend>
          {words.map((word) => (
            <label key={word} className="flex items-center gap-2.5">
              <input
                type="checkbox"
                checked={chosen.includes(word)}
                onChange={({ target: { checked } }) =>
                  setChosen(checked ? [...chosen, word] : chosen.filter((each) => each !== word))
                }
              />
              {matchNames[word]}
            </label>
          ))}
        </fieldset>
        {offering.error && <Notice tone="danger">{offering.error.message}</Notice>}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={chosen.length === 0} isBusy={offering.isPending}>
            Create a code
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

function Code({ code, until, onClose }: { code: string; until: string; onClose(): void }) {
  return (
    <Dialog title="Code for the other store" onClose={onClose}>
      <div className="grid gap-4">
        <p className="text-quiet">
          Switch to the other store, open Shared reviews there, and enter this code. It is shown only now, works once,
          and expires <Time at={until} />.
        </p>
        <CopyField label="Code" value={code} />
        <DialogActions>
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}
