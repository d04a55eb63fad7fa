import { Center, Loader } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** Fills the window while the app does not know yet what to show. */
export const Preloader = () => {
  const { t } = useTranslation()
  return (
    <Center mih="60vh" role="status" aria-label={t('loading')} data-testid="preloader">
      <Loader type="dots" />
    </Center>
  )
}
