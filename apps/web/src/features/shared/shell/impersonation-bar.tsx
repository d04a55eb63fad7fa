import { Button } from '@mantine/core'
import { IconSpy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Session, useSession, useSessionClient } from '#web/lib/session/session.ts'
import { toastInfo } from '#web/lib/ui/toasts.ts'
import classes from './impersonation-bar.module.css'

/** Seconds that are left, told every second. */
const useSecondsUntil = (instant: string): number => {
  const left = () => Math.max(0, Math.ceil((new Date(instant).getTime() - Date.now()) / 1000))
  const [seconds, setSeconds] = useState(left)
  useEffect(() => {
    const tick = () => setSeconds(Math.max(0, Math.ceil((new Date(instant).getTime() - Date.now()) / 1000)))
    tick()
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [instant])
  return seconds
}

const clock = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

const Bar = ({ session, expiresAt }: { session: Session; expiresAt: string }) => {
  const { t } = useTranslation()
  const client = useSessionClient()
  const seconds = useSecondsUntil(expiresAt)
  const over = seconds === 0
  const { user, impersonation } = session

  useEffect(() => {
    document.documentElement.style.setProperty('--bar-top', '36px')
    return () => void document.documentElement.style.removeProperty('--bar-top')
  }, [])

  useEffect(() => {
    if (!over) return
    // Answers the session of before, which the toast speaks of.
    void client.getSession().then((back) => back && !back.impersonation && toastInfo(t('impersonation.over')))
  }, [over, client, t])

  return (
    <section className={classes.bar} aria-label={t('impersonation.label')}>
      <IconSpy size={17} aria-hidden="true" className={classes.icon} />
      <span className={classes.text}>
        {t(`impersonation.${impersonation?.mode ?? 'act'}`, {
          name: user.name,
          company: user.currentCompany?.name ?? t('impersonation.noCompany'),
        })}
      </span>
      <span className={classes.time} role="timer" aria-label={t('impersonation.left', { time: clock(seconds) })}>
        {clock(seconds)}
      </span>
      <Button
        size="compact-xs"
        variant="white"
        color="dark"
        onClick={() => void client.update({ leaveImpersonation: true })}
      >
        {t('impersonation.leave')}
      </Button>
    </section>
  )
}

/** Shows on every page that the user is being impersonated, and for how long. */
export const ImpersonationBar = () => {
  const { data } = useSession()
  if (!data?.impersonation) return null
  return <Bar session={data} expiresAt={data.impersonation.expires_at} />
}
