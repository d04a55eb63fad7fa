import type { SourceDefinition } from '@recado/contracts/integrations/webhook-definition'
import {
  type ShownDefinition,
  saveWebhookTemplate,
  type WebhookTemplateDetail,
} from '@recado/contracts/integrations/webhook-templates'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, call } from '#web/lib/api/api.ts'
import { useUnsaved } from '#web/lib/ui/unsaved.ts'
import { templateQuery, templatesQuery, templateTestQuery } from './api.ts'
import type { Draft } from './draft.ts'

const SETTLED_MS = 400

/** As it is sent: without the empty lines of someone who is still writing. */
const cleaned = (definition: ShownDefinition): SourceDefinition => {
  const lines = (steps: readonly string[]) => steps.map((step) => step.trim()).filter((step) => step !== '')
  const steps = { en: lines(definition.steps.en), pt: lines(definition.steps.pt) }
  return { ...definition, steps } as SourceDefinition
}

/** The value once it has not changed for a moment. */
const useSettled = <T>(value: T): T => {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(setSettled, SETTLED_MS, value)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

/** Keeps what is fresh of a system at hand, wherever it is asked for. */
export const useTakeTemplate = (key: string) => {
  const queryClient = useQueryClient()
  return (changed: WebhookTemplateDetail) => {
    const { number } = changed.shown
    void queryClient.invalidateQueries({ queryKey: templatesQuery.queryKey })
    queryClient.setQueryData(templateQuery(key).queryKey, changed)
    if (number !== null) queryClient.setQueryData(templateQuery(key, number).queryKey, changed)
  }
}

/** What is being written about a system: its fields, what was refused of it, how its samples fare, and saving it. */
export const useDraftForm = (template: WebhookTemplateDetail) => {
  const { t } = useTranslation(['validation', 'errors'])
  const { key, shown } = template
  const editable = template.origin === 'own' && shown.status === 'draft'
  const [edited, setEdited] = useState<{ definition: ShownDefinition; version: number } | null>(null)
  const definition = edited?.definition ?? shown.definition
  const take = useTakeTemplate(key)
  const sent = useSettled(edited)
  const tested = useQuery({
    ...templateTestQuery(key, shown.number, sent ? cleaned(sent.definition) : null),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  })
  const save = useMutation({
    mutationFn: () => {
      const body = { version: edited?.version ?? shown.version, definition: cleaned(definition) }
      return call(saveWebhookTemplate, { params: { key }, body })
    },
    meta: { quiet: true },
    onSuccess: (changed) => {
      take(changed)
      setEdited(null)
    },
  })
  useUnsaved(() => edited !== null && !save.isPending, { outlivesSearch: true })
  const refused = [save.error, tested.error].find((error) => error instanceof ApiError && error.fields.length > 0)
  const fields = refused instanceof ApiError && edited !== null ? refused.fields : []
  const draft: Draft = {
    definition,
    change: (part) => {
      save.reset()
      setEdited((now) => ({
        definition: { ...(now?.definition ?? shown.definition), ...part },
        version: now?.version ?? shown.version,
      }))
    },
    errorAt: (path) => {
      const found = fields.find((field) => field.path.replace(/^\/?(body[./])?/, '') === `definition.${path}`)
      return found ? t([`validation:${found.code}`, 'validation:invalid']) : null
    },
  }
  const conflict = save.error instanceof ApiError && save.error.code === 'conflict' ? save.error : null
  const theirs = conflict?.data['current'] as WebhookTemplateDetail | undefined
  return {
    ...{ draft, editable, dirty: edited !== null, save, tested, refusedFields: fields },
    conflict: theirs && {
      showTheirs: () => {
        save.reset()
        setEdited(null)
        take(theirs)
      },
      keepMine: () => {
        save.reset()
        setEdited({ definition, version: theirs.shown.version })
      },
    },
  }
}
