import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '#web/components/feedback/confirm-dialog.tsx'
import { askBy, hasUnsaved, mayLeave } from '#web/lib/ui/unsaved.ts'

/** Asks before a page is left on which something is not saved; what registers with `useUnsaved` is looked at. */
export const UnsavedGuard = () => {
  const { t } = useTranslation()
  const answer = useRef<(leaves: boolean) => void>(() => {})
  const [asking, setAsking] = useState(false)
  const plainly = `${t('unsaved.title')}\n\n${t('unsaved.text')}`
  useEffect(
    () =>
      askBy(async () => {
        try {
          await ConfirmDialog.load()
        } catch {
          // Without its dialog, such as after a deploy, the browser asks the same.
          return window.confirm(plainly)
        }
        return new Promise((resolve) => {
          answer.current = resolve
          setAsking(true)
        })
      }),
    [plainly],
  )
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (current.pathname !== next.pathname) return !(await mayLeave())
      if (JSON.stringify(current.search) !== JSON.stringify(next.search)) return !(await mayLeave('search'))
      return false
    },
    enableBeforeUnload: () => hasUnsaved(),
  })
  return (
    <ConfirmDialog
      opened={asking}
      title={t('unsaved.title')}
      confirmLabel={t('unsaved.discard')}
      cancelLabel={t('unsaved.stay')}
      danger
      zIndex={300}
      onConfirm={async () => answer.current(true)}
      onClose={() => {
        setAsking(false)
        answer.current(false)
      }}
    >
      {t('unsaved.text')}
    </ConfirmDialog>
  )
}
