import { useLayoutEffect, useRef, useState } from 'react'
import type { WebPageBlock } from '../../api/content/web-pages.ts'
import { Button, IconButton } from '../../components/Button.tsx'
import { languageName } from '../../components/forms/languages.ts'
import { Menu, MenuItem } from '../../components/Menu.tsx'
import { Card } from '../../components/Page.tsx'
import { BlockFields } from './BlockFields.tsx'
import { type DraftBlock, newBlock } from './draft.ts'
import { blockNames } from './names.ts'

const most = 50
const fresh: Record<WebPageBlock['type'], WebPageBlock> = {
  markdown: { type: 'markdown', text: '' },
  reviews: { type: 'reviews' },
  faqs: { type: 'faqs' },
  gallery: { type: 'gallery' },
  products: { type: 'products', productIds: [] },
  button: { type: 'button', label: '', url: '' },
}

type Props = {
  blocks: DraftBlock[]
  language?: string
  error(path: string): string | undefined
  onChange(blocks: DraftBlock[]): void
}

export function BlocksField({ blocks, language, error, onChange }: Props) {
  const within = language ? `, ${languageName(language)}` : ''
  const list = useRef<HTMLOListElement>(null)
  const [said, setSaid] = useState('')
  const moved = useRef<{ key: number; by?: 'up' | 'down' }>(undefined)
  // Focuses the button of a moved block, which has lost the focus, or the first field of a new block.
  useLayoutEffect(() => {
    const { key, by } = moved.current ?? {}
    moved.current = undefined
    if (key === undefined) return
    const card = list.current?.querySelector(`[data-block="${key}"]`)
    const buttons = [...(card?.querySelectorAll<HTMLButtonElement>('[data-move]') ?? [])].filter(
      (each) => !each.disabled,
    )
    const field = card?.querySelector<HTMLElement>('textarea, input, select')
    const wanted = by ? (buttons.find(({ dataset }) => dataset.move === by) ?? buttons[0]) : field
    wanted?.focus()
  }, [blocks])

  const add = (type: WebPageBlock['type']) => {
    const block = newBlock(fresh[type])
    moved.current = { key: block.key }
    onChange([...blocks, block])
  }
  const move = (from: number, by: 'up' | 'down') => {
    const block = blocks[from]
    const to = by === 'up' ? from - 1 : from + 1
    if (!block || to < 0 || to >= blocks.length) return
    moved.current = { key: block.key, by }
    setSaid(`Place ${to + 1} of ${blocks.length}`)
    onChange(blocks.toSpliced(from, 1).toSpliced(to, 0, block))
  }
  return (
    <Card title={`On the page${within}`}>
      <div className="grid gap-4 p-5 pt-3">
        {blocks.length === 0 && <p className="text-sm text-quiet">Add your first block.</p>}
        <ol ref={list} className="grid gap-4">
          {blocks.map((block, i) => (
            <li
              key={block.key}
              data-block={block.key}
              aria-label={`${i + 1}. ${blockNames[block.type]}${within}`}
              className="grid gap-3 rounded-xl border border-line p-4"
            >
              <div className="flex items-center justify-between gap-2">
                <h3 className="text-sm font-semibold">{blockNames[block.type]}</h3>
                <span className="flex">
                  <IconButton
                    icon="chevronDown"
                    label={`Up: block ${i + 1}${within}`}
                    data-move="up"
                    disabled={i === 0}
                    className="*:rotate-180"
                    onClick={() => move(i, 'up')}
                  />
                  <IconButton
                    icon="chevronDown"
                    label={`Down: block ${i + 1}${within}`}
                    data-move="down"
                    disabled={i === blocks.length - 1}
                    onClick={() => move(i, 'down')}
                  />
                  <IconButton
                    icon="trash"
                    label={`Take out: block ${i + 1}${within}`}
                    onClick={() => onChange(blocks.toSpliced(i, 1))}
                  />
                </span>
              </div>
              <BlockFields
                block={block}
                error={(path) => error(`/blocks/${i}${path}`)}
                onChange={(change) => onChange(blocks.with(i, { ...block, ...change }))}
              />
            </li>
          ))}
        </ol>
        {error('/blocks') && !/^\/blocks\/\d/.test(error('/blocks') ?? '') && blocks.length >= most && (
          <p className="text-sm text-danger">{error('/blocks')}</p>
        )}
        <p role="status" className="sr-only">
          {said}
        </p>
        <div>
          <Menu
            align="start"
            label="Blocks"
            trigger={
              <Button icon="plus" aria-label={`Add a block${within}`} disabled={blocks.length >= most}>
                Add a block
              </Button>
            }
          >
            {Object.entries(blockNames).map(([type, name]) => (
              <MenuItem key={type} onSelect={() => add(type as WebPageBlock['type'])}>
                {name}
              </MenuItem>
            ))}
          </Menu>
        </div>
      </div>
    </Card>
  )
}
