import { createCannedReply } from '@recado/contracts/inbox/canned-replies'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { CannedFields, type CannedForm, useCannedRules } from '#web/components/form/canned-fields.tsx'
import { FormDrawer } from '#web/components/form/form-drawer.tsx'
import { call } from '#web/lib/api/api.ts'
import { useContractForm } from '#web/lib/ui/form.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'
import { cannedRepliesQuery } from '#web/queries/canned-replies.ts'

const titleLength = 60

/** The first whole words of a text. */
const titleOf = (text: string): string => {
  const [line = ''] = text.trim().split('\n')
  const cut = line.slice(0, titleLength)
  return line.length > titleLength ? cut.slice(0, Math.max(cut.lastIndexOf(' '), 20)) : cut
}

/** Saves a typed text as a canned reply. */
export const SaveCanned = ({ text, onClose }: { text: string; onClose: () => void }) => {
  const { t } = useTranslation(['inbox/conversations', 'companies/settings', 'common'])
  const queryClient = useQueryClient()
  const { form, state } = useContractForm<CannedForm>({
    ...useCannedRules(),
    initialValues: {
      shortcut: '',
      title: titleOf(text),
      content: { text, fileId: null },
      scope: 'personal',
      teamId: null,
    },
    onSubmit: async (body) => {
      const { shortcut } = await call(createCannedReply, { body })
      await queryClient.invalidateQueries(cannedRepliesQuery)
      toastSuccess(t('cannedSaved', { shortcut: `/${shortcut}` }))
      onClose()
    },
  })
  return (
    <FormDrawer opened title={t('saveCanned')} submitLabel={t('common:save')} {...state} onClose={onClose}>
      <CannedFields form={form} />
    </FormDrawer>
  )
}
