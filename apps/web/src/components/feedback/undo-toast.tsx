import { Button, Group } from '@mantine/core'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { toasts } from '#web/lib/ui/toast-list.ts'

const undoMilliseconds = 6000

type Offer = {
  message: string
  undo: () => void
  /** How long the change can be undone, in milliseconds; six seconds by default. */
  milliseconds?: number
  /** The id of an earlier offer that this one replaces, because only the last change can be undone. */
  replaces?: string | undefined
}

/** Shows what was changed, with an Undo button. Returns the id of the toast. */
export const useUndoToast = () => {
  const { t } = useTranslation()
  return useCallback(
    ({ message, undo, milliseconds = undoMilliseconds, replaces }: Offer): string => {
      const id = crypto.randomUUID()
      if (replaces) toasts.hide(replaces)
      toasts.show({
        id,
        milliseconds,
        color: 'petrol',
        message: (
          <Group justify="space-between" wrap="nowrap" gap="sm">
            <span style={{ overflowWrap: 'anywhere' }}>{message}</span>
            <Button
              size="compact-sm"
              variant="subtle"
              style={{ flex: 'none' }}
              onClick={() => {
                toasts.hide(id)
                undo()
              }}
            >
              {t('undo')}
            </Button>
          </Group>
        ),
      })
      return id
    },
    [t],
  )
}
