import { Center } from '@mantine/core'
import { IconCompass } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '../content/link-button.tsx'
import { StateMessage } from '../feedback/state-message.tsx'

/** The 404 page; `standalone` when no layout is around it. */
export const PageNotFound = ({ standalone = false }: { standalone?: boolean }) => {
  const { t } = useTranslation()
  const content = (
    <StateMessage
      page
      icon={IconCompass}
      title={t('notFound.title')}
      description={t('notFound.text')}
      action={<LinkButton to="/dashboard">{t('notFound.home')}</LinkButton>}
    />
  )
  return standalone ? (
    <Center component="main" mih="100vh">
      {content}
    </Center>
  ) : (
    content
  )
}
