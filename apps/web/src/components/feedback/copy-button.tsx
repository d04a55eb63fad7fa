import { ActionIcon, CopyButton as MantineCopyButton, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

type Props = { value: string; label?: string; size?: 'xs' | 'sm' | 'md' }

/** Copies a value and says so for a moment. */
export const CopyButton = ({ value, label, size = 'sm' }: Props) => {
  const { t } = useTranslation()
  return (
    <MantineCopyButton value={value} timeout={1500}>
      {({ copied, copy }) => {
        const text = copied ? t('copied') : (label ?? t('copy'))
        return (
          <Tooltip label={text}>
            <ActionIcon size={size} onClick={copy} aria-label={text} color={copied ? 'petrol' : 'gray'}>
              {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
            </ActionIcon>
          </Tooltip>
        )
      }}
    </MantineCopyButton>
  )
}
