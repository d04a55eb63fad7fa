import { Button } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { IconWifiOff } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSocketClient, useSocketStatus } from '#web/lib/realtime/socket.ts'
import classes from './connection-banner.module.css'

/** Short disconnections are not shown. */
const patience = 2000

const useLasting = (value: boolean): boolean => {
  const [lasting, setLasting] = useState(false)
  useEffect(() => {
    if (!value) {
      setLasting(false)
      return
    }
    const timer = setTimeout(() => setLasting(true), patience)
    return () => clearTimeout(timer)
  }, [value])
  return lasting
}

/** Says that the browser is offline, or that live updates are coming back. */
export const ConnectionBanner = () => {
  const { t } = useTranslation()
  const { online } = useNetwork()
  const socket = useSocketClient()
  const status = useSocketStatus()
  const reconnecting = useLasting(status === 'reconnecting')
  const full = status === 'full'
  if (online && !reconnecting && !full) return null
  return (
    <div className={classes.banner} role="status">
      <IconWifiOff size={17} stroke={1.8} aria-hidden="true" />
      <span>{t(online ? (full ? 'shell.tooManyTabs' : 'shell.reconnecting') : 'shell.offline')}</span>
      {online ? (
        <Button size="compact-xs" variant="white" flex="none" color="dark" onClick={socket.retry}>
          {t('retry')}
        </Button>
      ) : null}
    </div>
  )
}
