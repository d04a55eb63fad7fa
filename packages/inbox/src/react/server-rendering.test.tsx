// @vitest-environment node
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { NotificationBell } from '../components/notification-bell.tsx'
import { PopoverNotificationCenter } from '../components/popover-notification-center.tsx'
import { NovuProvider } from './provider.tsx'
import { useTranslations } from './translations.tsx'
import { useNotifications } from './use-notifications.ts'

function Probe() {
  const { notifications = [], unseenCount } = useNotifications()
  const { t } = useTranslations()
  return (
    <p>
      {t('notifications')} {unseenCount} {notifications.length}
    </p>
  )
}

it('is drawn on a server, where nothing is asked and nothing known', () => {
  expect(typeof document).toBe('undefined')
  const html = renderToString(
    <NovuProvider applicationIdentifier="shop" subscriberId="ana" backendUrl="http://127.0.0.1:9" i18n="pt">
      <Probe />
    </NovuProvider>,
  )
  expect(html.replaceAll('<!-- -->', '')).toBe('<p>Notifications 0 0</p>')
})

it('gives a closed bell', () => {
  const html = renderToString(
    <NovuProvider applicationIdentifier="shop" subscriberId="ana">
      <PopoverNotificationCenter colorScheme="light">{() => <NotificationBell />}</PopoverNotificationCenter>
    </NovuProvider>,
  )
  expect(html).toContain('data-test-id="notification-bell"')
  expect(html).not.toContain('data-test-id="layout-wrapper"')
})

it('can be imported where there is no page', async () => {
  const inbox = await import('../index.ts')
  expect(typeof inbox.PopoverNotificationCenter).toBe('function')
  const headless = await import('../headless.ts')
  expect(typeof headless.HeadlessService).toBe('function')
})
