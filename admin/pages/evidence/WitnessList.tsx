import { useQuery } from '@tanstack/react-query'
import { type WitnessState, witnessesQuery } from '../../api/reviews/evidence.ts'
import { Badge, type Tone } from '../../components/Badge.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { shownLocale } from '../../components/locale.ts'
import { Time } from '../../components/values/Time.tsx'
import { useStoreId } from '../../shell/store/use-store.ts'

const names: Record<WitnessState, string> = {
  ok: 'Has signed',
  waiting: 'Waiting',
  unknown_log: 'Does not know your ledger',
  refused: 'Refused',
  unreachable: 'Not reached',
}

const tones: Record<WitnessState, Tone> = {
  ok: 'good',
  waiting: 'plain',
  unknown_log: 'warn',
  refused: 'danger',
  unreachable: 'warn',
}

const nextSteps: Partial<Record<WitnessState, string>> = {
  waiting: 'The next head is offered automatically.',
  unknown_log: 'Ask the operator of the witness to add the key of your ledger.',
  refused: 'Ask your operator whether the database was changed or a backup restored.',
  unreachable: 'The head is offered again every hour.',
}

export function WitnessList() {
  const query = useQuery(witnessesQuery(useStoreId()))
  return (
    <Loaded query={query} rows={1}>
      {({ data }) =>
        data.length === 0 ? (
          <p className="p-5 pt-3 text-sm text-quiet">
            No witness signs your ledger yet. Witnesses prove that everybody sees the same ledger. Your operator can add
            them.{' '}
            <a href="/docs/evidence#witnesses" target="_blank" rel="noopener" className="underline">
              About witnesses
            </a>
          </p>
        ) : (
          <ul className="divide-y divide-line">
            {data.map(({ name, state, size, at, message }) => (
              <li key={name} className="grid gap-1 px-5 py-4 text-sm">
                <span className="flex flex-wrap items-center gap-2">
                  <span className="font-medium wrap-anywhere">{name}</span>
                  <Badge tone={tones[state]}>{names[state]}</Badge>
                </span>
                <span className="text-quiet">
                  {at ? (
                    <>
                      Signed {size.toLocaleString(shownLocale)} entries, <Time at={at} />.
                    </>
                  ) : (
                    'Nothing signed yet.'
                  )}
                </span>
                {message && <span className="wrap-anywhere">{message}</span>}
                {nextSteps[state] && <span className="text-quiet">{nextSteps[state]}</span>}
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  )
}
