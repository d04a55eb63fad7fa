import { ActionIcon, CopyButton } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

type Props = { value: string; label: string }

/** Copies a value where no more than the first pieces of the app need be there, such as beside an error. */
export const CopyAction = ({ value, label }: Props) => {
  const { t } = useTranslation()
  return (
    <CopyButton value={value} timeout={1500}>
      {({ copied, copy }) => (
        <ActionIcon
          size="xs"
          onClick={copy}
          title={copied ? t('copied') : label}
          aria-label={copied ? t('copied') : label}
          color={copied ? 'petrol' : 'gray'}
        >
          {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
        </ActionIcon>
      )}
    </CopyButton>
  )
}
