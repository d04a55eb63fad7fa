import type { AutomationGraph } from '@recado/contracts/automation/automation-graph'
import { type AutomationDetail, updateAutomation } from '@recado/contracts/automation/automations'
import { useQueryClient } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#web/lib/api/api.ts'
import { currentOf, isConflict, isSame } from '#web/lib/api/versions.ts'
import { useUnsaved } from '#web/lib/ui/unsaved.ts'
import type { EditConflict } from '#web/lib/ui/versioned-form.ts'
import { automationQuery, automationsKey } from '#web/queries/automations.ts'
import { sendableOf } from './sendable.ts'

const PAUSE = 800
const JOINED = 1200
const MOST_TRIES = 5
const MOST_STEPS_BACK = 100

export type Saving = 'saved' | 'waiting' | 'failed'

/** What was drawn before and can be drawn again; changes of the same field that follow at once are one. */
const useSteps = (first: AutomationGraph) => {
  const [past, setPast] = useState<readonly AutomationGraph[]>([])
  const [future, setFuture] = useState<readonly AutomationGraph[]>([])
  const last = useRef({ about: '', at: 0 })
  const now = useRef(first)
  return {
    now,
    canUndo: past.length > 0,
    canRedo: future.length > 0,
    push: (next: AutomationGraph, about: string) => {
      const { about: before, at } = last.current
      const joins = about !== '' && about === before && Date.now() - at < JOINED
      last.current = { about, at: Date.now() }
      const known = now.current
      if (!joins) setPast((all) => [...all.slice(-MOST_STEPS_BACK), known])
      setFuture([])
      now.current = next
    },
    undo: (): AutomationGraph | null => {
      const before = past.at(-1)
      if (!before) return null
      const known = now.current
      setPast(past.slice(0, -1))
      setFuture([known, ...future])
      last.current = { about: '', at: 0 }
      now.current = before
      return before
    },
    redo: (): AutomationGraph | null => {
      const [after, ...rest] = future
      if (!after) return null
      const known = now.current
      setPast([...past, known])
      setFuture(rest)
      now.current = after
      return after
    },
  }
}

/** What a person draws: kept as soon as they pause, over what others saved in the meantime. */
export const useGraphDraft = (found: AutomationDetail, editable: boolean) => {
  const { t } = useTranslation('automation/automations')
  const client = useQueryClient()
  const [graph, setGraph] = useState(found.draft)
  const [saving, setSaving] = useState<Saving>('saved')
  const [clash, setClash] = useState<AutomationDetail | null>(null)
  const steps = useSteps(found.draft)
  const base = useRef(found)
  const latest = useRef(graph)
  const queue = useRef<Promise<unknown>>(Promise.resolve())

  // A version that was published or restored, here or by someone else, is what is drawn on, unless something is unsaved.
  const isNewer = found.version > base.current.version
  useEffect(() => {
    if (!isNewer || !isSame(sendableOf(latest.current), base.current.draft)) return
    base.current = found
    latest.current = found.draft
    steps.now.current = found.draft
    setGraph(found.draft)
  }, [isNewer, found, steps])

  const keep = useCallback(
    (saved: AutomationDetail) => {
      base.current = saved
      client.setQueryData(automationQuery(saved.id).queryKey, saved)
      void client.invalidateQueries({ queryKey: [...automationsKey, 'list'] })
    },
    [client],
  )

  const store = useCallback(async (): Promise<AutomationDetail> => {
    for (let tries = 1; ; tries++) {
      const before = base.current
      const mine = sendableOf(latest.current)
      if (isSame(before.draft, mine)) return before
      try {
        keep(
          await call(updateAutomation, { params: { id: before.id }, body: { draft: mine, version: before.version } }),
        )
        return base.current
      } catch (error) {
        const theirs = currentOf<AutomationDetail>(error)
        if (!theirs || tries === MOST_TRIES) throw error
        const clashes = isConflict(before.draft, theirs.draft, mine)
        base.current = theirs
        if (!clashes) continue
        setClash(theirs)
        throw error
      }
    }
  }, [keep])

  /** Saves what was drawn. Throws when it cannot be, or when someone else changed it. */
  const save = useCallback((): Promise<AutomationDetail> => {
    const saved = queue.current.then(store)
    queue.current = saved.catch(() => undefined)
    return saved.then(
      (automation) => {
        setSaving(isSame(automation.draft, sendableOf(latest.current)) ? 'saved' : 'waiting')
        return automation
      },
      (error: unknown) => {
        setSaving('failed')
        throw error
      },
    )
  }, [store])

  const clashes = clash !== null
  useEffect(() => {
    if (saving !== 'waiting' || clashes || graph !== latest.current) return
    const timer = setTimeout(() => save().catch(() => undefined), PAUSE)
    return () => clearTimeout(timer)
  }, [graph, saving, clashes, save])
  useUnsaved(() => saving === 'failed' || clashes)
  const waits = useRef(false)
  waits.current = saving === 'waiting' && !clashes
  // The draft is saved on the way to another page, but not when the window closes.
  useBlocker({ shouldBlockFn: () => false, enableBeforeUnload: () => waits.current })
  useEffect(
    () => () => {
      if (waits.current) save().catch(() => undefined)
    },
    [save],
  )

  const put = (next: AutomationGraph) => {
    latest.current = next
    setGraph(next)
    setSaving('waiting')
  }
  const conflict: EditConflict | null = clash && {
    fields: [{ label: t('draft'), theirs: null }],
    showTheirs: () => {
      latest.current = clash.draft
      steps.push(clash.draft, '')
      setGraph(clash.draft)
      setClash(null)
      setSaving('saved')
    },
    keepMine: () => {
      setClash(null)
      void save().catch(() => undefined)
    },
  }
  return {
    graph,
    saving,
    conflict,
    save,
    /** Draws something else. Changes `about` the same thing that follow one another at once are undone together. */
    change: (next: AutomationGraph, about = '') => {
      if (!editable || next === latest.current) return
      steps.push(next, about)
      put(next)
    },
    canUndo: steps.canUndo,
    canRedo: steps.canRedo,
    undo: () => {
      const before = steps.undo()
      if (before) put(before)
    },
    redo: () => {
      const after = steps.redo()
      if (after) put(after)
    },
  }
}
export type GraphDraft = ReturnType<typeof useGraphDraft>
