import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { FromFrame, ToFrame, WidgetMarkup } from '../../../widgets/preview/messages.ts'
import { previewPassQuery, readAsWidget } from '../../api/content/storefront.ts'
import { ErrorState } from '../../components/EmptyState.tsx'
import { useStoreId } from '../../shell/store/use-store.ts'

const tallest = 4_000

/** Runs the real widget in a frame without an origin. This page sends the widget's requests. */
export function WidgetPreview({ shown }: { shown: WidgetMarkup }) {
  const storeId = useStoreId()
  const pass = useQuery(previewPassQuery(storeId))
  const frame = useRef<HTMLIFrameElement>(null)
  const [port, setPort] = useState<MessagePort>()
  const [height, setHeight] = useState(320)
  const wanted = JSON.stringify(shown)
  useEffect(() => {
    if (!port || !pass.data) return
    const token = pass.data
    const send = (message: ToFrame) => port.postMessage(message)
    port.onmessage = async ({ data }: MessageEvent<FromFrame>) => {
      if ('height' in data) setHeight(Math.min(tallest, Math.max(160, Math.ceil(data.height) + 1)))
      else send({ id: data.id, ...(await readAsWidget(storeId, token, data)) })
    }
  }, [port, pass.data, storeId])
  const isReady = Boolean(pass.data)
  useEffect(() => {
    if (port && isReady) port.postMessage({ show: JSON.parse(wanted) } satisfies ToFrame)
  }, [port, isReady, wanted])
  const handIn = () => {
    const { port1, port2 } = new MessageChannel()
    // The target is `*`, because the opaque origin of this frame cannot be named.
    frame.current?.contentWindow?.postMessage('port', '*', [port2])
    setPort(port1)
  }
  if (pass.error && !pass.data) return <ErrorState error={pass.error} onRetry={() => void pass.refetch()} />
  return (
    <iframe
      ref={frame}
      title="Preview of the widget"
      src="/admin/widget-frame"
      sandbox="allow-scripts"
      onLoad={handIn}
      style={{ height, colorScheme: shown.scheme }}
      className={`block w-full ${shown.scheme === 'dark' ? 'bg-[#16191f]' : 'bg-white'}`}
    />
  )
}
