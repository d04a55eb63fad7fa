import { useQueryClient } from '@tanstack/react-query'
import { companySettingsKey } from '#web/queries/company-settings.ts'

/** Has tags, and the contacts that show them, read again. */
export const useTagsChanged = () => {
  const client = useQueryClient()
  return () => {
    void client.invalidateQueries({ queryKey: companySettingsKey })
    void client.invalidateQueries({ queryKey: ['contacts'] })
  }
}
