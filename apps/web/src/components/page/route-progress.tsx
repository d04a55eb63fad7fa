import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './route-progress.module.css'

/** Figures of spec §9. */
const minimum = 0.08
const speed = 200
const trickleRate = 0.02
const trickleSpeed = 800

/** Thin bar on top of the window while a route loads. */
export const RouteProgress = () => {
  const router = useRouter()
  const { t } = useTranslation()
  const [progress, setProgress] = useState<number | null>(null)

  useEffect(() => {
    let trickle: ReturnType<typeof setInterval> | undefined
    let hide: ReturnType<typeof setTimeout> | undefined
    const stopStart = router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
      if (!pathChanged) return
      clearTimeout(hide)
      clearInterval(trickle)
      setProgress(minimum)
      trickle = setInterval(
        () => setProgress((now) => Math.min((now ?? minimum) + Math.random() * trickleRate, 0.994)),
        trickleSpeed,
      )
    })
    const stopEnd = router.subscribe('onResolved', () => {
      clearInterval(trickle)
      setProgress((now) => (now === null ? null : 1))
      hide = setTimeout(() => setProgress(null), speed)
    })
    return () => {
      stopStart()
      stopEnd()
      clearInterval(trickle)
      clearTimeout(hide)
    }
  }, [router])

  if (progress === null) return null
  return (
    <div
      className={classes.bar}
      role="progressbar"
      aria-label={t('loading')}
      aria-valuenow={Math.round(progress * 100)}
      style={{ transform: `scaleX(${progress})`, opacity: progress === 1 ? 0 : 1 }}
    />
  )
}
