import { Button, Group, Paper, Text } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './consent-banner.module.css'

declare global {
  interface Window {
    dataLayer?: object[]
  }
}

const tagManager = 'https://www.googletagmanager.com/gtm.js'

const loadTagManager = (id: string): void => {
  if (document.querySelector(`script[src^="${tagManager}"]`)) return
  // The container's own tags count from this event.
  window.dataLayer ??= []
  window.dataLayer.push({ 'gtm.start': Date.now(), event: 'gtm.js' })
  const script = document.createElement('script')
  script.async = true
  script.src = `${tagManager}?id=${encodeURIComponent(id)}`
  document.head.append(script)
}

/** Asks before the tag manager is loaded. */
export const ConsentBanner = ({ id }: { id: string }) => {
  const { t } = useTranslation()
  const [consent, setConsent] = useLocalStorage<'granted' | 'refused' | null>({ key: 'consent', defaultValue: null })

  useEffect(() => {
    if (consent === 'granted') loadTagManager(id)
  }, [id, consent])

  if (consent) return null
  return (
    <Paper component="section" className={classes.banner} withBorder shadow="lg" p="md" aria-label={t('consent.title')}>
      <Text fw={600}>{t('consent.title')}</Text>
      <Text size="sm" c="dimmed" mt={4}>
        {t('consent.text')}
      </Text>
      <Group justify="flex-end" mt="sm">
        <Button variant="default" size="sm" onClick={() => setConsent('refused')}>
          {t('consent.refuse')}
        </Button>
        <Button size="sm" onClick={() => setConsent('granted')}>
          {t('consent.accept')}
        </Button>
      </Group>
    </Paper>
  )
}
