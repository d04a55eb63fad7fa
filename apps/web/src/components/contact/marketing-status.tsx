import type { ContactCard } from '@recado/contracts/contacts/contacts'
import { useTranslation } from 'react-i18next'
import { StatusText } from '../content/status-text.tsx'

const tones = { granted: 'good', denied: 'bad', unknown: 'none' } as const

type Props = {
  state: ContactCard['marketing']
  /** Where a heading says that it is about marketing. */
  brief?: boolean
}

/** Whether marketing may be sent, as a dot and a word. */
export const MarketingStatus = ({ state, brief = false }: Props) => {
  const { t } = useTranslation(['contacts/contact', 'contacts/list'])
  return (
    <StatusText tone={tones[state]}>{brief ? t(`contacts/list:marketing.${state}`) : t(`consent.${state}`)}</StatusText>
  )
}
