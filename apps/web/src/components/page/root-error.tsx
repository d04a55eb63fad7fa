import { useEffect, useState } from 'react'
import { getI18n } from 'react-i18next'
import { traceIdOf } from '#web/lib/api/error-text.ts'
import { isChunkFailure, reloadOnce } from '#web/lib/api/reload-once.ts'
import classes from './root-error.module.css'

const detailsOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error))

/** Built-in words (spec §2), for when even the texts could not be loaded. */
const words = () => {
  const texts = getI18n()
  if (texts?.exists('pageError.title')) {
    const { t } = texts
    return { title: t('pageError.title'), reload: t('pageError.reload'), details: t('pageError.details') }
  }
  return {
    title: 'There was an error in loading this page.',
    reload: 'Reload this page',
    details: 'Click for error details',
  }
}

/** The last resort: reload, details on demand, and the trace id when there is one. It needs nothing that could fail too. */
export const RootError = ({ error }: { error: unknown }) => {
  const [opened, setOpened] = useState(false)
  const traceId = traceIdOf(error)
  const { title, reload, details } = words()

  useEffect(() => {
    if (isChunkFailure(error)) reloadOnce()
  }, [error])

  return (
    <div className={classes.panel} role="alertdialog" aria-labelledby="page-error-title">
      <h1 className={classes.title} id="page-error-title">
        {title}
      </h1>
      <button type="button" className={classes.reload} onClick={() => window.location.reload()}>
        {reload}
      </button>
      <button type="button" className={classes.toggle} aria-expanded={opened} onClick={() => setOpened(!opened)}>
        {details}
      </button>
      {opened ? <pre className={classes.details}>{detailsOf(error)}</pre> : null}
      {traceId ? <p className={classes.trace}>{traceId}</p> : null}
    </div>
  )
}
