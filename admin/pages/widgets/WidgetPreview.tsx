import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { FromFrame, ToFrame, WidgetMarkup } from '../../../widgets/preview/messages.ts'
import { previewPassQuery, readAsWidget } from '../../api/content/storefront.ts'
import { ErrorState, Loading } from '../../components/EmptyState.tsx'
import { useStoreId } from '../../shell/store/use-store.ts'

const tallest = 4_000

/** Response bodies by path of the storefront API. */
type Answers = Readonly<Record<string, unknown>>

/**
 * Runs the real widget in a frame without an origin. This page sends the widget's requests, and itself answers requests
 * about a shopper, because nobody is signed in to the shop.
 */
export function WidgetPreview({ shown, answers }: { shown: WidgetMarkup; answers?: Answers }) {
  const storeId = useStoreId()
  const pass = useQuery(previewPassQuery(storeId))
  const frame = useRef<HTMLIFrameElement>(null)
  const [port, setPort] = useState<MessagePort>()
  const [height, setHeight] = useState(320)
  const [isShown, setIsShown] = useState(false)
  const wanted = JSON.stringify({ shown, answers })
  useEffect(() => {
    if (!port || !pass.data) return
    const token = pass.data
    const { shown, answers } = JSON.parse(wanted) as { shown: WidgetMarkup; answers?: Answers }
    const send = (message: ToFrame) => port.postMessage(message)
    let unanswered = 0
    port.onmessage = async ({ data }: MessageEvent<FromFrame>) => {
      if ('height' in data) return setHeight(Math.min(tallest, Math.max(160, Math.ceil(data.height) + 1)))
      unanswered++
      send({ id: data.id, ...(ownAnswer(answers, data.path) ?? (await readAsWidget(storeId, token, data))) })
      // The frame reports heights before the widget has content, so only its last answer shows that it has.
      if (--unanswered === 0) setIsShown(true)
    }
    send({ show: shown })
  }, [port, pass.data, storeId, wanted])
  const handIn = () => {
    const { port1, port2 } = new MessageChannel()
    // The target is `*`, because the opaque origin of this frame cannot be named.
    frame.current?.contentWindow?.postMessage('port', '*', [port2])
    setPort(port1)
  }
  if (pass.error && !pass.data) return <ErrorState error={pass.error} onRetry={() => void pass.refetch()} />
  return (
    <div aria-busy={!isShown} className="relative overflow-hidden">
      <iframe
        ref={frame}
        title="Preview of the widget"
        src="/admin/widget-frame"
        sandbox="allow-scripts"
        onLoad={handIn}
        style={{ height, colorScheme: shown.scheme }}
        className={`block w-full ${shown.scheme === 'dark' ? 'bg-[#16191f]' : 'bg-[#fff]'}`}
      />
      {!isShown && (
        <div className="absolute inset-0 bg-surface">
          <Loading rows={4} />
        </div>
      )}
    </div>
  )
}

function ownAnswer(answers: Answers | undefined, path: string) {
  const name = new URL(path, location.origin).pathname.split('/storefront/')[1] ?? ''
  return answers?.[name] === undefined ? undefined : { status: 200, body: JSON.stringify(answers[name]) }
}
