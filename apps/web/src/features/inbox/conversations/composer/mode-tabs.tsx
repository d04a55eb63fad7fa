import { UnstyledButton } from '@mantine/core'
import { IconArrowBackUp, IconNote, IconTemplate } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './composer.module.css'

const tabs = [
  { mode: 'reply', icon: IconArrowBackUp },
  { mode: 'note', icon: IconNote },
] as const

type Props = {
  mode: 'reply' | 'note'
  /** Whether a template can be sent at all. */
  canSend: boolean
  onMode: (mode: 'reply' | 'note') => void
  onTemplates: () => void
}

/** To whom the words go: to the customer, or to the team alone. */
export const ModeTabs = ({ mode, canSend, onMode, onTemplates }: Props) => {
  const { t } = useTranslation('inbox/conversations')
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out like this
    <div className={classes.modes} role="group" aria-label={t('composer.modes')}>
      {tabs.map(({ mode: own, icon: Icon }) => (
        <UnstyledButton
          key={own}
          className={classes.mode}
          data-mode={own}
          aria-pressed={mode === own}
          onClick={() => onMode(own)}
        >
          <Icon size={15} stroke={1.8} aria-hidden="true" /> {t(`composer.mode.${own}`)}
        </UnstyledButton>
      ))}
      {canSend ? (
        <UnstyledButton className={classes.mode} aria-haspopup="dialog" onClick={onTemplates}>
          <IconTemplate size={15} stroke={1.8} aria-hidden="true" /> {t('composer.mode.template')}
        </UnstyledButton>
      ) : null}
    </div>
  )
}
