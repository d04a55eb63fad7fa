import { type Campaign, updateCampaign, type WizardStep } from '@recado/contracts/campaigns/campaigns'
import { useQueryClient } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#web/lib/api/api.ts'
import { currentOf, isConflict, isSame } from '#web/lib/api/versions.ts'
import { useUnsaved } from '#web/lib/ui/unsaved.ts'
import type { EditConflict } from '#web/lib/ui/versioned-form.ts'
import { campaignQuery, campaignsKey } from '#web/queries/campaigns.ts'
import { complete, type Parts } from './complete.ts'

const PAUSE = 700
const MOST_TRIES = 5
const fields = ['name', 'audience', 'content', 'schedule'] as const
type Field = (typeof fields)[number]

const partsOf = ({ name, audience, content, schedule }: Campaign): Parts => ({ name, audience, content, schedule })
const pick = (parts: Parts, wanted: readonly Field[]): Partial<Parts> =>
  Object.fromEntries(wanted.map((field) => [field, parts[field]]))

type Saving = 'saved' | 'waiting' | 'failed'
type Clash = { theirs: Campaign; fields: Field[] }

/** What a person writes into a draft: kept as soon as they pause, over what others saved in the meantime. */
export const useDraft = (found: Campaign) => {
  const { t } = useTranslation('campaigns/wizard')
  const client = useQueryClient()
  const [values, setValues] = useState<Parts>(() => partsOf(found))
  const [saving, setSaving] = useState<Saving>('saved')
  const [clash, setClash] = useState<Clash | null>(null)
  const base = useRef(found)
  const latest = useRef(values)
  const queue = useRef<Promise<unknown>>(Promise.resolve())

  const put = useCallback((next: Parts) => {
    latest.current = next
    setValues(next)
  }, [])

  const keep = useCallback(
    (saved: Campaign) => {
      base.current = saved
      client.setQueryData(campaignQuery(saved.id).queryKey, saved)
      void client.invalidateQueries({ queryKey: [...campaignsKey, 'list'] })
    },
    [client],
  )

  const store = useCallback(
    async (step?: WizardStep): Promise<Campaign> => {
      for (let tries = 1; ; tries++) {
        const before = partsOf(base.current)
        const mine = complete(latest.current, before)
        const changed = fields.filter((field) => !isSame(before[field], mine[field]))
        if (changed.length === 0 && (step === undefined || step === base.current.step)) return base.current
        const { id, version } = base.current
        try {
          const body = { ...pick(mine, changed), ...(step ? { step } : {}), version }
          keep(await call(updateCampaign, { params: { id }, body }))
          return base.current
        } catch (error) {
          const theirs = currentOf<Campaign>(error)
          if (!theirs || tries === MOST_TRIES) throw error
          const clashing = changed.filter((field) => isConflict(before[field], theirs[field], mine[field]))
          base.current = theirs
          put({
            ...latest.current,
            ...pick(
              partsOf(theirs),
              fields.filter((field) => !changed.includes(field)),
            ),
          })
          if (clashing.length === 0) continue
          setClash({ theirs, fields: clashing })
          throw error
        }
      }
    },
    [keep, put],
  )

  /** Saves what was written. Throws when it cannot be, or when someone else changed the same part. */
  const save = useCallback(
    (step?: WizardStep): Promise<Campaign> => {
      const saved = queue.current.then(() => store(step))
      queue.current = saved.catch(() => undefined)
      return saved.then(
        (campaign) => {
          // What was written while the request was under way is saved next.
          const stored = partsOf(campaign)
          const mine = complete(latest.current, stored)
          setSaving(fields.every((field) => isSame(stored[field], mine[field])) ? 'saved' : 'waiting')
          return campaign
        },
        (error: unknown) => {
          setSaving('failed')
          throw error
        },
      )
    },
    [store],
  )

  const clashes = clash !== null
  useEffect(() => {
    if (saving !== 'waiting' || clashes || values !== latest.current) return
    const timer = setTimeout(() => save().catch(() => undefined), PAUSE)
    return () => clearTimeout(timer)
  }, [values, saving, clashes, save])
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

  const change = (part: Partial<Parts>) => {
    put({ ...latest.current, ...part })
    setSaving('waiting')
  }
  const conflict: EditConflict | null = clash && {
    fields: clash.fields.map((field) => ({
      label: t(`part.${field}`),
      theirs: field === 'name' ? clash.theirs.name : null,
    })),
    showTheirs: () => {
      put({ ...latest.current, ...pick(partsOf(clash.theirs), clash.fields) })
      setClash(null)
      setSaving('saved')
    },
    keepMine: () => {
      setClash(null)
      void save().catch(() => undefined)
    },
  }
  return { values, change, save, saving, conflict }
}
export type Draft = ReturnType<typeof useDraft>
