import type { ReactNode } from 'react'

/** How long a toast stays (spec §9). */
export const toastMilliseconds = 8000

export type Toast = {
  id: string
  message: ReactNode
  color: string
  icon?: ReactNode
  /** How long it stays while nobody is at it; null: until it is closed. */
  milliseconds: number | null
}

type Library = typeof import('@mantine/notifications')

const showBy = ({ notifications }: Library, { milliseconds, ...toast }: Toast): void => {
  const autoClose = milliseconds ?? false
  notifications.show({
    ...toast,
    autoClose,
    // The library waits while the pointer is at a toast; while the focus is, it is told to.
    onFocusCapture: () => notifications.update({ ...toast, autoClose: false }),
    onBlurCapture: () => notifications.update({ ...toast, autoClose }),
  })
}

/** Toasts that are shown by a library which is loaded for the first of them, or before; until then they wait in order. */
export const createToasts = (load: () => Promise<Library>) => {
  let library: Library | null = null
  let isLoading = false
  let waiting: Toast[] = []
  const listeners = new Set<() => void>()

  /** Loads the library. Where that fails, toasts go on waiting for the next call. */
  const prepare = async (): Promise<void> => {
    if (library || isLoading) return
    isLoading = true
    try {
      library = await load()
      for (const toast of waiting.splice(0)) showBy(library, toast)
      for (const listener of listeners) listener()
    } catch (error) {
      // biome-ignore lint/suspicious/noConsole: what cannot be shown is told where it is looked for
      console.error('Toasts cannot be shown yet.', error)
    } finally {
      isLoading = false
    }
  }

  return {
    prepare,
    /** Shows a toast for `toastMilliseconds`, or as long as it says. One with the id of a toast that is there is the same. */
    show: (toast: Omit<Toast, 'id' | 'milliseconds'> & Partial<Toast>): void => {
      const whole = { id: crypto.randomUUID(), milliseconds: toastMilliseconds, ...toast }
      if (library) showBy(library, whole)
      else {
        waiting.push(whole)
        void prepare()
      }
    },
    hide: (id: string): void => {
      waiting = waiting.filter((toast) => toast.id !== id)
      library?.notifications.hide(id)
    },
    clean: (): void => {
      waiting = []
      library?.notifications.clean()
    },
    library: (): Library | null => library,
    onLibrary: (listener: () => void): (() => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export const toasts = createToasts(() => import('@mantine/notifications'))
