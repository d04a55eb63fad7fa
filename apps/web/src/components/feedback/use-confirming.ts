import { useCallback, useRef, useState } from 'react'

/** Runs the action of a confirmation: once however often the button is pressed, then closes, or shows the error. */
export const useConfirming = (onConfirm: () => Promise<unknown> | undefined, onClose: () => void) => {
  const running = useRef(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const confirm = async () => {
    if (running.current) return
    running.current = true
    setBusy(true)
    setError(null)
    try {
      await onConfirm()
      onClose()
    } catch (cause) {
      setError(cause)
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  const forget = useCallback(() => setError(null), [])
  return { busy, error, confirm, forget }
}
