import type { IMessage } from '@recado/inbox'

export type Company = { id: string; name: string }

/** The company that a notification is about; null for what concerns the person alone. */
export const companyOf = ({ payload: { company } }: Pick<IMessage, 'payload'>): Company | null => {
  if (typeof company !== 'object' || company === null || !('id' in company) || !('name' in company)) return null
  return { id: String(company.id), name: String(company.name) }
}
