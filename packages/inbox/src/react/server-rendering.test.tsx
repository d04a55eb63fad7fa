// @vitest-environment node
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
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

it('can be imported where there is no page', async () => {
  const inbox = await import('../index.ts')
  expect(typeof inbox.PopoverNotificationCenter).toBe('function')
  const headless = await import('../headless.ts')
  expect(typeof headless.HeadlessService).toBe('function')
})
