import { MantineThemeProvider } from '@mantine/core'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { toastMilliseconds, toasts as toastsOfApp } from '#web/lib/ui/toast-list.ts'
import { whenIdle } from '#web/lib/ui/when-idle.ts'

/** What happened, in a corner and for a while. What shows it is loaded once the page rests, so that it is there offline. */
export const Toasts = ({ toasts = toastsOfApp }) => {
  const { t } = useTranslation()
  const library = useSyncExternalStore(toasts.onLibrary, toasts.library)
  useEffect(() => {
    const prepare = () => void toasts.prepare()
    window.addEventListener('online', prepare)
    const callOff = whenIdle(prepare)
    return () => {
      window.removeEventListener('online', prepare)
      callOff()
    }
  }, [toasts])
  const theme = useMemo(
    () => ({
      components: {
        Notification: { defaultProps: { withBorder: true, closeButtonProps: { 'aria-label': t('close') } } },
      },
    }),
    [t],
  )
  if (!library) return null
  return (
    <MantineThemeProvider inherit theme={theme}>
      <library.Notifications
        position="top-right"
        autoClose={toastMilliseconds}
        limit={5}
        zIndex={450}
        classNames={{ root: 'toasts' }}
      />
    </MantineThemeProvider>
  )
}
