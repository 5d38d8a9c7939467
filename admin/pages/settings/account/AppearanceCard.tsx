import { Choice } from '../../../components/forms/Choice.tsx'
import { Card } from '../../../components/Page.tsx'
import { useTheme } from '../../../state/theme.ts'

const options = [
  { value: 'system', name: 'As this device', meaning: "Follows your device's setting." },
  { value: 'light', name: 'Light' },
  { value: 'dark', name: 'Dark' },
] as const

export function AppearanceCard() {
  const [theme, setTheme] = useTheme()
  return (
    <Card title="Appearance">
      <div className="px-5 pt-3 pb-5">
        <Choice legend="Colours, in this browser" value={theme} options={options} onChange={setTheme} />
      </div>
    </Card>
  )
}
