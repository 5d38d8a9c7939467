import { useQuery } from '@tanstack/react-query'
import { previewQuery } from '../../api/mail/email-templates.ts'
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
      // The end fades, because an email that is cut through a picture looks broken.
      className="relative aspect-4/5 w-21 shrink-0 self-start overflow-hidden rounded-md mask-b-from-65% ring-1 ring-line sm:w-30"
    >
      <Sketch name={name} />
      {data && (
        <span className={`absolute top-0 left-0 ${scaled}`}>
          <MailFrame title="Preview of the email" html={data.html} scheme="light" />
        </span>
      )}
    </span>
  )
}
