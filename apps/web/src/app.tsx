import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { I18nextProvider } from 'react-i18next'
import { Toasts } from './components/feedback/toasts.tsx'
import { SettingsProvider } from './components/page/settings-provider.tsx'
import type { Services } from './lib/api/services.ts'
import { SocketContext } from './lib/realtime/socket.ts'
import { SessionContext } from './lib/session/session.ts'
import { returnFocus } from './lib/ui/focus-return.ts'
import { createAppRouter } from './router.ts'
import { cssVariables, theme } from './theme.ts'

const colorScheme = localStorageColorSchemeManager({ key: 'color-scheme' })

type Props = { services: Services; router?: ReturnType<typeof createAppRouter>; env?: 'default' | 'test' }

export const App = ({ services, router, env = 'default' }: Props) => {
  const [appRouter] = useState(() => router ?? createAppRouter(services))
  useEffect(() => services.session.start(), [services])
  useEffect(returnFocus, [])
  return (
    <I18nextProvider i18n={services.texts}>
      <QueryClientProvider client={services.queryClient}>
        <SessionContext value={services.session}>
          <SocketContext value={services.socket}>
            <MantineProvider
              theme={theme}
              cssVariablesResolver={cssVariables}
              colorSchemeManager={colorScheme}
              defaultColorScheme="auto"
              env={env}
            >
              <SettingsProvider>
                <Toasts />
                <RouterProvider router={appRouter} />
              </SettingsProvider>
            </MantineProvider>
          </SocketContext>
        </SessionContext>
      </QueryClientProvider>
    </I18nextProvider>
  )
}
