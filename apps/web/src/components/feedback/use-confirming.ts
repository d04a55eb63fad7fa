import { useCallback, useRef, useState } from 'react'

/** What follows the button of a question: runs once however often it is pressed, closes when done, or says why not. */
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
