import { type DragEvent, useState } from 'react'
import { Icon } from '../../components/Icon.tsx'

type Props = { file: File | undefined; onChoose(file: File | undefined): void }

export function FileDrop({ file, onChoose }: Props) {
  const [isOver, setIsOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    const [dropped] = event.dataTransfer.files
    if (dropped) onChoose(dropped)
  }
  return (
    <label
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
      className={`grid cursor-pointer justify-items-center gap-1 rounded-xl border border-dashed px-4 py-8 text-center transition-colors has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent ${isOver ? 'border-accent bg-accent-wash' : 'border-line-strong bg-sunken hover:bg-hover'}`}
    >
      <input
        type="file"
        accept=".csv,.tsv,.txt,.json,.jsonl,.ndjson,text/csv"
        className="sr-only"
        onChange={(event) => onChoose(event.target.files?.[0])}
      />
      <Icon name="upload" className="mb-1 size-6 text-accent" />
      <span className="font-medium break-all">{file ? file.name : 'Choose a file, or drop it here'}</span>
      <span className="text-sm text-quiet">
        {file ? `${formatSize(file)}. Choose another to replace it.` : 'CSV or JSON Lines, up to 200 MB'}
      </span>
    </label>
  )
}

function formatSize({ size }: File): string {
  return size < 1_000_000 ? `${Math.max(1, Math.round(size / 1_000))} kB` : `${(size / 1_000_000).toFixed(1)} MB`
}
