import { useEffect, useRef, useState } from 'react'
import type { WorkflowForm } from './use-workflow-form.ts'
import type { FormValues } from './values.ts'

/** Typing within this time is undone together. */
const PAUSE_MS = 400
const MOST_CHANGES = 100

/** Undo and redo for a form. */
export const useHistory = (form: WorkflowForm) => {
  const { values } = form
  const [past, setPast] = useState<readonly FormValues[]>([])
  const [future, setFuture] = useState<readonly FormValues[]>([])
  const settled = useRef(values)
  const restoring = useRef(false)

  useEffect(() => {
    if (values === settled.current) return
    if (restoring.current) {
      restoring.current = false
      settled.current = values
      return
    }
    const timer = setTimeout(() => {
      const before = settled.current
      settled.current = values
      setPast((known) => [...known, before].slice(-MOST_CHANGES))
      setFuture([])
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [values])

  /** Ends the current typing, so that the next change is undone separately. */
  const settle = () => {
    if (values === settled.current) return
    setPast([...past, settled.current].slice(-MOST_CHANGES))
    setFuture([])
    settled.current = values
  }
  const restore = (to: FormValues) => {
    restoring.current = true
    form.clearErrors()
    form.setValues(to)
  }
  const undo = () => {
    const typing = values !== settled.current
    const to = typing ? settled.current : past.at(-1)
    if (!to) return
    if (!typing) setPast(past.slice(0, -1))
    setFuture(typing ? [values] : [...future, values])
    restore(to)
  }
  const redo = () => {
    const to = future.at(-1)
    if (!to || values !== settled.current) return
    setFuture(future.slice(0, -1))
    setPast([...past, values])
    restore(to)
  }
  return { undo, redo, settle, canUndo: past.length > 0 || values !== settled.current, canRedo: future.length > 0 }
}

export type History = ReturnType<typeof useHistory>
