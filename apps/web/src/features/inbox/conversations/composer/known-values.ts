import type { CannedValues } from '@recado/contracts/inbox/canned-text'
import type { ConversationSummary } from '@recado/contracts/inbox/conversations'
import type { Session } from '#web/lib/session/session.ts'

type Whom = Pick<ConversationSummary['contact'], 'displayName' | 'phone'>

/** What is known of whom a message goes to, and of whoever writes it, for the variables of texts and templates. */
export const knownValues = (
  { displayName, phone }: Whom,
  channelName: string,
  user: Session['user'],
): CannedValues => ({
  ...(!/^[+\d\s•().-]*$/.test(displayName) && {
    'contact.name': displayName,
    'contact.first_name': displayName.split(' ')[0] ?? '',
  }),
  // Whoever may not see phones has a masked one, which no customer should receive.
  ...(phone && !phone.includes('•') && { 'contact.phone': phone }),
  'agent.name': user.name,
  'agent.first_name': user.name.split(' ')[0] ?? '',
  'company.name': user.currentCompany?.name ?? '',
  'channel.name': channelName,
})
