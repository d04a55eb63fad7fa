import type { AutomationRun } from '@recado/contracts/automation/automation-runs'
import { useTranslation } from 'react-i18next'

const sizes = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** How long a run took; a dash while it goes on. */
export const useDuration = () => {
  const { i18n } = useTranslation()
  return ({ startedAt, endedAt }: Pick<AutomationRun, 'startedAt' | 'endedAt'>): string => {
    if (endedAt === null) return '–'
    const passed = Date.parse(endedAt) - Date.parse(startedAt)
    const [unit, size] = sizes.find(([, length]) => passed >= length) ?? (['second', 1000] as const)
    return new Intl.NumberFormat(i18n.language, {
      style: 'unit',
      unit,
      unitDisplay: 'short',
      maximumFractionDigits: 1,
    }).format(passed / size)
  }
}
