import type { BulkChange } from '@recado/contracts/inbox/conversation-changes'
import { assignConversation } from './assign.ts'
import type { Command } from './command.ts'
import {
  labelConversation,
  markConversationRead,
  openConversation,
  prioritizeConversation,
  resolveConversation,
  snoozeConversation,
} from './commands.ts'

type Change = Exclude<BulkChange, { type: 'macro' }>

/** The command that makes a change of a list or a macro. */
export const commandOf = (change: Change): Command => {
  switch (change.type) {
    case 'assign':
      return assignConversation({ assigneeId: change.assigneeId })
    case 'team':
      return assignConversation({ teamId: change.teamId })
    case 'priority':
      return prioritizeConversation(change.priority)
    case 'labels':
      return labelConversation(change)
    case 'snooze':
      return snoozeConversation(change.until === null ? null : new Date(change.until))
    case 'status':
      return change.status === 'resolved' ? resolveConversation(change.survey) : openConversation()
    case 'read':
      return markConversationRead(change.read)
  }
}
