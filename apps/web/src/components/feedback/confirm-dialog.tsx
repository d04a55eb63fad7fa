import type { ReactNode } from 'react'
import { lazyWindow } from '../page/lazy-window.tsx'

export type ConfirmDialogProps = {
  opened: boolean
  title: string
  children?: ReactNode
  /** Null where there is nothing to confirm. */
  confirmLabel: string | null
  cancelLabel?: string
  danger?: boolean
  /** Text that has to be typed before something irreversible. */
  typeToConfirm?: string
  /** Whether what is asked for besides was answered. */
  ready?: boolean
  /** The dialog closes when this succeeds, and shows why when it fails. */
  onConfirm: () => Promise<unknown> | undefined
  onClose: () => void
  /** For a question that may open over another dialog. */
  zIndex?: number
}

/** Asks before something that cannot be taken back easily. */
export const ConfirmDialog = lazyWindow<ConfirmDialogProps>(
  async () => (await import('./confirm-modal.tsx')).ConfirmModal,
)
