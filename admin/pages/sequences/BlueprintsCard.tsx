import { Icon } from '../../components/Icon.tsx'
import { Card } from '../../components/Page.tsx'
import { type Blueprint, blueprints } from './blueprints.ts'

/** Drafts to start from, under a list that is short. */
export function BlueprintsCard({ onPick }: { onPick(blueprint: Blueprint): void }) {
  return (
    <Card title="Start from a template">
      <ul className="grid gap-3 p-5 pt-4 sm:grid-cols-2">
        {blueprints.map((each) => (
          <li key={each.title} className="grid">
            <button
              type="button"
              onClick={() => onPick(each)}
              className="flex items-start gap-3 rounded-lg border border-line p-3 text-left hover:bg-hover"
            >
              <Icon name={each.icon} className="mt-0.5 size-[1.125rem] text-accent" />
              <span className="grid text-sm">
                <span className="font-medium">{each.title}</span>
                <span className="text-quiet">{each.text}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Card>
  )
}
