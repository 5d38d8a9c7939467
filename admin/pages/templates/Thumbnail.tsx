import { useQuery } from '@tanstack/react-query'
import { brandingQuery, previewQuery } from '../../api/mail/email-templates.ts'
import { MailFrame } from '../../components/MailFrame.tsx'
import { useRole, useStoreId } from '../../shell/store/use-store.ts'
import { Sketch } from './Sketch.tsx'
import { useSeen } from './use-seen.ts'

/** Narrower than a phone, so that its heading stays legible, and as high as the thumbnail. */
const scaled = 'w-75 *:min-h-[23.5rem] origin-top-left scale-[0.28] sm:scale-[0.4]'

/** Decorative: the rendered email, which is only loaded in view. Until then, and if it cannot be loaded, a sketch. */
export function Thumbnail({ name }: { name: string }) {
  const storeId = useStoreId()
  const { isAtLeast } = useRole()
  const [place, isSeen] = useSeen<HTMLSpanElement>()
  const paper = useQuery(brandingQuery(storeId)).data?.colors.surface
  const { data } = useQuery({
    ...previewQuery(storeId, { name }),
    enabled: isSeen && isAtLeast('MEMBER'),
    // A page with this many calls asks only once for each. Saving a template or the branding asks again.
    retry: false,
    staleTime: 300_000,
    refetchOnWindowFocus: false,
  })
  return (
    <span
      ref={place}
      aria-hidden="true"
      inert
      className="relative aspect-4/5 w-21 shrink-0 self-start overflow-hidden rounded-md ring-1 ring-line sm:w-30"
    >
      <Sketch name={name} />
      {data && (
        <span className={`absolute top-0 left-0 ${scaled}`}>
          {/* The head is the same in every email. */}
          <MailFrame title="Preview of the email" html={data.html} scheme="light" from="h1" />
        </span>
      )}
      {/* The end fades into the paper, because an email that is cut through a picture looks broken. */}
      {paper && (
        <span
          style={{ backgroundImage: `linear-gradient(transparent, ${paper})` }}
          className="absolute inset-x-0 bottom-0 h-1/3"
        />
      )}
    </span>
  )
}
