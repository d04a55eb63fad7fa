import type { ImportHead, ImportState } from '@recado/contracts/contacts/imports'
import { useTranslation } from 'react-i18next'
import { StatusText, type StatusTone } from '#web/components/content/status-text.tsx'

const tones: Record<ImportState, StatusTone> = {
  uploaded: 'none',
  mapped: 'none',
  validating: 'open',
  ready: 'open',
  running: 'open',
  completed: 'good',
  completed_with_errors: 'warning',
  failed: 'bad',
  canceled: 'none',
  reverting: 'open',
  reverted: 'none',
}

/** How far an import is, as a dot and words; how much of it is done while it works. */
export const ImportStateText = ({ found }: { found: Pick<ImportHead, 'state' | 'progress' | 'rows'> }) => {
  const { t, i18n } = useTranslation('contacts/imports')
  const { state, progress, rows } = found
  const share = new Intl.NumberFormat(i18n.language, { style: 'percent' }).format(rows === 0 ? 0 : progress / rows)
  const isCounted = state === 'validating' || state === 'running' || state === 'reverting'
  return <StatusText tone={tones[state]}>{`${t(`state.${state}`)}${isCounted ? ` ${share}` : ''}`}</StatusText>
}
