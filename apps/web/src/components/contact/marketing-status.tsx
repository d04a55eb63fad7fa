import type { ContactCard } from '@recado/contracts/contacts/contacts'
import { useTranslation } from 'react-i18next'
import classes from './contact.module.css'

const tones = { granted: 'good', denied: 'bad', unknown: 'none' } as const

/** Whether marketing may be sent, as a dot and a word. */
export const MarketingStatus = ({ state }: { state: ContactCard['marketing'] }) => {
  const { t } = useTranslation('contacts/contact')
  return (
    <span className={classes.status} data-tone={tones[state]}>
      {t(`consent.${state}`)}
    </span>
  )
}
