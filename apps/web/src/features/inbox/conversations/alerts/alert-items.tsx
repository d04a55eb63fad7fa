import { Menu, MenuCheckboxItem } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { toastInfo } from '#web/lib/ui/toasts.ts'
import { changeAlertSettings, useAlertSettings } from './alert-settings.ts'
import { chime } from './chime.ts'
import { askDesktop } from './desktop-notices.ts'

/** Choices of a menu: how to hear of messages in this browser. */
export const AlertItems = () => {
  const { t } = useTranslation('inbox/conversations')
  const { desktop, sound, mine } = useAlertSettings()
  const switchDesktop = async (wanted: boolean) => {
    if (!wanted) return changeAlertSettings({ desktop: false })
    const answer = await askDesktop()
    if (answer === 'granted') changeAlertSettings({ desktop: true })
    else toastInfo(t(`alerts.refused.${answer}`))
  }
  return (
    <>
      <Menu.Divider />
      <Menu.Label>{t('alerts.title')}</Menu.Label>
      <MenuCheckboxItem checked={desktop} onChange={(checked) => void switchDesktop(checked)}>
        {t('alerts.desktop')}
      </MenuCheckboxItem>
      <MenuCheckboxItem
        checked={sound}
        onChange={(checked) => {
          changeAlertSettings({ sound: checked })
          if (checked) void chime().catch(() => toastInfo(t('alerts.soundFailed')))
        }}
      >
        {t('alerts.sound')}
      </MenuCheckboxItem>
      <MenuCheckboxItem checked={mine} onChange={(checked) => changeAlertSettings({ mine: checked })}>
        {t('alerts.mine')}
      </MenuCheckboxItem>
    </>
  )
}
