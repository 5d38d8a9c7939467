import { encode, renderSVG } from 'uqr'
import { Button } from '../../components/Button.tsx'
import { CopyField } from '../../components/forms/CopyField.tsx'
import { saveFile } from '../../components/forms/save-file.ts'
import QrCode from '../settings/security/QrCode.tsx'

type Props = { url: string; name: string; label: string; note?: string }

export function LinkCode({ url, name, label, note }: Props) {
  const fileName = name.replace(/[^\w.-]+/g, '-').slice(0, 80)
  return (
    <div className="grid gap-3">
      <CopyField label="Link" value={url} />
      <QrCode text={url} label={label} />
      {note && <p className="text-sm text-quiet">{note}</p>}
      <div className="flex flex-wrap gap-2">
        <Button icon="download" onClick={() => void savePng(url, `${fileName}.png`)}>
          PNG
        </Button>
        <Button icon="download" onClick={() => saveSvg(url, `${fileName}.svg`)}>
          SVG
        </Button>
      </div>
    </div>
  )
}

const saveSvg = (text: string, name: string) =>
  saveFile(new Blob([renderSVG(text, { border: 4 })], { type: 'image/svg+xml' }), name)

/** Width in pixels. At this width the picture prints sharply at 8 cm. */
const printedWidth = 1_000

async function savePng(text: string, name: string): Promise<void> {
  const { data, size } = encode(text, { border: 4 })
  const scale = Math.max(1, Math.floor(printedWidth / size))
  const canvas = Object.assign(document.createElement('canvas'), { width: size * scale, height: size * scale })
  const context = canvas.getContext('2d')
  if (!context) return
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.fillStyle = '#000'
  for (const [y, row] of data.entries())
    for (const [x, isDark] of row.entries()) if (isDark) context.fillRect(x * scale, y * scale, scale, scale)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (blob) saveFile(blob, name)
}
