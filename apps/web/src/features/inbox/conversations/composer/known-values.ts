import type { CannedValues } from '@recado/contracts/inbox/canned-text'
import type { ConversationSummary } from '@recado/contracts/inbox/conversations'
import type { Session } from '#web/lib/session/session.ts'

type Whom = Pick<ConversationSummary['contact'], 'displayName' | 'phone'>

/** The known values of the recipient and of the member who writes, for the variables of texts and templates. */
export const knownValues = (
  { displayName, phone }: Whom,
  channelName: string,
  user: Session['user'],
): CannedValues => ({
  ...(!/^[+\d\s•().-]*$/.test(displayName) && {
    'contact.name': displayName,
    'contact.first_name': displayName.split(' ')[0] ?? '',
  }),
  // Members who may not see phone numbers have a masked one, which must not be sent to a customer.
  ...(phone && !phone.includes('•') && { 'contact.phone': phone }),
  'agent.name': user.name,
  'agent.first_name': user.name.split(' ')[0] ?? '',
  'company.name': user.currentCompany?.name ?? '',
  'channel.name': channelName,
})
