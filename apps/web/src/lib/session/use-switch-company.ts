import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { toastInfo, toastSuccess } from '../ui/toasts.ts'
import { mayLeave } from '../ui/unsaved.ts'
import { useSessionClient, useSignedIn } from './session.ts'

/**
 * Makes another company current: the session is updated, whereupon everything read before is dropped. False when refused,
 * or when the person stays for what is not saved.
 */
export const useSwitchCompany = (): ((id: string, name: string) => Promise<boolean>) => {
  const { t } = useTranslation()
  const client = useSessionClient()
  const router = useRouter()
  const { user } = useSignedIn()
  return async (id, name) => {
    if (!(await mayLeave())) return false
    const companies = user.companies.map((company) => ({ ...company, current: company.id === id }))
    const session = await client.update({ companyId: id, companies })
    if (session?.user.currentCompany?.id !== id && session?.barred?.id !== id) {
      toastInfo(t('shell.switchFailed', { name }))
      return false
    }
    await router.invalidate()
    toastSuccess(t('shell.switched', { name }))
    return true
  }
}
