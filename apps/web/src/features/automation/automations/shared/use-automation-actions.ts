import {
  type Automation,
  type AutomationDetail,
  duplicateAutomation,
  setAutomationState,
} from '@recado/contracts/automation/automations'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { call } from '#web/lib/api/api.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'
import { automationQuery, automationsKey } from '#web/queries/automations.ts'

/** What can be done with an automation as a whole. */
export const useAutomationActions = () => {
  const { t } = useTranslation('automation/automations')
  const client = useQueryClient()
  const navigate = useNavigate()
  const keep = (changed: AutomationDetail) => {
    client.setQueryData(automationQuery(changed.id).queryKey, changed)
    void client.invalidateQueries({ queryKey: [...automationsKey, 'list'] })
  }
  const setState = async (id: string, state: 'active' | 'paused' | 'archived') => {
    keep(await call(setAutomationState, { params: { id }, body: { state } }))
    toastSuccess(t(`done.${state}`))
  }
  const copy = useMutation({
    mutationFn: ({ id, name }: Pick<Automation, 'id' | 'name'>) =>
      call(duplicateAutomation, {
        params: { id },
        body: { name: t('copyName', { name: name.slice(0, 60) }) },
      }),
    onSuccess: (made) => {
      keep(made)
      void navigate({ to: '/company/actions/$id', params: { id: made.id } })
    },
  })
  const resume = useMutation({ mutationFn: (id: string) => setState(id, 'active') })
  return { setState, resume, copy, keep }
}
