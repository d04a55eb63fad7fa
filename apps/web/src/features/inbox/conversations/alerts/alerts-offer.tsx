import { Button, CloseButton, Group, Text } from '@mantine/core'
import { IconBellRinging } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toastInfo } from '#web/lib/ui/toasts.ts'
import { changeAlertSettings, noteOffered, useOffersAlerts } from './alert-settings.ts'
import classes from './alerts.module.css'
import { chime } from './chime.ts'
import { askDesktop, canShowNotices, type DesktopAnswer } from './desktop-notices.ts'

/** Offers sound and desktop notifications once per browser, and shows the browser's response. */
export const AlertsOffer = () => {
  const { t } = useTranslation('inbox/conversations')
  const offers = useOffersAlerts()
  const [answer, setAnswer] = useState<DesktopAnswer | null>(null)
  const [asking, setAsking] = useState(false)
  if (!offers) return null
  const switchOn = async () => {
    // Browsers allow sound only in response to a click, so it is played before anything is awaited.
    void chime().catch(() => toastInfo(t('alerts.soundFailed')))
    setAsking(true)
    const given = await askDesktop()
    changeAlertSettings({ sound: true, desktop: given === 'granted' })
    setAnswer(given)
  }
  return (
    <section className={classes.offer} aria-label={t('alerts.title')}>
      <IconBellRinging size={18} stroke={1.7} aria-hidden="true" />
      <div className={classes.words}>
        <Text size="sm" fw={600}>
          {t(answer ? `alerts.answered.${answer}` : 'alerts.offer')}
        </Text>
        <Text size="xs" c="dimmed" role="status">
          {t(answer ? `alerts.answeredText.${answer}` : canShowNotices() ? 'alerts.offerText' : 'alerts.offerSound')}
        </Text>
        {answer ? null : (
          <Group gap={6} mt={6}>
            <Button size="compact-sm" loading={asking} onClick={() => void switchOn()}>
              {t('alerts.turnOn')}
            </Button>
            <Button size="compact-sm" variant="subtle" color="gray" onClick={noteOffered}>
              {t('alerts.notNow')}
            </Button>
          </Group>
        )}
      </div>
      {answer ? <CloseButton size="sm" aria-label={t('common:close')} onClick={noteOffered} /> : null}
    </section>
  )
}
