import type { ReactNode } from 'react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#web/lib/api/api.ts'
import { errorText } from '#web/lib/api/error-text.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

type Options<T> = {
  titleOf: (item: T) => string
  /** What follows when it is deleted. */
  textOf: (item: T) => ReactNode
  confirmLabel: string
  /** Deletes it. `force`: although segments or saved views use it. */
  remove: (item: T, force: boolean) => Promise<unknown>
}

/** Asks before something is deleted, and once more, with the names of the segments and saved views that use it. */
export const useRemoval = <T,>({ titleOf, textOf, confirmLabel, remove }: Options<T>) => {
  const { t } = useTranslation(['common', 'errors'])
  const [asked, setAsked] = useState<{ item: T; refusal?: ApiError } | null>(null)
  const attempt = async (item: T, force: boolean) => {
    try {
      await remove(item, force)
      setAsked(null)
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'in_use') throw error
      setAsked({ item, refusal: error })
    }
  }
  const { refusal } = asked ?? {}
  const title = asked ? titleOf(asked.item) : ''
  const dialog = (
    <>
      <ConfirmDialog
        opened={asked !== null && !refusal}
        title={title}
        confirmLabel={confirmLabel}
        danger
        // The second question takes the place of the first.
        onClose={() => setAsked((now) => (now?.refusal ? now : null))}
        onConfirm={() => (asked ? attempt(asked.item, false) : undefined)}
      >
        {asked ? textOf(asked.item) : null}
      </ConfirmDialog>
      <ConfirmDialog
        opened={refusal !== undefined}
        title={title}
        confirmLabel={t('deleteAnyway')}
        danger
        onClose={() => setAsked(null)}
        onConfirm={() => (asked ? attempt(asked.item, true) : undefined)}
      >
        {refusal ? errorText(t, refusal) : null}
      </ConfirmDialog>
    </>
  )
  return { ask: (item: T) => setAsked({ item }), dialog }
}
