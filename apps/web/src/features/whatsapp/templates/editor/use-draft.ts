import type { TemplateContent } from '@recado/contracts/whatsapp/template-content'
import type { TemplateDetail } from '@recado/contracts/whatsapp/templates'
import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError } from '#web/lib/api/api.ts'
import { saveDraft } from '../api.ts'
import { emptyContent } from './content.ts'

const PAUSE_MS = 3000
const TICK_MS = 1500

export type SaveState = 'idle' | 'waiting' | 'saving' | 'saved' | 'failed' | 'conflict'

/** The content that is being written: the draft where there is one, else what Meta has. */
export const contentOf = (template: TemplateDetail): TemplateContent =>
  template.draft ?? template.live ?? emptyContent('UTILITY')

/**
 * What is being written, saved to the server three seconds after the last change over the version that was read. A
 * version saved by another member is never overwritten: then nothing is saved until `reload`.
 */
export const useDraft = (template: TemplateDetail) => {
  const [content, setContent] = useState(() => contentOf(template))
  const [state, setState] = useState<SaveState>('idle')
  const [error, setError] = useState<unknown>(null)
  const version = useRef(template.version)
  const written = useRef<TemplateContent | null>(null)
  const running = useRef<Promise<void> | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)

  // Only what was not changed here follows the server.
  useEffect(() => {
    if (written.current !== null || running.current !== null || template.version <= version.current) return
    version.current = template.version
    setContent(contentOf(template))
  }, [template])

  const save = useCallback(async (): Promise<boolean> => {
    clearTimeout(timer.current)
    await running.current
    const next = written.current
    if (next === null) return true
    setState('saving')
    written.current = null
    let saved = false
    running.current = saveDraft(template.id, version.current, next).then(
      (answer) => {
        version.current = answer.version
        saved = true
        setState(written.current ? 'waiting' : 'saved')
      },
      (failure: unknown) => {
        written.current ??= next
        setError(failure)
        setState(failure instanceof ApiError && failure.code === 'conflict' ? 'conflict' : 'failed')
      },
    )
    await running.current
    running.current = null
    return saved
  }, [template.id])

  const change = (next: TemplateContent) => {
    setContent(next)
    written.current = next
    if (state === 'conflict') return
    setState('waiting')
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void save(), PAUSE_MS)
  }

  const reload = (fresh: TemplateDetail) => {
    clearTimeout(timer.current)
    written.current = null
    version.current = fresh.version
    setContent(contentOf(fresh))
    setState('idle')
  }

  useEffect(() => {
    if (state !== 'saved') return
    const tick = setTimeout(() => setState('idle'), TICK_MS)
    return () => clearTimeout(tick)
  }, [state])

  // Leaving the page saves what is not saved yet.
  useEffect(() => () => void (written.current && save()), [save])

  return {
    content,
    state,
    error,
    change,
    save,
    reload,
    version: () => version.current,
    /** Whether leaving the browser now would lose something. */
    dirty: state === 'waiting' || state === 'saving' || state === 'failed' || state === 'conflict',
  }
}

export type Draft = ReturnType<typeof useDraft>
