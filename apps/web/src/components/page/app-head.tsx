import { useMatches } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useWaitingTotal } from '#web/lib/api/waiting.ts'
import { shownCount } from '#web/lib/i18n/figures.ts'
import { useBrand, useSettings } from './settings-provider.tsx'

/**
 * Keeps the title, description and icon of the document in step with the page, the brand and the language. The title
 * begins with how much waits for the person.
 */
export const AppHead = () => {
  const { t, i18n } = useTranslation()
  const { app_name, scss_id } = useBrand()
  const { app_favicon } = useSettings()
  const key = useMatches({ select: (matches) => matches.findLast((match) => match.staticData.title)?.staticData.title })
  const page = key ? t(key) : ''
  const waiting = useWaitingTotal()

  useEffect(() => {
    const namespace = key?.includes(':') ? key.split(':')[0] : undefined
    if (namespace) void i18n.loadNamespaces(namespace)
  }, [key, i18n])

  useEffect(() => {
    const title = page ? `${page} · ${app_name}` : app_name
    document.title = waiting > 0 ? `(${shownCount(waiting)}) ${title}` : title
  }, [page, app_name, waiting])

  useEffect(() => {
    document.querySelector('meta[name="description"]')?.setAttribute('content', t('appDescription', { app: app_name }))
    document.documentElement.dataset.brand = scss_id
  }, [t, app_name, scss_id])

  useEffect(() => {
    if (app_favicon) document.querySelector('link[rel="icon"]')?.setAttribute('href', app_favicon)
  }, [app_favicon])

  return null
}
